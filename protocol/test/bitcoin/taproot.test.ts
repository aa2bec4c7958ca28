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
