import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exitDataScript,
  type OfferTerms,
  offerAddress,
  offerLeaf,
  offerLock,
  termsHash,
} from '../../../src/protocol/collection-offer/offer.ts';
import { NETWORK, xOnly } from '../parties.ts';
import { offerTerms } from './terms.ts';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const changes: Record<keyof OfferTerms, fc.Arbitrary<Partial<OfferTerms>>> = {
  priceSats: fc.integer({ min: 1, max: 2_100_000_000_000_000 }).map((priceSats) => ({ priceSats })),
  expiresAt: fc.integer({ min: 1, max: 4_000_000_000 }).map((expiresAt) => ({ expiresAt })),
  receiveScript: hash.map((key) => ({ receiveScript: `5120${key}` })),
  eligibleRoot: hash.map((eligibleRoot) => ({ eligibleRoot })),
  criteriaHash: hash.map((criteriaHash) => ({ criteriaHash })),
  buyerKey: fc.nat(50).map((n) => ({ buyerKey: xOnly(`other buyer ${n}`) })),
  authSecretHash: hash.map((authSecretHash) => ({ authSecretHash })),
  keys: fc
    .tuple(fc.constantFrom('market', 'gate', 'policy'), fc.nat(50))
    .map(([role, n]) => ({ keys: { ...offerTerms().keys, [role]: xOnly(`other ${n}`) } })),
};

describe('an offer address', () => {
  for (const [term, change] of Object.entries(changes))
    it(`changes with any change of ${term}`, () => {
      fc.assert(
        fc.property(change, (given) => {
          fc.pre(JSON.stringify({ ...offerTerms(), ...given }) !== JSON.stringify(offerTerms()));
          expect(offerAddress(offerTerms(given), NETWORK)).not.toBe(offerAddress(offerTerms(), NETWORK));
        }),
        { numRuns: 40 },
      );
    });

  it('is the same for the same terms', () => {
    expect(offerAddress(offerTerms(), NETWORK)).toBe(offerAddress(offerTerms(), NETWORK));
  });
});

describe('an offer output', () => {
  it('commits to the terms in the first push of its leaf', () => {
    expect(offerLeaf(offerTerms()).slice(2, 66)).toBe(termsHash(offerTerms()));
  });

  it('takes policy, gate and market signatures, an empty item and the secret', () => {
    const lock = offerLock(offerTerms(), 'ab'.repeat(32));
    expect(lock.signatureOrder).toEqual(['policy', 'gate', 'market']);
    expect(lock.afterSignatures).toEqual(['', 'ab'.repeat(32)]);
  });

  it('tells its buyer, in 64 bytes, what the key path needs', () => {
    const script = exitDataScript(offerTerms());
    expect(script).toBe(`6a40${xOnly('maker ordinals')}${offerLock(offerTerms()).leafHash}`);
  });
});
