import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { envelopesIn as ordEnvelopesIn } from '../../../devnode/src/ord/envelope.ts';
import { claimedParents, pointerOf } from '../../../devnode/src/ord/inscription.ts';
import { propertiesOf } from '../../../devnode/src/ord/properties.ts';
import { encodeBundle } from '../../src/custody/bundle.ts';
import { envelopesIn } from '../../src/custody/envelope.ts';
import { CustodyFault } from '../../src/custody/fault.ts';
import { type Properties, propertiesIn, type Trait } from '../../src/custody/gallery.ts';
import { requireChild, requireItem } from '../../src/custody/membership.ts';
import { type Custody, readCustody } from '../../src/custody/read.ts';
import { Unreadable } from '../../src/custody/reader.ts';
import { blockOf, type MadeInput, made, madeProof, witnessOf } from './made-proof.ts';

const PARENT = madeProof();
const valueFor = (id: string) => Buffer.from(id.slice(0, 64), 'hex').reverse().toString('hex');

function custodyOf({
  bundle,
  inscriptionId,
}: Pick<ReturnType<typeof madeProof>, 'bundle' | 'inscriptionId'>): Custody {
  const answer = readCustody(encodeBundle(bundle), { inscriptionId, outpoint: null, network: 'regtest' });
  if (!answer.holds) throw new Error(answer.reason);
  return answer.custody;
}

/** A child whose reveal spends these coins beside its own. */
function childOf(fields: readonly (readonly [number, string])[], spends: readonly MadeInput[]): Custody {
  const { first } = PARENT.coins;
  const reveal = made(
    [{ txid: first.txid, vout: 0, witness: witnessOf(...fields) }, ...spends],
    [{ valueSats: 900 }],
  );
  const bundle = {
    ...PARENT.bundle,
    reveal: reveal.complete,
    ...blockOf(reveal),
    previous: [first.stripped],
    moves: [],
  };
  return custodyOf({ bundle, inscriptionId: `${reveal.txid}i0` });
}

function codeOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof CustodyFault) return error.code;
    throw error;
  }
}

describe('a child', () => {
  const parent = custodyOf(PARENT);
  const { txid, vout } = parent.place;
  const named = [3, valueFor(PARENT.inscriptionId)] as const;

  test('names its parent, and its reveal spends the coin that the parent is on', () => {
    expect(codeOf(() => requireChild(childOf([named], [{ txid, vout }]), parent))).toBeNull();
  });

  test.each([
    ['names no parent', [], [{ txid, vout }]],
    ['names another parent', [[3, 'ab'.repeat(32)]], [{ txid, vout }]],
    ['spends another coin', [named], [{ txid, vout: vout + 1 }]],
    ['spends a coin that the parent was on before', [named], [{ txid: PARENT.reveal.txid, vout: 1 }]],
  ] as const)('is none when it %s', (_, fields, spends) => {
    expect(codeOf(() => requireChild(childOf(fields, spends), parent))).toBe('not_a_member');
  });
});

describe('a gallery', () => {
  const item = `${'cd'.repeat(32)}i0`;
  const listing = `a10081a1005820${valueFor(item)}`;

  test('has the items that it lists', () => {
    expect(codeOf(() => requireItem(item, custodyOf(madeProof([[17, listing]]))))).toBeNull();
  });

  test.each([
    ['no properties', [], 'not_a_member'],
    ['other items', [[17, `a10081a1005820${'ef'.repeat(32)}`]], 'not_a_member'],
    ['an item without id', [[17, `a10082a1005820${valueFor(item)}a0`]], 'not_a_member'],
    [
      'compressed properties',
      [
        [17, listing],
        [19, '6272'],
      ],
      'unreadable_gallery',
    ],
    ['bytes that are no CBOR', [[17, 'ff']], 'unreadable_gallery'],
  ] as const)('has no item with %s', (_, fields, code) => {
    expect(codeOf(() => requireItem(item, custodyOf(madeProof(fields))))).toBe(code);
  });
});

