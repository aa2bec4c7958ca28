import { beforeAll, describe, expect, test } from 'vitest';
import { envelope, TAG } from '../../../devnode/test/ord/envelope-script.ts';
import { esploraSource } from '../../src/source/esplora-source.ts';
import { ordSource } from '../../src/source/ord-source.ts';
import type { InscriptionSource } from '../../src/source/source.ts';
import { createWorld, ESPLORA_URL, ORD_URL, type World } from './world.ts';

const PLAIN = envelope();
const pointing = (pointer: number) => {
  const bytes = [pointer & 0xff, (pointer >> 8) & 0xff, pointer >> 16];
  return envelope({
    fields: [
      [TAG.contentType, 'text/plain'],
      [TAG.pointer, Uint8Array.from(bytes)],
    ],
  });
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

const SOURCES: readonly [string, () => InscriptionSource][] = [
  ['ord', () => ordSource(ORD_URL, { fetch: world.fetch })],
  ['esplora', () => esploraSource(ESPLORA_URL, { fetch: world.fetch })],
];

describe.each(SOURCES)('the source %s', (kind, create) => {
  let source: InscriptionSource;
  beforeAll(() => {
    source = create();
  });

  test('finds a single inscription where it was revealed', async () => {
    const { txid } = await world.reveal([PLAIN], 20_000, [10_000]);
    expect(await source.locate(`${txid}i0`)).toEqual({ txid, vout: 0, offset: 0, valueSats: 10_000 });
  });

  test('finds each inscription of a batch by its pointer, and those without one on the first sat', async () => {
    const parts = [PLAIN, pointing(10_000), pointing(15_000), pointing(99_999), PLAIN];
    const { txid } = await world.reveal(parts, 40_000, [10_000, 10_000]);
    const places = await Promise.all([0, 1, 2, 3, 4].map((index) => source.locate(`${txid}i${index}`)));
    expect(places).toEqual(
      [
        [0, 0],
        [1, 0],
        [1, 5_000],
        [0, 0],
        [0, 0],
      ].map(([vout, offset]) => ({ txid, vout, offset, valueSats: 10_000 })),
    );
  });

  test('counts the envelopes of all inputs, in their order', async () => {
    const leaf = (part: Uint8Array) => Uint8Array.from([...part, 0x51]);
    const coins = await world.fund(
      { valueSats: 7_000, leaf: leaf(PLAIN) },
      { valueSats: 3_000 },
      { valueSats: 9_000, leaf: leaf(PLAIN) },
    );
    const { txid } = await world.confirm(world.spend(coins, [4_000, 8_000, 5_000]));
    expect(await source.locate(`${txid}i0`)).toEqual({ txid, vout: 0, offset: 0, valueSats: 4_000 });
    expect(await source.locate(`${txid}i1`)).toEqual({ txid, vout: 1, offset: 6_000, valueSats: 8_000 });
    await expect(source.locate(`${txid}i2`)).rejects.toThrow(
      kind === 'ord' ? /does not know it \(status 404\)/ : /has 2 inscriptions/,
    );
  });

  test('follows it through several spends, first in, first out', async () => {
    const revealed = await world.reveal([pointing(2_500)], 20_000, [10_000]);
    const id = `${revealed.txid}i0`;
    const [before, after] = await world.fund({ valueSats: 6_000 }, { valueSats: 6_000 });
    const first = await world.confirm(world.spend([before!, revealed.coins[0]!], [5_000, 11_000]));
    expect(await source.locate(id)).toMatchObject({ txid: first.txid, vout: 1, offset: 3_500 });
    // the sats before it are cut off, so it is at the start of an output
    const second = await world.confirm(world.spend([first.coins[1]!], [3_500, 7_000]));
    expect(await source.locate(id)).toEqual({ txid: second.txid, vout: 1, offset: 0, valueSats: 7_000 });
    const third = await world.confirm(world.spend([second.coins[1]!, after!], [12_000]));
    expect(await source.locate(id)).toEqual({ txid: third.txid, vout: 0, offset: 0, valueSats: 12_000 });
  });

  test('keeps its offset when the sats behind it pay a fee', async () => {
    const revealed = await world.reveal([pointing(2_500)], 20_000, [10_000]);
    const moved = await world.confirm(world.spend([revealed.coins[0]!], [2_501]));
    expect(await source.locate(`${revealed.txid}i0`)).toEqual({
      txid: moved.txid,
      vout: 0,
      offset: 2_500,
      valueSats: 2_501,
    });
  });

  test('finds two inscriptions in one output that they share', async () => {
    const one = await world.reveal([PLAIN], 20_000, [1_000]);
    const two = await world.reveal([PLAIN], 20_000, [1_000]);
    const shared = await world.confirm(world.spend([one.coins[0]!, two.coins[0]!], [2_000]));
    expect(await source.locate(`${one.txid}i0`)).toMatchObject({ txid: shared.txid, offset: 0 });
    expect(await source.locate(`${two.txid}i0`)).toMatchObject({ txid: shared.txid, offset: 1_000 });
    const inscriptions = [
      { id: `${one.txid}i0`, offset: 0 },
      { id: `${two.txid}i0`, offset: 1_000 },
    ];
    expect(await source.output({ txid: shared.txid, vout: 0 })).toMatchObject({
      valueSats: 2_000,
      confirmed: true,
      spent: false,
      inscriptions: kind === 'ord' ? inscriptions : null,
      hasRunes: kind === 'ord' ? false : null,
    });
  });

  test('gives the confirmed location while a spend waits, and says that it is spent', async () => {
    const revealed = await world.reveal([PLAIN], 20_000, [10_000]);
    await world.send(world.spend(revealed.coins, [9_000]));
    expect(await source.locate(`${revealed.txid}i0`)).toMatchObject({ txid: revealed.txid });
    expect(await source.output({ txid: revealed.txid, vout: 0 })).toMatchObject({
      spent: true,
      confirmed: true,
    });
    await world.mine();
  });

  test('does not place an inscription before it is in a block', async () => {
    const [coin] = await world.fund({ valueSats: 20_000, leaf: Uint8Array.from([...PLAIN, 0x51]) });
    const reveal = world.spend([coin!], [10_000]);
    await world.send(reveal);
    await expect(source.locate(`${reveal.txid}i0`)).rejects.toThrow(
      kind === 'ord' ? /does not know it/ : /is not in a block yet/,
    );
    expect(await source.output({ txid: reveal.txid, vout: 0 })).toMatchObject({
      confirmed: false,
      spent: false,
      inscriptions: null,
      hasRunes: null,
    });
    await world.mine();
    expect(await source.locate(`${reveal.txid}i0`)).toMatchObject({ txid: reveal.txid });
  });

  test('refuses an inscription that lies in no output', async () => {
    const revealed = await world.reveal([PLAIN], 20_000, [10_000]);
    // a block that does not claim its fees: the sat is lost
    await world.confirm(world.spend(revealed.coins, [{ valueSats: 0, script: Uint8Array.of(0x6a) }]));
    await expect(source.locate(`${revealed.txid}i0`)).rejects.toThrow(
      kind === 'ord'
        ? /satpoint is in no output/
        : /went to the fee of \w+, and cannot be followed into fees/,
    );
    const unbound = await world.reveal([envelope({ fields: [[66, 'x']] })], 20_000, [10_000]);
    await expect(source.locate(`${unbound.txid}i0`)).rejects.toThrow(
      kind === 'ord' ? /satpoint is in no output/ : /is on no sat/,
    );
  });

  test('refuses an inscription whose input holds no sat', async () => {
    const leaf = Uint8Array.from([...PLAIN, 0x51]);
    const coins = await world.fund({ valueSats: 0, leaf }, { valueSats: 9_000 });
    const { txid } = await world.confirm(world.spend(coins, [8_000]));
    await expect(source.locate(`${txid}i0`)).rejects.toThrow(
      kind === 'ord' ? /satpoint is in no output/ : /is on no sat/,
    );
  });

  test('knows the tip and raw transactions, and treats an unknown one as an error', async () => {
    expect(await source.tipHeight()).toBe(await world.call('getblockcount'));
    expect(await source.blockHash(7)).toBe(await world.call('getblockhash', [7]));
    await expect(source.blockHash(70_000)).rejects.toThrow(/does not know it/);
    const { txid, raw } = await world.reveal([PLAIN], 20_000, [10_000]);
    expect(await source.transaction(txid)).toBe(raw);
    const unknown = 'ab'.repeat(32);
    await expect(source.transaction(unknown)).rejects.toThrow(/does not know it \(status 404\)/);
    await expect(source.output({ txid: unknown, vout: 0 })).rejects.toThrow(/does not know it/);
    await expect(source.locate(`${unknown}i0`)).rejects.toThrow(/does not know it/);
  });

  test.each([
    '',
    'i0',
    `${'ab'.repeat(32)}i01`,
    `${'ab'.repeat(32)}i4294967296`,
    `../../${'ab'.repeat(29)}i0`,
  ])('asks nothing for "%s", which is no inscription id', async (id) => {
    await expect(source.locate(id)).rejects.toThrow(RangeError);
  });
});
