import { describe, expect, it } from 'vitest';
import { inscriptionIdValue } from '../../src/ord/inscription-id.ts';
import { type Coin, type Payment, pay } from './coins.ts';
import { type EnvelopeFields, envelope, leafWith, TAG } from './envelope-script.ts';
import { createPaperChain, ordOver } from './paper-chain.ts';

const leaf = (fields: EnvelopeFields) => leafWith(envelope(fields));
const parentTag = (id: string): [number, Uint8Array] => [TAG.parent, inscriptionIdValue(id)];
const NULL_TXID = '0'.repeat(64);

/** A chain with coins of 100,000 sats, and a reveal in a block of its own. */
function setUp() {
  const chain = createPaperChain();
  const [, source] = chain.mineEmpty(120);
  const split = pay(
    [source!],
    Array.from({ length: 20 }, () => ({ valueSats: 100_000 })),
  );
  chain.mine([split.transaction]);
  // The coin with the block's first sat, which has charms of its own, is left out.
  const coins = split.coins.slice(1);
  const reveal = (
    fields: EnvelopeFields,
    { before = [], after = [], payments }: { before?: Coin[]; after?: Coin[]; payments?: Payment[] } = {},
  ) => {
    const commit = pay([coins.shift()!], [{ valueSats: 10_000, leaf: leaf(fields) }]);
    const inputs = [...before, commit.coins[0]!, ...after];
    const made = pay(inputs, payments ?? [{ valueSats: 9_000 }]);
    chain.mine([commit.transaction, made.transaction]);
    return { ...made, id: `${made.txid}i0`, inscriptionPath: `/inscription/${made.txid}i0` };
  };
  return { chain, coins, reveal, ord: ordOver(chain) };
}

describe('where an inscription is', () => {
  it('is the first sat of the input that reveals it', async () => {
    const { coins, reveal, ord } = setUp();
    const { txid, inscriptionPath } = reveal(
      {},
      { before: [coins.shift()!], payments: [{ valueSats: 109_000 }] },
    );
    expect(await ord.get(inscriptionPath)).toMatchObject({ satpoint: `${txid}:0:100000` });
  });

  it('is the output sat that a pointer names', async () => {
    const { reveal, ord } = setUp();
    const payments = [{ valueSats: 5_000 }, { valueSats: 4_000 }];
    const pointer = (value: number[]): EnvelopeFields => ({
      fields: [[TAG.pointer, Uint8Array.from(value)]],
    });
    const inside = reveal(pointer([0x8a, 0x13]), { payments });
    const outside = reveal(pointer([0x28, 0x23]), { payments });
    expect(await ord.get(inside.inscriptionPath)).toMatchObject({ satpoint: `${inside.txid}:1:2` });
    expect(await ord.get(outside.inscriptionPath)).toMatchObject({ satpoint: `${outside.txid}:0:0` });
  });

  it('follows its sat through later transactions', async () => {
    const { chain, coins, reveal, ord } = setUp();
    const { coins: held, inscriptionPath } = reveal({});
    const moved = pay([coins.shift()!, held[0]!], [{ valueSats: 99_000 }, { valueSats: 9_000 }]);
    chain.mine([moved.transaction]);
    expect(await ord.get(inscriptionPath)).toMatchObject({ satpoint: `${moved.txid}:1:1000`, value: 9_000 });
    expect(await ord.get(`/r/utxo/${moved.txid}:1`)).toMatchObject({ inscriptions: [`${held[0]!.txid}i0`] });
  });

  it('is on the coinbase behind the subsidy when it falls into a fee', async () => {
    const { chain, coins, reveal, ord } = setUp();
    const { coins: held, inscriptionPath } = reveal({});
    const spent = pay([coins.shift()!, held[0]!], [{ valueSats: 100_000 }]);
    const coinbase = chain.mine([spent.transaction], { claimSats: 5_000_009_000 });
    expect(await ord.get(inscriptionPath)).toMatchObject({ satpoint: `${coinbase.txid}:0:5000000000` });
  });

  it('is among the lost sats when no coinbase claims its fee', async () => {
    const { chain, coins, reveal, ord } = setUp();
    const { coins: held, inscriptionPath } = reveal({});
    const { lost_sats: lostBefore } = await ord.get<{ lost_sats: number }>('/status');
    const spent = pay([coins.shift()!, held[0]!], [{ valueSats: 100_000 }]);
    chain.mine([spent.transaction]);
    const lost = await ord.get(inscriptionPath);
    expect(lost).toMatchObject({ satpoint: `${NULL_TXID}:4294967295:${lostBefore}`, charms: ['lost'] });
    expect(await ord.get('/status')).toMatchObject({ lost_sats: lostBefore + 9_000 });
  });

  it('is burned in an OP_RETURN output', async () => {
    const { chain, reveal, ord } = setUp();
    const { coins: held, inscriptionPath } = reveal({});
    const burn = pay([held[0]!], [{ valueSats: 500, script: Uint8Array.of(0x6a) }]);
    chain.mine([burn.transaction]);
    expect(await ord.get(inscriptionPath)).toMatchObject({
      charms: ['burned'],
      satpoint: `${burn.txid}:0:0`,
    });
  });
});

describe('parents', () => {
  it('count when they are spent in the reveal', async () => {
    const { reveal, ord } = setUp();
    const parent = reveal({});
    const child = reveal({ fields: [parentTag(parent.id)] }, { after: parent.coins });
    expect(await ord.get(child.inscriptionPath)).toMatchObject({ parents: [parent.id] });
    expect(await ord.get(parent.inscriptionPath)).toMatchObject({ children: [child.id], child_count: 1 });
    expect(await ord.get(`/children/${parent.id}`)).toEqual({ ids: [child.id], more: false, page: 0 });
    expect(await ord.get(`${parent.inscriptionPath}/0`)).toMatchObject({ id: child.id });
  });

  it('do not count when the reveal does not spend them', async () => {
    const { reveal, ord } = setUp();
    const parent = reveal({});
    const claimant = reveal({ fields: [parentTag(parent.id)] });
    expect(await ord.get(claimant.inscriptionPath)).toMatchObject({ parents: [] });
    expect(await ord.get(`/r/parents/${claimant.id}`)).toEqual({ ids: [], more: false, page_index: 0 });
  });

  it('count once when they are named twice', async () => {
    const { reveal, ord } = setUp();
    const parent = reveal({});
    const fields = [parentTag(parent.id), parentTag(parent.id)];
    const child = reveal({ fields }, { before: parent.coins });
    expect(await ord.get(child.inscriptionPath)).toMatchObject({ parents: [parent.id] });
  });
});

describe('sats', () => {
  it('of two inputs keep their order in the outputs', async () => {
    const { chain, coins, ord } = setUp();
    const [a, b] = [coins.shift()!, coins.shift()!];
    const rangeOf = async ({ txid, vout }: Coin) =>
      (await ord.get<{ sat_ranges: [number, number][] }>(`/r/utxo/${txid}:${vout}`)).sat_ranges[0]!;
    const [first, second] = [await rangeOf(a), await rangeOf(b)];
    const made = pay([b, a], [{ valueSats: 150_000 }, { valueSats: 50_000 }]);
    chain.mine([made.transaction]);
    expect(await ord.get(`/r/utxo/${made.txid}:0`)).toMatchObject({
      sat_ranges: [second, [first[0], first[0] + 50_000]],
    });
    expect(await ord.get(`/r/utxo/${made.txid}:1`)).toMatchObject({
      sat_ranges: [[first[0] + 50_000, first[1]]],
    });
  });
});
