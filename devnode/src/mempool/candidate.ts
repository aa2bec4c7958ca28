import { tipOf } from '../chain/chain.ts';
import type { ChainState } from '../chain/chain-state.ts';
import { outpointKey, UNCONFIRMED_HEIGHT } from '../chain/coins.ts';
import { type Rejection, reject } from '../chain/rejection.ts';
import { feeOf, isFinal, sequenceLocksPassed, spentCoins } from '../chain/transaction-rules.ts';
import { STANDARD_FLAGS } from '../script/flags.ts';
import { sigopCostOf } from '../script/sigops.ts';
import { checkTransaction } from '../transaction/check.ts';
import { hasWitness, isCoinbase, type Transaction } from '../transaction/transaction.ts';
import { strippedBytesOf, txidOf, weightOf, wtxidOf } from '../transaction/txid.ts';
import { ancestorsOf } from './chain-limits.ts';
import { checkEphemeralFee } from './dust.ts';
import { feeAt } from './fee-rate.ts';
import { type Mempool, type MempoolEntry, parentsOf, unconfirmedCoin, withAncestors } from './mempool.ts';
import { checkFeeRate } from './minimum-fee.ts';
import { type Candidate, spendsItsConflict } from './replacement.ts';
import type { PolicySettings } from './settings.ts';
import { areInputsStandard, isWitnessStandard, nonstandardReason } from './standard.ts';
import { checkTruc, TRUC_VERSION } from './truc.ts';

const MIN_STRIPPED_BYTES = 65;
const MAX_SIGOP_COST = 16_000;
/** vB one signature operation counts at least (-bytespersigop). */
const VSIZE_PER_SIGOP = 20;

/** What acceptance depends on: a chain, its mempool, a policy and the time in Unix seconds. */
export type MempoolView = {
  readonly chain: ChainState;
  readonly pool: Mempool;
  readonly policy: PolicySettings;
  readonly now: number;
};

/** In what setting a transaction is offered; the differences are Core's (its ATMPArgs). */
export type Setting = {
  readonly replacement: boolean;
  readonly siblingEviction: boolean;
  readonly carveOut: boolean;
  /** Fees are checked later, for the whole package. */
  readonly packageFees: boolean;
  /** Returning from a dropped block: minimum rates do not count. */
  readonly bypassLimits: boolean;
};

export const ALONE: Setting = {
  replacement: true,
  siblingEviction: true,
  carveOut: true,
  packageFees: false,
  bypassLimits: false,
};
export const ALONE_IN_PACKAGE: Setting = { ...ALONE, carveOut: false };
export const RETURNING: Setting = { ...ALONE, bypassLimits: true };
export const TESTED_TOGETHER: Setting = {
  ...ALONE_IN_PACKAGE,
  replacement: false,
  siblingEviction: false,
};
export const TOGETHER: Setting = { ...TESTED_TOGETHER, replacement: true, packageFees: true };

/**
 * The checks before scripts, in Core's order (MemPoolAccept::PreChecks), so that the first reason is the one
 * a node gives. `packageTxs` are the transactions of the same package before it; their outputs can be spent.
 */
export function examine(
  view: MempoolView,
  tx: Transaction,
  setting: Setting,
  packageTxs: ReadonlyMap<string, Transaction> = new Map(),
): Candidate | Rejection {
  const early = checkAlone(view, tx) ?? checkKnown(view.pool, tx);
  if (early) return early;
  const conflicts = new Set<MempoolEntry>();
  for (const input of tx.inputs) {
    const spender = view.pool.spenders.get(outpointKey(input));
    if (!spender) continue;
    if (!setting.replacement) return reject('policy', 'bip125-replacement-disallowed');
    conflicts.add(spender);
  }
  const spend = checkSpend(view, tx, packageTxs);
  if ('reason' in spend) return spend;
  return checkPlace(view, tx, setting, spend, conflicts);
}

function checkAlone(view: MempoolView, tx: Transaction): Rejection | undefined {
  const broken = checkTransaction(tx);
  if (broken) return reject('consensus', broken);
  if (isCoinbase(tx)) return reject('consensus', 'coinbase');
  const nonstandard = nonstandardReason(tx, view.policy);
  if (nonstandard) return reject('policy', nonstandard);
  if (strippedBytesOf(tx) < MIN_STRIPPED_BYTES) return reject('policy', 'tx-size-small');
  const tip = tipOf(view.chain);
  return isFinal(tx, tip.height + 1, tip.medianTime) ? undefined : reject('premature', 'non-final');
}

