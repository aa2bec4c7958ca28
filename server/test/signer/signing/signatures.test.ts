import fc from 'fast-check';
import { verifySchnorr, xOnlyPointFromScalar } from 'tiny-secp256k1';
import { expect, test } from 'vitest';
import { secret } from '../../../../protocol/test/parties.ts';
import { schnorr } from '../../../src/signer/signing/signatures.ts';

const key = secret('signatures');
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('a schnorr signature verifies, and uses fresh randomness', () => {
  fc.assert(
    fc.property(hash, (message) => {
      const signature = schnorr(message, key);
      expect(verifySchnorr(message, xOnlyPointFromScalar(key), signature)).toBe(true);
      expect(schnorr(message, key)).not.toEqual(signature);
    }),
    { numRuns: 50 },
  );
});
