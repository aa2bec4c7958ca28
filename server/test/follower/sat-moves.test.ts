import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, BlockTransaction } from '../../src/chain/port.ts';
import { followBlocks, type Located, subsidyAt } from '../../src/follower/sat-moves.ts';

const txidOf = (n: number) => n.toString(16).padStart(64, '0');
const coin = (txid: string, vout: number, valueSats: number) => ({
  txid,
  vout,
  valueSats,
  script: '',
  scriptSig: '',
  sequence: 0,
  witness: [],
});
const out = (valueSats: number, address: string | null = `to${valueSats}`) => ({
  valueSats,
  script: '',
  address,
});
const block = (...transactions: BlockTransaction[]): Block => ({
  height: 1,
  hash: 'b',
  previousHash: 'a',
  time: 0,
  transactions,
});
const coinbase = (...values: number[]): BlockTransaction => ({
  txid: txidOf(0xc0),
  version: 2,
  lockTime: 0,
  inputs: [],
  outputs: values.map((value) => out(value, 'miner')),
});
const located = (key: number, txid: string, vout: number, offset: number, valueSats: number): Located => ({
  key,
  txid,
  vout,
  offset,
  valueSats,
  ownerAddress: 'before',
});

describe('the ordinal rule', () => {
  test('an inscription keeps its place in the line of sats: inputs in order fill outputs in order', async () => {
    const spend: BlockTransaction = {
      txid: txidOf(1),
      version: 2,
      lockTime: 0,
      inputs: [coin('a', 0, 1000), coin('b', 0, 500)],
      outputs: [out(300), out(900), out(250)],
    };
    const {
      moves: [move],
    } = await followBlocks([block(coinbase(50), spend)], [located(1, 'b', 0, 100, 500)], () => 50);
    expect(move).toEqual({
      key: 1,
      height: 1,
      before: { txid: 'b', vout: 0, offset: 100, valueSats: 500, ownerAddress: 'before' },
      after: { txid: txidOf(1), vout: 1, offset: 800, valueSats: 900, ownerAddress: 'to900' },
    });
  });

  test('an inscription spent into the fee goes to the coinbase, after the subsidy and earlier fees', async () => {
    const pays: BlockTransaction = {
      txid: txidOf(1),
      version: 2,
      lockTime: 0,
      inputs: [coin('a', 0, 100)],
      outputs: [out(90)],
    };
    const loses: BlockTransaction = {
      txid: txidOf(2),
      version: 2,
      lockTime: 0,
      inputs: [coin('b', 0, 100)],
      outputs: [out(60)],
    };
    const {
      moves: [move],
    } = await followBlocks([block(coinbase(55, 45), pays, loses)], [located(1, 'b', 0, 70, 100)], () => 50);
    // Line of the coinbase: 50 subsidy, 10 of the first fee, then position 10 of the second fee.
    expect(move?.after).toMatchObject({ txid: txidOf(0xc0), vout: 1, offset: 15, ownerAddress: 'miner' });
  });

  test('a fee that the miner does not claim loses the inscription', async () => {
    const loses: BlockTransaction = {
      txid: txidOf(2),
      version: 2,
      lockTime: 0,
      inputs: [coin('b', 0, 100)],
      outputs: [out(60)],
    };
    const {
      moves: [move],
    } = await followBlocks([block(coinbase(50), loses)], [located(1, 'b', 0, 70, 100)], () => 50);
    expect(move?.after).toMatchObject({ txid: '0'.repeat(64), ownerAddress: null });
  });

  test('a chain of spends inside one block is one move, from before the block to after it', async () => {
    const first: BlockTransaction = {
      txid: txidOf(1),
      version: 2,
      lockTime: 0,
      inputs: [coin('a', 0, 100)],
      outputs: [out(100)],
    };
    const second: BlockTransaction = {
      txid: txidOf(2),
      version: 2,
      lockTime: 0,
      inputs: [coin(txidOf(1), 0, 100)],
      outputs: [out(40), out(60)],
    };
    const { moves } = await followBlocks(
      [block(coinbase(50), first, second)],
      [located(1, 'a', 0, 45, 100)],
      () => 50,
    );
    expect(moves).toHaveLength(1);
    expect(moves[0]).toMatchObject({ before: { txid: 'a' }, after: { txid: txidOf(2), vout: 1, offset: 5 } });
  });

  test('an inscription moves on from where an earlier block of the same run put it', async () => {
    const first = block(coinbase(50), {
      txid: txidOf(1),
      version: 2,
      lockTime: 0,
      inputs: [coin('a', 0, 100)],
      outputs: [out(60), out(40)],
    });
    const second = {
      ...block(coinbase(50), {
        txid: txidOf(2),
        version: 2,
        lockTime: 0,
        inputs: [coin(txidOf(1), 1, 40)],
        outputs: [out(30)],
      }),
      height: 2,
    };
    const { moves, hops } = await followBlocks([first, second], [located(1, 'a', 0, 75, 100)], () => 50);
    expect(moves).toMatchObject([
      { height: 1, before: { txid: 'a' }, after: { txid: txidOf(1), vout: 1, offset: 15 } },
      { height: 2, before: { txid: txidOf(1), vout: 1 }, after: { txid: txidOf(2), vout: 0, offset: 15 } },
    ]);
    expect(hops.map((hop) => hop.block.height)).toEqual([1, 2]);
  });

  test('every sat of random blocks ends where a sat by sat count puts it', async () => {
    const value = fc.integer({ min: 1, max: 9 });
    const transaction = fc.record({
      inputs: fc.array(value, { minLength: 1, maxLength: 4 }),
      cuts: fc.array(value, { minLength: 1, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(transaction, { minLength: 1, maxLength: 5 }),
        fc.array(value, { minLength: 1, maxLength: 4 }),
        async (parts, reward) => {
          const names = new Map<string, number[]>();
          let count = 0;
          const transactions = parts.map(({ inputs, cuts }, t): BlockTransaction => {
            const coins = inputs.map((valueSats, i) => coin(`in${t}`, i, valueSats));
            for (const { txid, vout, valueSats } of coins)
              names.set(
                `${txid}:${vout}`,
                Array.from({ length: valueSats }, () => ++count),
              );
            let left = inputs.reduce((a, b) => a + b, 0);
            const outputs = cuts.flatMap((cut) => {
              const valueSats = Math.min(cut, left);
              left -= valueSats;
              return valueSats > 0 ? [out(valueSats)] : [];
            });
            return { txid: txidOf(t + 1), version: 2, lockTime: 0, inputs: coins, outputs };
          });
          const subsidy = 3;
          const mined = block(coinbase(...reward), ...transactions);
          const all = transactions.flatMap(({ inputs }) =>
            inputs.flatMap(({ txid, vout, valueSats }) =>
              names.get(`${txid}:${vout}`)!.map((key, offset) => located(key, txid, vout, offset, valueSats)),
            ),
          );
          const expected = new Map<number, string>();
          const line: (number | null)[] = [null, null, null];
          for (const { txid, inputs, outputs } of transactions) {
            const sats = inputs.flatMap((input) => names.get(`${input.txid}:${input.vout}`)!);
            for (const [vout, output] of outputs.entries())
              for (let offset = 0; offset < output.valueSats; offset += 1)
                expected.set(sats.shift()!, `${txid}:${vout}:${offset}`);
            line.push(...sats);
          }
          for (const [vout, valueSats] of reward.entries())
            for (let offset = 0; offset < valueSats; offset += 1) {
              const key = line.shift();
              if (key) expected.set(key, `${txidOf(0xc0)}:${vout}:${offset}`);
            }
          for (const key of line) if (key) expected.set(key, `${'0'.repeat(64)}:${0xffff_ffff}:0`);
          const seen = new Map(
            (await followBlocks([mined], all, () => subsidy)).moves.map(({ key, after }) => [
              key,
              `${after.txid}:${after.vout}:${after.offset}`,
            ]),
          );
          expect(seen).toEqual(expected);
        },
      ),
    );
  });
});

test('the subsidy halves every interval and ends', async () => {
  expect(subsidyAt(0, 150)).toBe(5_000_000_000);
  expect(subsidyAt(150, 150)).toBe(2_500_000_000);
  expect(subsidyAt(840_000, 210_000)).toBe(312_500_000);
  expect(subsidyAt(64 * 150, 150)).toBe(0);
});
