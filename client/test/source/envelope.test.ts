import fc from 'fast-check';
import { expect, test } from 'vitest';
import { envelopesIn as ordEnvelopesIn } from '../../../devnode/src/ord/envelope.ts';
import { pointerOf } from '../../../devnode/src/ord/inscription.ts';
import { envelopesIn } from '../../src/source/envelope.ts';

const push = (...bytes: number[]) => [bytes.length, ...bytes];
const ORD = push(0x6f, 0x72, 0x64);
/** Pieces of scripts that make envelopes likely, and broken ones too. */
const piece = fc.oneof(
  { arbitrary: fc.constant([0x00, 0x63, ...ORD]), weight: 9 },
  { arbitrary: fc.constant([0x68]), weight: 9 },
  { arbitrary: fc.constantFrom([0x00], [0x63], ORD, [0x51], [0x60], [0x4f], [0xac], [0x61]), weight: 3 },
  { arbitrary: fc.constantFrom(push(1), push(2), push(3), push(5), push(66), push(2, 0)), weight: 4 },
  { arbitrary: fc.constantFrom([0x4c, 1, 2], [0x4d, 1, 0, 2], [0x4e, 1, 0, 0, 0, 2], [0x4c, 0]), weight: 2 },
  { arbitrary: fc.uint8Array({ maxLength: 10 }).map((bytes) => push(...bytes)), weight: 3 },
  { arbitrary: fc.constantFrom([0x05, 1], [0x4c], [0x4d, 9], [0x4e, 1, 0]), weight: 1 },
);
const script = fc.array(piece, { maxLength: 25 }).map((pieces) => Uint8Array.from(pieces.flat()));
const witness = fc.oneof(
  script.map((leaf) => [leaf, new Uint8Array(33)]),
  script.map((leaf) => [new Uint8Array(64), leaf, new Uint8Array(33), Uint8Array.of(0x50, 1)]),
  fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 3 }),
);

test('envelopes are found, placed and called odd as the index does', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(witness, { minLength: 1, maxLength: 3 }), (witnesses) => {
      const ours = envelopesIn(witnesses);
      const index = ordEnvelopesIn(witnesses.map((items) => ({ witness: items })));
      expect(ours.map(({ input }) => input)).toEqual(index.map(({ input }) => input));
      for (const [number, { pointer, oddity }] of ours.entries()) {
        const { payload, pushnum, stutter } = index[number]!;
        found += 1;
        expect(pointer).toBe(pointerOf(payload) ?? null);
        const isOdd = pushnum || stutter || payload.incompleteField || payload.unrecognizedEvenField;
        expect(oddity !== null).toBe(isOdd);
      }
    }),
    { numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(600);
});
