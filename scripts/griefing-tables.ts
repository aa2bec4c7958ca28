import { fanOutFee, feeFor, P2TR_OUTPUT, transactionWeight, vsize } from '@ordbook/protocol/bitcoin/weights';
import { PASSTHROUGH_INPUT } from '@ordbook/protocol/listing/passthrough';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { KEYS, listingTerms, saleQuestion } from '../protocol/test/parties.ts';
import { readSettings, tradingSettings } from '../server/src/composition/settings.ts';
import { unpaidBounds } from '../server/src/trading/listing/daily-cost.ts';
import { revocationSats } from '../server/src/trading/operator-coins/anchors.ts';
import { RATES, returned } from './cost-tables.ts';

/** As an operator has them who changes none. */
const settings = tradingSettings(readSettings({}));
const { oneSats, againSats, allSats } = unpaidBounds(settings);
/** Inscriptions of one call. */
const BATCH = 20;

/** What the operator pays while blocks ask `rate` sat/vB. */
const ownRate = (rate: number) => Math.max(rate, settings.minFeeRate);
const closing = (rate: number) => revocationSats(settings, ownRate(rate));
const closingAlone = (rate: number) => fanOutFee(2, 2, Math.min(ownRate(rate), settings.revokeMaxFeeRate));
/** Closings of one inscription until it waits. */
const ofOne = (rate: number) => Math.ceil(oneSats! / closing(rate));
const ofBatch = (rate: number) => BATCH * ofOne(rate);
const ofProfile = (rate: number) => Math.floor(settings.profileDailyCostSats / closing(rate));

/** Coins of one type, each to an output of its own. */
const moved = (coins: number) => (rate: number) => fanOutFee(coins, coins, rate);
/** What the buyer of one listing pays the network. */
const sale = (rate: number) => {
  const { estimatedNetworkFeeSats, listingTransferFeeSats } = planSale(
    saleQuestion(1, { feeRate: rate }),
  ).figures;
  return estimatedNetworkFeeSats + listingTransferFeeSats;
};
const leastFee = settings.fees.minimumSats;
const forged = vsize(transactionWeight(1, 1, PASSTHROUGH_INPUT + P2TR_OUTPUT));
const nothing = () => 0;

/** A spend of the anchor: it replaces the whole sale, or is dear enough alone, or waits for a cheaper block. */
function ending(rate: number): number {
  const alone = fanOutFee(1, 1, ownRate(rate));
  const affordable = [sale(rate) + alone, alone].find((fee) => fee <= settings.bumpMaxSats);
  return affordable ?? 0;
}

interface Griefing {
  /** Sats that the attacker and the operator lose to it, at a fee rate in sat/vB. Below zero: a gain. */
  readonly attacker: (rate: number) => number;
  readonly operator: (rate: number) => number;
  readonly bound: string;
}

const GRIEFING: Readonly<Record<string, Griefing>> = {
  'a listing, delisted': { attacker: nothing, operator: closing, bound: 'the next rows' },
  'the same, alone in its block': { attacker: nothing, operator: closingAlone, bound: 'the next rows' },
  'a counter, cancelled': { attacker: nothing, operator: closing, bound: 'as a listing' },
  '20 inscriptions, all day, by one profile': {
    attacker: nothing,
    operator: (rate) => Math.min(ofProfile(rate), ofBatch(rate)) * closing(rate),
    bound: '`PROFILE_DAILY_COST_SATS`',
  },
  'the same ones, by each further profile': {
    attacker: (rate) => moved(BATCH)(rate) + moved(1)(rate),
    operator: (rate) => Math.max(0, ofBatch(rate) - ofProfile(rate)) * closing(rate),
    bound: 'a twentieth of it for each inscription; all further profiles together',
  },
  'any number of profiles, all day': {
    attacker: (rate) => (allSats! / settings.profileDailyCostSats - 1) * moved(1)(rate),
    operator: () => allSats!,
    bound: '`UNPAID_DAILY_COST_SATS`',
  },
  'a sale to oneself, and the closings that it pays for': {
    attacker: (rate) => 2 * leastFee + sale(rate),
    operator: (rate) => Math.floor(leastFee / closing(rate)) * closing(rate) - 2 * leastFee,
    bound: 'the seller fee',
  },
  'anchors reserved, never used': {
    attacker: nothing,
    operator: nothing,
    bound: '24 for each profile, for 10 minutes; shared fairly',
  },
  'admission coins reserved, never used': {
    attacker: nothing,
    operator: nothing,
    bound: 'shared fairly; each needs an eligible inscription',
  },
  'a purchase that other nodes refuse': {
    attacker: sale,
    operator: ending,
    bound: '`BUMP_MAX_SATS`, and ten times that a day for all',
  },
  'a purchase whose payment its buyer spends elsewhere': {
    attacker: sale,
    operator: nothing,
    bound: 'the attacker pays each time',
  },
  'the same before fees rise, in no block for 36 blocks': {
    attacker: nothing,
    operator: closingAlone,
    bound: '`REVOKE_MAX_FEE_RATE`; fees must rise',
  },
  'such a purchase, and a block has its transfer': {
    attacker: sale,
    operator: (rate) => returned(recoveryLayout([listingTerms('seller 1')], KEYS))(ownRate(rate)),
    bound: 'a third of `SIGNER_FEE_SATS_PER_DAY` an hour',
  },
  'offers on one coin': { attacker: nothing, operator: nothing, bound: 'no sats; open offers are limited' },
  'a sign-in, by each further profile': {
    attacker: moved(1),
    operator: nothing,
    bound: '`FUNDING_REQUIREMENT_SATS`; the limits of `challenge` and `verify`',
  },
  'streams of events': {
    attacker: nothing,
    operator: nothing,
    bound: '20 for each address and profile, times `LIMIT_SCALE`',
  },
  'a forged sale': {
    attacker: (rate) => feeFor(forged, rate),
    operator: nothing,
    bound: 'no sats; only leaves with the market’s signature count',
  },
};

const NEEDED: Readonly<Record<string, (rate: number) => number>> = {
  'closings of one inscription in a day': ofOne,
  'inscriptions until closed ones wait': (rate) => Math.ceil(againSats! / (ofOne(rate) * closing(rate))),
  'inscriptions until new profiles wait': (rate) =>
    Math.ceil(againSats! / (ofOne(rate) * closing(rate))) +
    Math.ceil((allSats! - againSats!) / closing(rate)),
  'sats that one of them, still open then, can cost more': closing,
};

const figures = (cost: (rate: number) => number) =>
  RATES.map((rate) => Math.round(cost(rate)).toLocaleString('en-US')).join(' | ');

/** What `docs/griefing.md` shows. */
export const griefingTables = {
  griefing: () =>
    [
      `| | attacker: ${RATES.join(' | ')} sat/vB | operator: ${RATES.join(' | ')} sat/vB | bound |`,
      `| --- |${' --: |'.repeat(2 * RATES.length)} --- |`,
      ...Object.entries(GRIEFING).map(
        ([what, { attacker, operator, bound }]) =>
          `| ${what} | ${figures(attacker)} | ${figures(operator)} | ${bound} |`,
      ),
    ].join('\n'),
  'griefing-needs': () =>
    [
      `| | ${RATES.map((rate) => `${rate} sat/vB`).join(' | ')} |`,
      `| --- |${' --: |'.repeat(RATES.length)}`,
      ...Object.entries(NEEDED).map(([what, count]) => `| ${what} | ${figures(count)} |`),
    ].join('\n'),
};
