/**
 * The signing policies of the three signers of fills. The layout's own rules were checked before. A test
 * breaks each rule.
 *
 * all      the keys of all three, and the expiry by their own clocks
 * market   fees, price, fee rate, the seller's signature, and the secret: the offer was not cancelled
 * policy   the buyer gets what was asked for: criteria, eligible set, and proofs that the seller's coin holds
 *          it and that it is a member; and all that the market checks
 * gate     the signatures of the other two, and an admission coin of its own and of the right tier, spent
 *          under its lock and created again
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@ordbook/protocol/bitcoin/bytes';
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { signatureFault } from '@ordbook/protocol/bitcoin/signatures';
import { dustLimit } from '@ordbook/protocol/bitcoin/weights';
import {
  ADMISSION_SATS,
  admissionLock,
  type Tier,
  tierOf,
  tierText,
} from '@ordbook/protocol/collection-offer/admission';
import { criteriaHash, parseCriteria } from '@ordbook/protocol/collection-offer/criteria';
import { provesEligible } from '@ordbook/protocol/collection-offer/eligible-set';
import { fundingParentLayout, TRUC_VERSION } from '@ordbook/protocol/collection-offer/funding';
import { MINIMUM_PRICE_SATS, PRICE_STEP_SATS } from '@ordbook/protocol/collection-offer/offer';
import { MAX_CHILD_VBYTES, mostFillFee } from '@ordbook/protocol/fill/fill';
import { type Layout, networkFee } from '@ordbook/protocol/layout/layout';
import { type Rule, spentTwice } from '@ordbook/protocol/layout/rules';
import { layoutSize } from '@ordbook/protocol/layout/size';
import { outpointText } from '@ordbook/protocol/outpoint';
import { shareOf } from '@ordbook/protocol/sats';
import type { FillRequest, GateRequest, PolicyRequest } from '../fill-port.ts';
import type { Line } from '../gate/admission-lines.ts';
import { type SigningSettings, unknownPayout } from '../market/sale-rules.ts';
import type { GoodsFaults } from '../policy/goods.ts';
import type { SignerKeys } from './role-keys.ts';

/** What market and policy signer let a fill cost. */
export interface FillSigningSettings extends SigningSettings {
  /** Least marketplace fee, 1/100 of a percent of the price. A fee below dust is not required. */
  readonly leastFeeBps: number;
}

interface FillToSign {
  readonly request: FillRequest;
  readonly table: Layout;
  readonly settings: FillSigningSettings;
  /** The operator's keys, from this signer's own key set. */
  readonly keys: SignerKeys;
  /** By the signer's own clock. */
  readonly now: Date;
}

interface Keyed {
  readonly request: Pick<FillRequest, 'terms'>;
  readonly keys: SignerKeys;
}

const OPERATORS_KEYS: Rule<Keyed> = {
  sentence: "the offer's keys are those of the operator's three signers",
  broken: ({ request: { terms }, keys }) => {
    const { market, gate, policy } = terms.offer.keys;
    return [market, gate, policy].find((key, i) => key !== [keys.market, keys.gate, keys.policy][i]) ?? null;
  },
};

function expired(expiresAt: number, now: Date): string | null {
  return now.getTime() < expiresAt * 1000 ? null : `at ${now.toISOString()}`;
}

/** Rules of both the market and the policy signer. */
const SHARED_RULES: readonly Rule<FillToSign>[] = [
  OPERATORS_KEYS,
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
    sentence: "the marketplace's fee is at least the signer's own share of the price, SIGNER_LEAST_FEE_BPS",
    broken: ({ request: { terms }, table, settings }) => {
      const { priceSats } = terms.offer;
      const least = shareOf(priceSats, settings.leastFeeBps);
      const paid = terms.marketplace?.valueSats ?? 0;
      const dust = dustLimit(scriptOf(settings.feeAddress, settings.network));
      return paid >= least || least < dust
        ? null
        : `${paid} of ${priceSats} sats, in ${table.outputs.length} outputs`;
    },
  },
  {
    sentence: "after the seller output only the operator's fee and payout addresses are paid",
    broken: ({ table: { outputs }, settings }) => unknownPayout(outputs.slice(2, -1), [], settings),
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
    sentence: 'the network fee is at most half of the price',
    broken: ({ request: { terms }, table }) => {
      const fee = networkFee(table);
      return fee <= mostFillFee(terms.offer.priceSats) ? null : `${fee} sats`;
    },
  },
  {
    sentence: 'the seller has signed exactly this settlement',
    broken: ({ request: { sellerSignature }, table }) => signatureFault(table, 0, 'seller', sellerSignature),
  },
];

export const MARKET_FILL_RULES: readonly Rule<FillToSign>[] = [
  ...SHARED_RULES,
  {
    sentence: 'buyer and seller are not the operator',
    broken: ({ request: { terms }, keys }) => {
      const parties = [terms.offer.buyerKey, terms.sellerKey, terms.funding.payer.publicKey.slice(-64)];
      return parties.find((key) => Object.values(keys).includes(key)) ?? null;
    },
  },
];

