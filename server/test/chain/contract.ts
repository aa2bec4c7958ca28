import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chain } from '../../src/chain/port.ts';
import type { RpcCall } from '../../src/chain/transport.ts';
import { type Purse, purse, UNKNOWN } from './purse.ts';

export interface ChainWorld {
  readonly chain: Chain;
  /** The same regtest node, for what the tests do behind the adapter's back. */
  readonly call: RpcCall;
  stop(): Promise<void>;
}

/** What every adapter of the port `Chain` promises, on an empty regtest chain of its own. */
export function chainContract(name: string, start: () => Promise<ChainWorld>): void {
  describe(`chain contract: ${name}`, () => {
    let world: ChainWorld;
    let chain: Chain;
    let wallet: Purse;
    /** Hashes of blocks 1..; the first coinbases are mature. */
    let blocks: string[];
    let used = 0;
    const freshCoin = () => wallet.coinbaseOf(blocks[used++]!);

    beforeAll(async () => {
      world = await start();
      chain = world.chain;
      wallet = purse(world.call, 7);
      blocks = await wallet.mine(120);
    });
    afterAll(() => world?.stop());

    describe('blocks', () => {
      test('the tip is the best block, and no block is above it', async () => {
        const [hash] = await wallet.mine();
        const tip = await chain.tip();
        expect(tip.hash).toBe(hash);
        expect(await chain.blockHash(tip.height)).toBe(hash);
        expect(await chain.blockHash(tip.height + 1)).toBeNull();
      });

      describe('waiting for the next block', () => {
        const forMs = 20_000;
        const never = new AbortController().signal;

        test('ends when the block is there', async () => {
          const tip = await chain.tip();
          const waiting = chain.waitForNewBlock(tip, { forMs, signal: never });
          await wallet.mine();
          expect(await waiting).toBe(true);
          expect(await chain.tip()).toMatchObject({ height: tip.height + 1 });
        });

        test('ends at once when the block came before', async () => {
          const tip = await chain.tip();
          await wallet.mine();
          expect(await chain.waitForNewBlock(tip, { forMs, signal: never })).toBe(true);
        });

        test('ends without a block when the time is over', async () => {
          const tip = await chain.tip();
          const begun = performance.now();
          expect(await chain.waitForNewBlock(tip, { forMs: 300, signal: never })).toBe(false);
          expect(performance.now() - begun).toBeGreaterThan(200);
        });

        test('ends at once when it is aborted, before or meanwhile, and asks nothing afterwards', async () => {
          const tip = await chain.tip();
          const begun = performance.now();
          expect(await chain.waitForNewBlock(tip, { forMs, signal: AbortSignal.abort() })).toBe(false);
          const signal = AbortSignal.timeout(50);
          expect(await chain.waitForNewBlock(tip, { forMs, signal })).toBe(false);
          expect(performance.now() - begun).toBeLessThan(forMs / 2);
        });

        test('leaves every other request its turn', async () => {
          const tip = await chain.tip();
          const end = new AbortController();
          const waits = Array.from({ length: 6 }, () =>
            chain.waitForNewBlock(tip, { forMs, signal: end.signal }),
          );
          expect(await Promise.all(Array.from({ length: 9 }, () => chain.tip()))).toHaveLength(9);
          end.abort();
          expect(await Promise.all(waits)).toEqual(waits.map(() => false));
        });
      });

      test('a block tells what each input spends, and no inputs of its coinbase', async () => {
        const coin = await freshCoin();
        const { raw, txid } = wallet.spend([coin], [60_000, 40_000]);
        await world.call('sendrawtransaction', [raw, 0]);
        const [hash] = await wallet.mine();
        const block = (await chain.block(hash!))!;
        expect(block.previousHash).toBe(await chain.blockHash(block.height - 1));
        expect(block.time).toBeGreaterThan(1_200_000_000);
        expect(block.transactions[0]!.inputs).toEqual([]);
        const found = block.transactions.find((transaction) => transaction.txid === txid)!;
        expect(found.inputs).toEqual([
          {
            ...coin,
            script: wallet.script,
            scriptSig: '',
            sequence: expect.any(Number),
            witness: expect.any(Array),
          },
        ]);
        expect(found.inputs[0]!.witness).toHaveLength(2);
        expect(found).toMatchObject({ version: 2, lockTime: 0 });
        expect(found.outputs).toEqual([
          { valueSats: 60_000, script: wallet.script, address: wallet.address },
          { valueSats: 40_000, script: wallet.script, address: wallet.address },
        ]);
      });

      test('the first block has no previous one, and an unknown hash is no block', async () => {
        const genesis = await chain.block((await chain.blockHash(0))!);
        expect(genesis).toMatchObject({ height: 0, previousHash: null });
        expect(await chain.block('cd'.repeat(32))).toBeNull();
      });
    });

    describe('transactions and coins', () => {
      test('a transaction has no confirmation in the mempool and one in the tip', async () => {
        const { raw, txid } = wallet.spend([await freshCoin()], [50_000]);
        expect(await chain.transaction(txid)).toBeNull();
        await world.call('sendrawtransaction', [raw, 0]);
        expect(await chain.mempoolTxids()).toContain(txid);
        expect(await chain.transaction(txid)).toEqual({ txid, hex: raw, confirmations: 0, blockHash: null });
        const [hash] = await wallet.mine();
        expect(await chain.transaction(txid)).toEqual({ txid, hex: raw, confirmations: 1, blockHash: hash });
        expect(await chain.mempoolTxids()).not.toContain(txid);
      });

      test('the mempool counts: its outputs are there, what it spends is not', async () => {
        const coin = await freshCoin();
        expect(await chain.unspent(coin)).toMatchObject({ ...coin, script: wallet.script, coinbase: true });
        const { raw, outputs, txid } = wallet.spend([coin], [50_000]);
        await world.call('sendrawtransaction', [raw, 0]);
        expect(await chain.unspents([coin, outputs[0]!, UNKNOWN])).toEqual([
          null,
          { ...outputs[0]!, script: wallet.script, confirmations: 0, coinbase: false },
          null,
        ]);
        expect(await chain.mempoolSpenders([coin, outputs[0]!, UNKNOWN])).toEqual([txid, null, null]);
        await wallet.mine();
        expect(await chain.unspent(outputs[0]!)).toMatchObject({ confirmations: 1 });
        expect(await chain.mempoolSpenders([coin])).toEqual([null]);
      });

      test('asking about nothing answers nothing', async () => {
        expect(await chain.unspents([])).toEqual([]);
        expect(await chain.mempoolSpenders([])).toEqual([]);
        expect(await chain.submitPackage([])).toEqual([]);
      });

      test('a transaction that a reorg replaced is unknown', async () => {
        const coin = await freshCoin();
        const first = wallet.spend([coin], [50_000]);
        const other = wallet.spend([coin], [51_000]);
        await world.call('generateblock', [wallet.address, [first.raw]]);
        expect(await chain.transaction(first.txid)).toMatchObject({ confirmations: 1 });
        await world.call('invalidateblock', [(await chain.tip()).hash]);
        await world.call('generateblock', [wallet.address, [other.raw]]);
        await wallet.mine();
        expect(await chain.transaction(first.txid)).toBeNull();
        expect(await chain.transaction(other.txid)).toMatchObject({ confirmations: 2 });
      });
    });

    describe('publishing', () => {
      const fee = 1_000;

      test('a trial publishes nothing and names the reason of a refusal', async () => {
        const coin = await freshCoin();
        const good = wallet.spend([coin], [coin.valueSats - fee]);
        const bad = wallet.spend([coin], [coin.valueSats - fee, 1]);
        expect(await chain.testAccept([good.raw])).toEqual([
          { txid: good.txid, accepted: true, reason: null },
        ]);
        expect(await chain.mempoolTxids()).not.toContain(good.txid);
        expect(await chain.testAccept([bad.raw])).toEqual([
          { txid: bad.txid, accepted: false, reason: expect.stringMatching(/dust/) },
        ]);
      });

      test('broadcasting is idempotent, in the mempool and in a block', async () => {
        const coin = await freshCoin();
        const { raw, txid } = wallet.spend([coin], [coin.valueSats - fee]);
        const accepted = { txid, accepted: true, reason: null };
        expect(await chain.broadcast(raw)).toEqual(accepted);
        expect(await chain.broadcast(raw)).toEqual(accepted);
        expect(await chain.testAccept([raw])).toEqual([accepted]);
        await wallet.mine();
        expect(await chain.broadcast(raw)).toEqual(accepted);
      });

      test('a double spend is rejected in the words of the node', async () => {
        const coin = await freshCoin();
        const first = wallet.spend([coin], [coin.valueSats - fee]);
        const second = wallet.spend([coin], [coin.valueSats - fee + 1]);
        await chain.broadcast(first.raw);
        await wallet.mine();
        expect(await chain.broadcast(second.raw)).toEqual({
          txid: second.txid,
          accepted: false,
          reason: expect.stringMatching(/missingorspent/),
        });
      });

      test('a discount makes a transaction cheaper to replace, with all that descends from it', async () => {
        const coin = await freshCoin();
        const parent = wallet.spend([coin], [coin.valueSats - 20 * fee]);
        const child = wallet.spend(parent.outputs, [coin.valueSats - 50 * fee]);
        const cheap = wallet.spend([coin], [coin.valueSats - fee]);
        await chain.broadcast(parent.raw);
        await chain.broadcast(child.raw);
        expect(await chain.replacedFees(parent.txid)).toBe(50 * fee);
        expect((await chain.broadcast(cheap.raw)).accepted).toBe(false);
        expect(await chain.discount(parent.txid, 50 * fee)).toBe(true);
        expect(await chain.replacedFees(parent.txid)).toBe(0);
        expect((await chain.broadcast(cheap.raw)).accepted).toBe(true);
        expect(await chain.mempoolTxids()).not.toContain(child.txid);
        expect(await chain.replacedFees(parent.txid)).toBeNull();
        await wallet.mine();
        expect(await chain.replacedFees(cheap.txid)).toBeNull();
      });

      test('a package is idempotent before, between and after its blocks', async () => {
        const coin = await freshCoin();
        const parent = wallet.spend([coin], [coin.valueSats - fee]);
        const child = wallet.spend(parent.outputs, [coin.valueSats - 2 * fee]);
        const both = [parent, child].map(({ txid }) => ({ txid, accepted: true, reason: null }));
        const raws = [parent.raw, child.raw];
        expect(await chain.submitPackage(raws)).toEqual(both);
        expect(await chain.submitPackage(raws)).toEqual(both);
        await wallet.mine();
        expect(await chain.submitPackage(raws)).toEqual(both);
      });

      test('a package whose parent is in a block already still publishes its child', async () => {
        const coin = await freshCoin();
        const parent = wallet.spend([coin], [coin.valueSats - fee]);
        const child = wallet.spend(parent.outputs, [coin.valueSats - 2 * fee]);
        await chain.broadcast(parent.raw);
        await wallet.mine();
        const verdicts = await chain.submitPackage([parent.raw, child.raw]);
        expect(verdicts.map(({ accepted }) => accepted)).toEqual([true, true]);
        expect(await chain.mempoolTxids()).toContain(child.txid);
      });

      test('a package has a verdict for each transaction', async () => {
        const coin = await freshCoin();
        const parent = wallet.spend([coin], [coin.valueSats - fee]);
        const child = wallet.spend(parent.outputs, [coin.valueSats - 2 * fee, 1]);
        const [first, second] = await chain.submitPackage([parent.raw, child.raw]);
        expect(first!.txid).toBe(parent.txid);
        expect(second).toEqual({
          txid: child.txid,
          accepted: false,
          reason: expect.stringMatching(/dust/),
        });
      });

      test('transactions that are no package are rejected, not an outage', async () => {
        const strangers = [await freshCoin(), await freshCoin()].map((coin) =>
          wallet.spend([coin], [coin.valueSats - fee]),
        );
        const verdicts = await chain.submitPackage(strangers.map(({ raw }) => raw));
        expect(verdicts.map(({ accepted }) => accepted)).toEqual([false, false]);
        expect(verdicts[0]!.reason).toMatch(/package/);
      });
    });

    describe('fee rates and balances', () => {
      test('the minimum is in sat/vB, and a young chain has no estimate', async () => {
        const { minimum, estimate } = await chain.feeRates(2);
        expect(minimum).toBeGreaterThan(0);
        expect(minimum).toBeLessThanOrEqual(1);
        expect(estimate).toBeNull();
      });

      test("an address's confirmed coins change with the tip, and lose what the mempool spends", async () => {
        const other = purse(world.call, 8);
        expect(await chain.addressCoins(other.address)).toEqual({ confirmedSats: 0, coins: [] });
        const [hash] = await other.mine();
        const coin = await other.coinbaseOf(hash!);
        await wallet.mine(100);
        const height = (await chain.block(hash!))!.height;
        const whole = { confirmedSats: coin.valueSats, coins: [{ ...coin, height }] };
        expect(await chain.addressCoins(other.address)).toEqual(whole);
        await chain.broadcast(other.spend([coin], [coin.valueSats - 1_000]).raw);
        expect(await chain.addressCoins(other.address)).toEqual({ confirmedSats: coin.valueSats, coins: [] });
      });

      test('many addresses asked at once are all answered', async () => {
        const wallets = [11, 12, 13, 14].map((seed) => purse(world.call, seed));
        const answers = await Promise.all(wallets.map(({ address }) => chain.addressCoins(address)));
        expect(answers).toEqual(wallets.map(() => ({ confirmedSats: 0, coins: [] })));
      });
    });
  });
}
