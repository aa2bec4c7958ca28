import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import {
  type CollectionOfferTerms,
  exitDataScript,
  offerAddress,
  offerLeaf,
  offerLock,
  readTerms,
  termsHex,
} from '../../src/collection-offer/offer.ts';
import { NETWORK, xOnly } from '../parties.ts';
import { collectionOfferTerms } from './terms.ts';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const changes: Record<keyof CollectionOfferTerms, fc.Arbitrary<Partial<CollectionOfferTerms>>> = {
  priceSats: fc.integer({ min: 1, max: 2_100_000_000_000_000 }).map((priceSats) => ({ priceSats })),
  expiresAt: fc.integer({ min: 1, max: 4_000_000_000 }).map((expiresAt) => ({ expiresAt })),
  receiveScript: hash.map((key) => ({ receiveScript: `5120${key}` })),
  eligibleRoot: hash.map((eligibleRoot) => ({ eligibleRoot })),
  criteriaHash: hash.map((criteriaHash) => ({ criteriaHash })),
  buyerKey: fc.nat(50).map((n) => ({ buyerKey: xOnly(`other buyer ${n}`) })),
  authSecretHash: hash.map((authSecretHash) => ({ authSecretHash })),
  keys: fc
    .tuple(fc.constantFrom('market', 'gate', 'policy'), fc.nat(50))
    .map(([role, n]) => ({ keys: { ...collectionOfferTerms().keys, [role]: xOnly(`other ${n}`) } })),
};

describe('an offer address', () => {
  for (const [term, change] of Object.entries(changes))
    it(`changes with any change of ${term}`, () => {
      fc.assert(
        fc.property(change, (given) => {
          fc.pre(
            JSON.stringify({ ...collectionOfferTerms(), ...given }) !==
              JSON.stringify(collectionOfferTerms()),
          );
          expect(offerAddress(collectionOfferTerms(given), NETWORK)).not.toBe(
            offerAddress(collectionOfferTerms(), NETWORK),
          );
        }),
        { numRuns: rounds(60) },
      );
    });

  it('is the same for the same terms', () => {
    expect(offerAddress(collectionOfferTerms(), NETWORK)).toBe(offerAddress(collectionOfferTerms(), NETWORK));
  });
});

describe('an offer output', () => {
  it('shows the terms in the first push of its leaf, which is a minimal one, and nothing else is read as terms', () => {
    const { buyerKey: _, authSecretHash: __, keys: ___, ...terms } = collectionOfferTerms();
    for (const receiveScript of [terms.receiveScript, `0014${'11'.repeat(20)}`]) {
      const stated = termsHex({ ...terms, receiveScript });
      const push = `4c${(stated.length / 2).toString(16)}${stated}75`;
      expect(stated.length / 2).toBeGreaterThan(75);
      expect(offerLeaf(collectionOfferTerms({ receiveScript })).startsWith(push)).toBe(true);
      expect(readTerms(stated)).toEqual({ ...terms, receiveScript });
      for (const other of [stated.slice(2), `${stated}00`, stated.slice(0, -2), `02${stated.slice(2)}`, ''])
        expect(readTerms(other)).toBeNull();
      expect(readTerms(`01${'ff'.repeat(8)}${stated.slice(18)}`)).toBeNull();
    }
  });

  it('takes policy, gate and market signatures, an empty item and the secret', () => {
    const lock = offerLock(collectionOfferTerms(), 'ab'.repeat(32));
    expect(lock.signatureOrder).toEqual(['policy', 'gate', 'market']);
    expect(lock.afterSignatures).toEqual(['', 'ab'.repeat(32)]);
  });

  it('tells its buyer, in 64 bytes, what the key path needs', () => {
    const script = exitDataScript(collectionOfferTerms());
    expect(script).toBe(`6a40${xOnly('maker ordinals')}${offerLock(collectionOfferTerms()).leafHash}`);
  });
});