/** What the policy signer found in its own node, in the proofs, and in its index if it has one. */
export interface Findings {
  /** Height of the newest block of the signer's own node. */
  readonly tip: number;
  /** Confirmations that the block of the set must have, by the tier of the price. */
  readonly depth: number;
  readonly goods: GoodsFaults;
  readonly coins: CoinFaults;
}

/** What is wrong with the coins of the package, by the signer's node; null: nothing. */
export interface CoinFaults {
  /** One is not as the terms claim. */
  readonly claim: string | null;
  /** One cannot be spent. */
  readonly spent: string | null;
}

export interface FillForPolicy extends FillToSign {
  readonly request: PolicyRequest;
  readonly findings: Findings;
}

/** The last rule: what breaks it alone is an ordinary race. */
export const SPENDABLE = 'every coin of the package can be spent';

export const POLICY_FILL_RULES: readonly Rule<FillForPolicy>[] = [
  ...SHARED_RULES,
  {
    sentence: 'the criteria are those that the offer commits to',
    broken: ({ request: { terms, criteriaJson } }) =>
      criteriaHash(criteriaJson) === terms.offer.criteriaHash ? null : criteriaJson,
  },
  {
    sentence: 'the proof shows that the inscription is in the eligible set',
    broken: ({ request: { terms, proof } }) =>
      provesEligible(terms.offer.eligibleRoot, terms.inscription.id, proof) ? null : terms.inscription.id,
  },
  {
    sentence: 'the eligible set is as of a block that has the confirmations which the price asks for',
    broken: ({ request: { criteriaJson }, findings: { tip, depth } }) => {
      const { height } = parseCriteria(criteriaJson);
      return height <= tip - depth + 1
        ? null
        : `as of block ${height}; the newest is ${tip}, the depth ${depth}`;
    },
  },
  {
    sentence: "a custody proof of the signer's chain ends where the terms have the inscription",
    broken: ({ findings }) => findings.goods.place,
  },
  {
    sentence: 'the inscription is a member that meets the criteria, as of their block',
    broken: ({ findings }) => findings.goods.member,
  },
  {
    sentence: "the signer's index, if it has one, has it there too, confirmed and alone",
    broken: ({ findings }) => findings.goods.index,
  },
  {
    sentence: 'every coin of the package has the value and the script that the terms claim',
    broken: ({ findings }) => findings.coins.claim,
  },
  { sentence: SPENDABLE, broken: ({ findings }) => findings.coins.spent },
];

export interface FillForGate extends Keyed {
  readonly request: GateRequest;
  readonly table: Layout;
  readonly tiers: readonly Tier[];
  /** The line of the admission coin; null: the gate does not know the coin. */
  readonly line: Line | null;
  readonly now: Date;
}

export const GATE_RULES: readonly Rule<FillForGate>[] = [
  OPERATORS_KEYS,
  {
    sentence: 'the offer has not expired',
    broken: ({ request: { terms }, now }) => expired(terms.offer.expiresAt, now),
  },
  {
    sentence: 'the market and the policy signer have signed exactly this settlement',
    broken: ({ request: { market, policy }, table }) =>
      signatureFault(table, 1, 'market', market) ?? signatureFault(table, 1, 'policy', policy),
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
    broken: ({ keys, table, tiers }) => {
      const spent = table.inputs[2];
      const tier = tiers.find((one) => admissionLock(one, keys.gate).script === spent?.lock.script);
      return tier && spent?.sequence === tier.lockBlocks && spent.coin.valueSats === ADMISSION_SATS
        ? null
        : `${spent?.coin.valueSats} sats of ${spent?.lock.script}, sequence ${spent?.sequence}`;
    },
  },
  {
    sentence: "the tier is that of the offer's price",
    broken: ({ keys, table, tiers }) => {
      const priceSats = table.inputs[1]?.coin.valueSats ?? 0;
      const tier = tierOf(tiers, priceSats);
      return tier && admissionLock(tier, keys.gate).script === table.inputs[2]?.lock.script
        ? null
        : `an offer of ${priceSats} sats`;
    },
  },
  {
    sentence:
      "the admission coin is the gate's own: from a fan-out of the operator, through fills that it signed",
    broken: ({ line, tiers, request: { terms } }) => {
      const tier = tiers.find((one) => tierText(one) === line?.tier);
      return line && tier && tierText(tier) === tierText(terms.tier) && line.line <= tier.coins
        ? null
        : `${outpointText(terms.admission)} ${line ? `of ${line.tier}, line ${line.line}` : 'is unknown'}`;
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
    broken: ({ keys, table: { inputs } }) => {
      const signed = inputs.filter(({ signs }) => signs.gate !== undefined);
      const isOwn = signed.every(({ lock }) => lock.type === 'leaf' && lock.keys.gate === keys.gate);
      return signed.length === 2 && signed[0] === inputs[1] && isOwn
        ? null
        : signed.map(({ name }) => name).join(', ');
    },
  },
];
