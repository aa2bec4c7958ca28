/**
 * The signing policies of the three signers of fills. The layout's own rules were checked before. A test
 * breaks each rule.
 *
 * market   fees, price, fee rate, expiry, the seller's signature, and the secret: the offer was not cancelled
 * policy   the buyer gets what was asked for: criteria, eligible set and proof, and what is on the seller's
 *          coin; and all that the market checks
 * gate     expiry, and the transaction: three inputs, and an admission coin of the right tier, spent under
 *          its lock and created again
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { signatureFault } from '@ordbook/protocol/bitcoin/signatures';
import {
  ADMISSION_SATS,
  admissionLock,
  type Tier,
  tierOf,
} from '@ordbook/protocol/collection-offer/admission';
import { criteriaHash, parseCriteria } from '@ordbook/protocol/collection-offer/criteria';
import { type EligibleProof, provesEligible } from '@ordbook/protocol/collection-offer/eligible-set';
import { fundingParentLayout, TRUC_VERSION } from '@ordbook/protocol/collection-offer/funding';
import { MINIMUM_PRICE_SATS, PRICE_STEP_SATS } from '@ordbook/protocol/collection-offer/offer';
import { MAX_CHILD_VBYTES } from '@ordbook/protocol/fill/fill';
import { type Layout, networkFee } from '@ordbook/protocol/layout/layout';
import { type Rule, spentTwice } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import type { FillRequest } from '../fill-port.ts';
import { type SigningSettings, strangerPaid } from '../market/sale-rules.ts';

interface FillToSign {
  readonly request: FillRequest;
  readonly table: Layout;
  readonly settings: SigningSettings;
  /** By the signer's own clock. */
  readonly now: Date;
}

function expired(expiresAt: number, now: Date): string | null {
  return now.getTime() < expiresAt * 1000 ? null : `at ${now.toISOString()}`;
}

/** Rules of both the market and the policy signer. */
const SHARED_RULES: readonly Rule<FillToSign>[] = [
  {
    sentence: 'the offer has not expired',
    broken: ({ request: { terms }, now }) => expired(terms.offer.expiresAt, now),
  },
  {
    sentence: 'the price is allowed for collection offers',
    broken: ({ request: { terms } }) => {
      const { priceSats } = terms.offer;
      return priceSats >= MINIMUM_PRICE_SATS && priceSats % PRICE_STEP_SATS === 0
        ? null
        : `${priceSats} sats`;
    },
  },
  {
    sentence: "the marketplace's fee goes to the operator's fee address",
    broken: ({
      request: {
        terms: { marketplace },
      },
      settings,
    }) => (marketplace && marketplace.address !== settings.feeAddress ? marketplace.address : null),
  },
  {
    sentence: "after the seller output only the operator's fee and payout addresses are paid",
    broken: ({ table: { outputs }, settings }) => strangerPaid(outputs.slice(2, -1), [], settings),
  },
  {
    sentence: 'the secret of the offer is revealed: it was not cancelled',
    broken: ({ request: { terms, authSecret } }) => {
      const hash = bytesToHex(sha256(hexToBytes(authSecret)));
      return hash === terms.offer.authSecretHash ? null : `a secret of hash ${hash}`;
    },
  },
  {
    sentence: 'the fee rate of the package is within the limit',
    broken: ({ request: { terms }, table, settings }) => {
      const vbytes = layoutSize(table) + layoutSize(fundingParentLayout(terms.offer, terms.funding));
      const fee = networkFee(table);
      return fee <= settings.maxFeeRate * vbytes ? null : `${fee} sats for ${vbytes} vB`;
    },
  },
  {
    sentence: 'the seller has signed exactly this settlement',
    broken: ({ request: { sellerSignature }, table }) => signatureFault(table, 0, 'seller', sellerSignature),
  },
];

export interface FillForMarket extends FillToSign {
  /** The signer's own x-only key, and the operator's other key in x-only form. */
  readonly own: string;
  readonly operator: string;
  /** The gate's x-only key. */
  readonly gate: string;
}

export const MARKET_FILL_RULES: readonly Rule<FillForMarket>[] = [
  {
    sentence: "the offer's market key is this signer's key",
    broken: ({ request: { terms }, own }) =>
      terms.offer.keys.market === own ? null : terms.offer.keys.market,
  },
  {
    sentence: "the offer's gate key is that of the operator's gate",
    broken: ({ request: { terms }, gate }) => (terms.offer.keys.gate === gate ? null : terms.offer.keys.gate),
  },
  {
    sentence: 'buyer, seller, gate and policy are not the operator',
    broken: ({ request: { terms }, own, operator }) => {
      const { buyerKey, keys } = terms.offer;
      const parties = [
        buyerKey,
        terms.sellerKey,
        terms.funding.payer.publicKey.slice(-64),
        keys.gate,
        keys.policy,
      ];
      return parties.find((key) => key === own || key === operator) ?? null;
    },
  },
  ...SHARED_RULES,
];