const id = Uint8Array.from([...new Uint8Array(32).fill(0xcd)]);
/** Pieces of CBOR that make galleries likely, and broken ones too. */
const piece = fc.constantFrom<number[][]>(
  [0xa1, 0, 0x81],
  [0xa2, 0, 0x82],
  [0xa1, 0, 0x58, 32, ...id],
  [0xbf, 0, 0x9f],
  [0xff],
  [0xa0],
  [0xa1, 2, 5],
  [2, 0x58, 64, ...id, ...id],
  [1, 0xa1, 0, 0x61, 0x61],
  [1, 0xa1, 1, 0xa1, 0x61, 0x61, 0xf5],
  [1, 0xa1, 1, 0xa3, 0x61, 0x61, 0x20, 0x61, 0x62, 0xf6, 0x61, 0x63, 0x61, 0x64],
  [0xf6],
  [0],
  [1],
  [2],
  [0x20],
  [0x1a, 0, 0, 1, 0],
  [0xc1, 0],
  [0x58, 33, ...id, 7],
  [9, 0x82, 1, 2],
  [0x61, 0x62],
);

test('galleries are read as the index reads them, or refused', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const properties = Uint8Array.from(pieces.flat());
      const told = propertiesOf({ properties } as Parameters<typeof propertiesOf>[0]);
      found += told.gallery.length;
      expect(readBy(properties)).toEqual({
        items: told.gallery.map(({ id: of, attributes }) => ({
          id: of,
          traits: traitsOf(attributes.traits),
        })),
        traits: traitsOf(told.attributes.traits),
      });
    }),
    { numRuns: 8_000 },
  );
  expect(found).toBeGreaterThan(5);
});

const traitsOf = (traits: ReadonlyMap<string, unknown>): Trait[] =>
  [...traits].flatMap(([type, value]) => (value === null ? [] : [{ type, value: String(value) }]));

function readBy(properties: Uint8Array): Properties {
  try {
    return propertiesIn(properties);
  } catch (error) {
    if (error instanceof Unreadable) return { items: [], traits: [] };
    throw error;
  }
}

const push = (...bytes: number[]) => [bytes.length, ...bytes];
const ORD = push(0x6f, 0x72, 0x64);
/** Pieces of scripts that make envelopes likely, and broken ones too. */
const opcodes = fc.oneof(
  { arbitrary: fc.constant([0x00, 0x63, ...ORD]), weight: 9 },
  { arbitrary: fc.constant([0x68]), weight: 9 },
  { arbitrary: fc.constantFrom([0x00], [0x63], ORD, [0x51], [0x60], [0x4f], [0xac], [0x61]), weight: 3 },
  { arbitrary: fc.constantFrom(push(1), push(2), push(3), push(5), push(66), push(2, 0)), weight: 4 },
  { arbitrary: fc.constant([...push(3), ...push(...id)]), weight: 2 },
  { arbitrary: fc.constantFrom([0x4c, 1, 2], [0x4d, 1, 0, 2], [0x4e, 1, 0, 0, 0, 2], [0x4c, 0]), weight: 2 },
  { arbitrary: fc.uint8Array({ maxLength: 10 }).map((bytes) => push(...bytes)), weight: 3 },
  { arbitrary: fc.constantFrom([0x05, 1], [0x4c], [0x4d, 9], [0x4e, 1, 0]), weight: 1 },
);
const script = fc.array(opcodes, { maxLength: 25 }).map((pieces) => Uint8Array.from(pieces.flat()));
const witness = fc.oneof(
  script.map((leaf) => [leaf, new Uint8Array(33)]),
  script.map((leaf) => [new Uint8Array(64), leaf, new Uint8Array(33), Uint8Array.of(0x50, 1)]),
  fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 3 }),
);

test('envelopes are found, placed and left on no sat as the index does', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(witness, { minLength: 1, maxLength: 3 }), (witnesses) => {
      const index = ordEnvelopesIn(witnesses.map((items) => ({ witness: items })));
      const told = index.map(({ input, payload }) => ({
        input,
        pointer: pointerOf(payload) ?? null,
        hasUnknownEvenField: payload.unrecognizedEvenField,
        parents: claimedParents(payload),
      }));
      const ours = envelopesIn(witnesses);
      found += ours.length;
      expect(ours.map(({ properties: _, propertyEncoding: __, ...envelope }) => envelope)).toEqual(told);
    }),
    { numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(600);
});
