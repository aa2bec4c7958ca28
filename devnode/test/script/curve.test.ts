import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import { ecdsaVerifies, isTweaked, schnorrVerifies } from '../../src/script/curve.ts';

const HASH = new Uint8Array(32).fill(1);
/** No X coordinate of a point. */
const NO_POINT = new Uint8Array(32).fill(5, 31);
const DER = hex.decode('3006020101020101');
const COMPACT = new Uint8Array(64).fill(1);

test.each([
  ['ECDSA', () => ecdsaVerifies(HASH, Uint8Array.of(2, ...NO_POINT), DER)],
  ['Schnorr', () => schnorrVerifies(HASH, NO_POINT, COMPACT)],
  ['a taproot commitment', () => isTweaked(NO_POINT, HASH, NO_POINT, 0)],
])('keys that are no points never use up the curve library: %s', (_, check) => {
  for (let i = 0; i < 10_000; i++) if (check()) throw new Error('a key that is no point verified');
  expect(check()).toBe(false);
});
