import { signSchnorr, verifySchnorr, xOnlyPointFromScalar } from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../src/bitcoin/bytes.ts';
import { outputKey } from '../../src/bitcoin/taproot.ts';

describe('taproot', () => {
  test('a key that is tweaked twice is the same', () => {
    // Source: BIP341, wallet test vectors, the first.
    const internal = hexToBytes('d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d');
    const tweaked = '53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343';
    expect(bytesToHex(outputKey(internal).key)).toBe(tweaked);
    expect(bytesToHex(outputKey(internal).key)).toBe(tweaked);
  });
});

test('keys that are no points are refused, and never use up the curve library', () => {
  const noPoint = new Uint8Array(32).fill(5, 31);
  for (let i = 0; i < 10_000; i += 1) {
    // another root each time, so that no result is remembered
    const root = Uint8Array.from({ length: 32 }, (_, at) => (at < 2 ? (i >> (8 * at)) & 0xff : 0));
    expect(() => outputKey(noPoint, root)).toThrow('is not a point');
  }
  const [hash, secret] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  expect(verifySchnorr(hash, xOnlyPointFromScalar(secret), signSchnorr(hash, secret))).toBe(true);
});