/** What the policy signer found in its own node and index. */
export interface Findings {
  /** Height of the newest block of the signer's own node. */
  readonly tip: number;
  /** Root of the eligible set of the criteria as of their block; null when the set is empty. */
  readonly root: string | null;
  /**
   * What is wrong with the seller's coin, which must hold the inscription confirmed, unspent and alone; null:
   * nothing.
   */
  readonly inscriptionFault: string | null;
  /** Why a coin of the package cannot be spent; null when all can. */
  readonly coinFault: string | null;
}

export interface FillForPolicy extends FillToSign {
  readonly own: string;
  readonly criteriaJson: string;
  readonly proof: EligibleProof;
  readonly findings: Findings;
}

export const POLICY_FILL_RULES: readonly Rule<FillForPolicy>[] = [
  {
    sentence: "the offer's policy key is this signer's key",
    broken: ({ request: { terms }, own }) =>
      terms.offer.keys.policy === own ? null : terms.offer.keys.policy,
  },
  {
    sentence: 'the criteria are those that the offer commits to',
    broken: ({ request: { terms }, criteriaJson }) =>
      criteriaHash(criteriaJson) === terms.offer.criteriaHash ? null : criteriaJson,
  },
  {
    sentence: 'the eligible set is the one that the index returns for the criteria',
    broken: ({ request: { terms }, findings }) =>
      findings.root === terms.offer.eligibleRoot
        ? null
        : `root ${findings.root}, not ${terms.offer.eligibleRoot}`,
  },
  {
    sentence: 'the proof shows that the inscription is in the eligible set',
    broken: ({ request: { terms }, proof }) =>
      provesEligible(terms.offer.eligibleRoot, terms.inscription.id, proof) ? null : terms.inscription.id,
  },
  {
    sentence: 'the eligible set is as of a block that exists',
    broken: ({ criteriaJson, findings }) => {
      const { height } = parseCriteria(criteriaJson);
      return height <= findings.tip ? null : `as of block ${height}, and the newest is ${findings.tip}`;
    },
  },
  {
    sentence: "the inscription is on the seller's coin, confirmed and alone",
    broken: ({ findings }) => findings.inscriptionFault,
  },
  { sentence: 'every coin of the package can be spent', broken: ({ findings }) => findings.coinFault },
  ...SHARED_RULES,
];

export interface FillForGate {
  readonly own: string;
  readonly table: Layout;
  readonly tiers: readonly Tier[];
  readonly expiresAt: number;
  readonly now: Date;
}

/** The gate signer checks the table, and the expiry that the offer's address commits to. */
export const GATE_RULES: readonly Rule<FillForGate>[] = [
  {
    sentence: 'the offer has not expired',
    broken: ({ expiresAt, now }) => expired(expiresAt, now),
  },
  {
    sentence: 'a settlement has three inputs, each once, version 3 and at most 1000 vB',
    broken: ({ table }) => {
      const { inputs, version } = table;
      const vbytes = layoutSize(table);
      const isSound = inputs.length === 3 && version === TRUC_VERSION && vbytes <= MAX_CHILD_VBYTES;
      return isSound ? spentTwice(table) : `${inputs.length} coins, version ${version}, ${vbytes} vB`;
    },
  },
  {
    sentence: 'the last input is an admission coin of a tier of this gate, under its lock',
    broken: ({ own, table, tiers }) => {
      const spent = table.inputs[2];
      const tier = tiers.find((one) => admissionLock(one, own).script === spent?.lock.script);
      return tier && spent?.sequence === tier.lockBlocks && spent.coin.valueSats === ADMISSION_SATS
        ? null
        : `${spent?.coin.valueSats} sats of ${spent?.lock.script}, sequence ${spent?.sequence}`;
    },
  },
  {
    sentence: "the tier is that of the offer's price",
    broken: ({ own, table, tiers }) => {
      const priceSats = table.inputs[1]?.coin.valueSats ?? 0;
      const tier = tierOf(tiers, priceSats);
      return tier && admissionLock(tier, own).script === table.inputs[2]?.lock.script
        ? null
        : `an offer of ${priceSats} sats`;
    },
  },
  {
    sentence: 'the last output creates the admission coin again',
    broken: ({ table: { inputs, outputs } }) => {
      const back = outputs.at(-1);
      return back?.valueSats === ADMISSION_SATS && back.script === inputs[2]?.lock.script
        ? null
        : `${back?.valueSats} sats to ${back?.script}`;
    },
  },
  {
    sentence: 'the gate signs one offer output and one admission coin with its own key',
    broken: ({ own, table: { inputs } }) => {
      const signed = inputs.filter(({ signs }) => signs.gate !== undefined);
      const isOwn = signed.every(({ lock }) => lock.type === 'leaf' && lock.keys.gate === own);
      return signed.length === 2 && signed[0] === inputs[1] && isOwn
        ? null
        : signed.map(({ name }) => name).join(', ');
    },
  },
];
