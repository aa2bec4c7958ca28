import { hex } from '@scure/base';
import fc from 'fast-check';
import { sign } from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { decodeLaxDer, isLowS, isStrictDer } from '../../src/script/der.ts';

const R = '2a'.repeat(32);
const S = '3b'.repeat(32);
const STRICT = `30440220${R}0220${S}01`;
const withoutType = (signature: string) => hex.decode(signature).subarray(0, -1);

describe('DER signatures', () => {
  test.each<[string, string, boolean]>([
    ['the canonical form', STRICT, true],
    ['a padded R', `3045022100${R}0220${S}01`, false],
    ['a negative R', `30440220${'ff'.repeat(32)}0220${S}01`, false],
    ['a zero-length S', `30240220${R}020001`, false],
    ['a wrong total length', `30450220${R}0220${S}01`, false],
    ['a long-form length', `3081440220${R}0220${S}01`, false],
    ['another tag', `31440220${R}0220${S}01`, false],
    ['a signature cut short', '300602010102', false],
  ])('BIP66 on %s', (_form, signature, strict) => {
    expect(isStrictDer(hex.decode(signature))).toBe(strict);
  });

  test('padding, long lengths and trailing bytes are read leniently', () => {
    for (const signature of [
      STRICT,
      `3046022100${R}022100${S}01`,
      `3081440220${R}0220${S}01`,
      `30440220${R}02820020${S}01`,
      `30440220${R}0220${S}deadbeef01`,
    ])
      expect(hex.encode(decodeLaxDer(withoutType(signature))!)).toBe(R + S);
  });

  test('integers at or above the group order read as zero', () => {
    const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
    for (const signature of [`3045022100${order}0220${S}01`, `3045022101${R}0220${S}01`])
      expect(hex.encode(decodeLaxDer(withoutType(signature))!)).toBe('00'.repeat(64));
  });

  test('S is low up to half the order', () => {
    const half = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0';
    expect(isLowS(hex.decode(R + half))).toBe(true);
    expect(isLowS(hex.decode(R + half.replace(/a0$/, 'a1')))).toBe(false);
    expect(isLowS(sign(new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)))).toBe(true);
  });

  test('a strict signature always reads leniently, and no bytes make a reader throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(80), (noise, cut) => {
        const bytes = Uint8Array.from([...withoutType(STRICT).subarray(0, cut), ...noise]);
        const read = decodeLaxDer(bytes);
        if (isStrictDer(Uint8Array.from([...bytes, 1]))) expect(read).not.toBeNull();
      }),
    );
  });
});
