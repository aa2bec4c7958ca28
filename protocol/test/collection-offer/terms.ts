import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../../src/bitcoin/bytes.ts';
import { bip86Script } from '../../src/bitcoin/keys.ts';
import type { Tier } from '../../src/collection-offer/admission.ts';
import { criteriaHash, criteriaJson } from '../../src/collection-offer/criteria.ts';
import { eligibleSet } from '../../src/collection-offer/eligible-set.ts';
import type { CollectionOfferTerms } from '../../src/collection-offer/offer.ts';
import type { FillTerms } from '../../src/fill/fill.ts';
import type { PaymentType } from '../../src/locks/payer.ts';
import { coin, payer, paymentAddress, xOnly } from '../parties.ts';

export const AUTH_SECRET = '5e'.repeat(32);
export const IDS = Array.from({ length: 7 }, (_, i) => `${coin(`member ${i}`, 1).txid}i0`);
export const CRITERIA = criteriaJson({ collection: 'embers', height: 120, target: { kind: 'all' } });
export const TIER: Tier = { number: 1, fromSats: 0, lockBlocks: 144, coins: 4, depth: 1 };

export function collectionOfferTerms(given: Partial<CollectionOfferTerms> = {}): CollectionOfferTerms {
  return {
    priceSats: 50_000,
    expiresAt: 1_800_000_000,
    receiveScript: bip86Script(xOnly('maker ordinals')),
    eligibleRoot: eligibleSet(IDS).root,
    criteriaHash: criteriaHash(CRITERIA),
    buyerKey: xOnly('maker ordinals'),
    authSecretHash: bytesToHex(sha256(Buffer.from(AUTH_SECRET, 'hex'))),
    keys: { market: xOnly('market'), gate: xOnly('gate'), policy: xOnly('policy') },
    ...given,
  };
}

export function fillTerms(
  given: Partial<FillTerms> = {},
  coins = 1,
  type: PaymentType = 'p2wpkh',
): FillTerms {
  const payments = Array.from({ length: coins }, (_, i) => coin(`payment ${i}`, 60_000));
  return {
    offer: collectionOfferTerms(),
    funding: { payer: payer('maker', type), payments },
    utxo: coin('inscription of seller', 546),
    inscription: { id: IDS[3]!, offset: 0 },
    sellerKey: xOnly('seller'),
    sellerPaymentAddress: paymentAddress('seller', 'p2wpkh'),
    sellerSats: 46_000,
    marketplace: { address: paymentAddress('fees', 'p2wpkh'), valueSats: 1_000 },
    creator: null,
    tier: TIER,
    admission: coin('admission', 333, 4),
    ...given,
  };
}