function checkKnown(pool: Mempool, tx: Transaction): Rejection | undefined {
  if (pool.byWtxid.has(wtxidOf(tx))) return reject('policy', 'txn-already-in-mempool');
  if (pool.byTxid.has(txidOf(tx))) return reject('policy', 'txn-same-nonwitness-data-in-mempool');
  return undefined;
}

type Spending = Pick<Candidate, 'coins' | 'feeSats' | 'vsize' | 'adjustedWeight'> & {
  readonly sigops: number;
};

function checkSpend(
  view: MempoolView,
  tx: Transaction,
  packageTxs: ReadonlyMap<string, Transaction>,
): Spending | Rejection {
  const { chain, pool } = view;
  const coins = spentCoins(tx, (outpoint) => {
    const sibling = packageTxs.get(outpoint.txid)?.outputs[outpoint.vout];
    if (sibling) return { ...sibling, height: UNCONFIRMED_HEIGHT, coinbase: false };
    return unconfirmedCoin(pool, outpoint) ?? chain.coins.get(outpointKey(outpoint));
  });
  if (!coins) {
    const txid = txidOf(tx);
    const known = tx.outputs.some((_, vout) => chain.coins.has(outpointKey({ txid, vout })));
    return known
      ? reject('policy', 'txn-already-known')
      : reject('missing inputs', 'bad-txns-inputs-missingorspent');
  }
  const tip = tipOf(chain);
  const height = tip.height + 1;
  if (!sequenceLocksPassed(tx, coins, height, tip.medianTime, (at) => chain.active[at]!.medianTime))
    return reject('premature', 'non-BIP68-final');
  const feeSats = feeOf(tx, coins, height);
  if (typeof feeSats !== 'number') return feeSats;
  if (!areInputsStandard(tx, coins, view.policy)) return reject('policy', 'bad-txns-nonstandard-inputs');
  if (hasWitness(tx) && !isWitnessStandard(tx, coins)) return reject('policy', 'bad-witness-nonstandard');
  const sigops = sigopCostOf(tx, coins, STANDARD_FLAGS);
  const adjustedWeight = Math.max(weightOf(tx), sigops * VSIZE_PER_SIGOP);
  return { coins, feeSats, vsize: Math.ceil(adjustedWeight / 4), adjustedWeight, sigops };
}

/**
 * In a package the rate of the whole counts. Under the knots policy, moreover, nothing may enter below the
 * relay minimum on its own fee, because the child that bumps it could go; TRUC transactions may.
 */
function checkOwnFee(
  { pool, policy, now }: MempoolView,
  tx: Transaction,
  setting: Setting,
  { feeSats, vsize }: Spending,
): Rejection | undefined {
  const relay = feeAt(policy.minRelayFee, vsize);
  if (policy.follows === 'knots' && tx.version !== TRUC_VERSION && feeSats < relay)
    return reject('policy', 'min relay fee not met', `${feeSats} < ${relay}`);
  return setting.packageFees ? undefined : checkFeeRate(pool, policy, vsize, feeSats, now);
}

function checkPlace(
  view: MempoolView,
  tx: Transaction,
  setting: Setting,
  spend: Spending,
  conflicts: Set<MempoolEntry>,
): Candidate | Rejection {
  const { pool, policy } = view;
  const { coins, feeSats, vsize, adjustedWeight, sigops } = spend;
  const dust = checkEphemeralFee(tx, feeSats, policy.dustRelayFee);
  if (dust) return dust;
  if (sigops > MAX_SIGOP_COST) return reject('policy', 'bad-txns-too-many-sigops', `${sigops}`);
  const underpaid = setting.bypassLimits ? undefined : checkOwnFee(view, tx, setting, spend);
  if (underpaid) return underpaid;
  // Core counts clusters instead, once it is known what a replacement removes.
  const ancestors =
    policy.follows === 'core'
      ? withAncestors(parentsOf(pool, tx))
      : ancestorsOf(pool, tx, vsize, conflicts, setting.carveOut);
  if (typeof ancestors === 'string') return reject('policy', 'too-long-mempool-chain', ancestors);
  const exempt = policy.follows === 'core' && setting.bypassLimits;
  const truc = exempt ? undefined : checkTruc(tx, vsize, ancestors, conflicts);
  const evicted = truc && setting.siblingEviction ? truc.sibling : undefined;
  if (truc && !evicted) return reject('policy', 'TRUC-violation', truc.detail);
  if (evicted) conflicts.add(evicted);
  // Core judges the replacement first.
  const circular = policy.follows === 'knots' && spendsItsConflict(tx, ancestors, conflicts);
  return (
    circular || {
      tx,
      coins,
      feeSats,
      vsize,
      adjustedWeight,
      conflicts,
      siblingEviction: evicted !== undefined,
      ancestors,
    }
  );
}
