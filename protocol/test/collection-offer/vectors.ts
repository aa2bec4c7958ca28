import { bytesToHex } from '../../src/bitcoin/bytes.ts';
import { admissionAddress, admissionLock } from '../../src/collection-offer/admission.ts';
import { criteriaHash, criteriaJson, type Target } from '../../src/collection-offer/criteria.ts';
import { eligibleSet } from '../../src/collection-offer/eligible-set.ts';
import { fundingParentLayout } from '../../src/collection-offer/funding.ts';
import {
  type CollectionOfferTerms,
  exitDataScript,
  offerAddress,
  offerLeaf,
  offerLock,
  termsHex,
} from '../../src/collection-offer/offer.ts';
import { fillLayout } from '../../src/fill/fill.ts';
import { type Layout, layoutTxid, serialized } from '../../src/layout/layout.ts';
import { NETWORK, paymentAddress, xOnly } from '../parties.ts';
import { collectionOfferTerms, fillTerms, IDS } from './terms.ts';

const TARGETS: readonly Target[] = [
  { kind: 'all' },
  { kind: 'traits', traits: [{ type: 'Background', values: ['Red', 'Blue'] }] },
  {
    kind: 'traits',
    traits: [
      { type: 'Hat "old"', values: ['é', 'z', '𝄞', '\uffff', 'z'] },
      { type: 'Background', values: ['Red'] },
      { type: 'Background', values: ['Red'] },
    ],
  },
];

const unsigned = (table: Layout) => ({
  txid: layoutTxid(table),
  unsigned: bytesToHex(serialized(table, false)),
});

/** Everything that another implementation has to come out the same on. `docs/protocol/collection-offers.md` tells what is what. */
export function collectionOfferVectors() {
  const offers: CollectionOfferTerms[] = [
    collectionOfferTerms(),
    collectionOfferTerms({ priceSats: 10_000, expiresAt: 1, receiveScript: `0014${'11'.repeat(20)}` }),
    collectionOfferTerms({ priceSats: 2_100_000_000_000_000, buyerKey: xOnly('another buyer') }),
  ];
  const settlements = [
    fillTerms(),
    fillTerms({ creator: { address: paymentAddress('creator', 'p2tr'), valueSats: 500 } }, 3, 'p2sh-p2wpkh'),
  ];
  return {
    network: NETWORK,
    criteria: TARGETS.map((target) => {
      const json = criteriaJson({ collection: 'embers', height: 120, target });
      return { collection: 'embers', height: 120, target, json, hash: criteriaHash(json) };
    }),
    eligibleSets: [1, 2, 3, 5, 7].map((size) => {
      const set = eligibleSet(IDS.slice(0, size));
      return {
        inscriptionIds: set.ids,
        root: set.root,
        proofs: set.ids.map((id) => ({ id, ...set.proofOf(id)! })),
      };
    }),
    offers: offers.map((terms) => ({
      terms,
      stated: termsHex(terms),
      leaf: offerLeaf(terms),
      leafHash: offerLock(terms).leafHash,
      controlBlock: offerLock(terms).controlBlock,
      script: offerLock(terms).script,
      address: offerAddress(terms, NETWORK),
      exitDataScript: exitDataScript(terms),
    })),
    admissions: [1, 16, 17, 127, 128, 144, 65_535].map((lockBlocks) => {
      const tier = { number: 1, lockBlocks };
      const { leaf, script } = admissionLock(tier, xOnly('gate'));
      return {
        tier,
        gateKey: xOnly('gate'),
        leaf,
        script,
        address: admissionAddress(tier, xOnly('gate'), NETWORK),
      };
    }),
    settlements: settlements.map((terms) => ({
      terms,
      fundingParent: unsigned(fundingParentLayout(terms.offer, terms.funding)),
      settlement: unsigned(fillLayout(terms, NETWORK)),
    })),
  };
}
