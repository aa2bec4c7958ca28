import fc from 'fast-check';
import { pointFromScalar, verifySchnorr, xOnlyPointFromScalar } from 'tiny-secp256k1';
import { expect, test } from 'vitest';
import { verifyEcdsa } from '../../src/protocol/signatures.ts';
import { ecdsaLowR, schnorr } from '../../src/signer/signatures.ts';
import { secret } from '../protocol/parties.ts';

const key = secret('signatures');
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('an ECDSA signature verifies, is strict DER with low R and S, and is the same every time', () => {
  fc.assert(
    fc.property(hash, (message) => {
      const signature = ecdsaLowR(message, key);
      expect(signature.length).toBeLessThanOrEqual(70);
      expect(verifyEcdsa(message, pointFromScalar(key, true)!, signature)).toBe(true);
      expect(ecdsaLowR(message, key)).toEqual(signature);
    }),
    { numRuns: 50 },
  );
});

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
