import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { BlockRef, TransactionVerdict } from '../../chain/port.ts';
import { appliedBlock, type StoredBlock } from '../../store/chain/blocks.ts';
import { type ConflictTable, setConflictHeight } from '../../store/database/conflict-height.ts';
import type { TradingContext } from '../context.ts';
import { recheckCoins } from '../recheck-coins.ts';
import { burialOf, lostInBlocks } from './lost-coins.ts';

/**
 * Asks the node before anything is stored. Below the mempool minimum a transfer passes only together with its
 * child, and the node is not asked. A transaction that the node already has (the transfer of a failed
 * purchase) makes it reject the whole package; the rest is then tested alone.
 */
export async function requireAcceptable(ctx: TradingContext, rawPackage: readonly string[]): Promise<void> {
  const { minimum } = await ctx.chain.feeRates(ctx.settings.feeTargetBlocks);
  if (minimum > ctx.settings.transferFeeRate) return;
  let refused = await firstRefused(ctx, rawPackage);
  if (!refused) return;
  const known = await Promise.all(rawPackage.map((raw) => ctx.chain.transaction(readTransaction(raw).txid)));
  const fresh = rawPackage.filter((_, i) => known[i] === null);
  if (fresh.length < rawPackage.length) refused = await firstRefused(ctx, fresh);
  if (refused) refuse('rejected_by_network', `the node rejected ${refused.txid}: ${refused.reason}`);
}

async function firstRefused(
  ctx: TradingContext,
  rawPackage: readonly string[],
): Promise<TransactionVerdict | undefined> {
  if (rawPackage.length === 0) return undefined;
  const refused = (await ctx.chain.testAccept(rawPackage)).filter((verdict) => !verdict.accepted);
  // The node gives a reason only for the one that failed; it did not check the others of the package.
  return refused.find(({ reason }) => !reason?.startsWith('not validated')) ?? refused[0];
}

/** A package that was stored before it was sent. */
export interface StoredPackage {
  readonly id: string;
  /** The transaction that settles. The others of the package support it. */
  readonly settlementTxid: string;
  /** Raw hex in the order of submission. */
  readonly package: readonly string[];
  /** Tip at which a conflicting spend of one of its coins was first seen in a block. */
  readonly conflictHeight: number | null;
}

/**
 * Sends a package and, once the node has it, makes every flow check the coins that it spends. Returns null
 * when the node has the settlement, else its reasons. Retry-safe. Throws `Refusal('unavailable')` while the
 * node is unreachable.
 */
export async function sendPackage(
  ctx: TradingContext,
  stored: Pick<StoredPackage, 'settlementTxid' | 'package'>,
): Promise<string | null> {
  const verdicts = await ctx.chain.submitPackage(stored.package);
  if (verdicts.some(({ txid, accepted }) => accepted && txid === stored.settlementTxid)) {
    await recheckSpent(ctx, stored.package);
    return null;
  }
  const refused = verdicts.filter(({ accepted }) => !accepted);
  return refused.map(({ txid, reason }) => `${txid}: ${reason}`).join('; ');
}

/**
 * A refusal here is only logged: the package is already sent, and the follower finds in the mempool the coins
 * that no flow has checked.
 */
async function recheckSpent(ctx: TradingContext, rawPackage: readonly string[]): Promise<void> {
  try {
    await recheckCoins(ctx, { outpoints: foreignInputs(rawPackage), height: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.log.warn(
      { reason: error.message },
      'trades on the coins of a settlement are checked on the next poll',
    );
  }
}

/**
 * Whether a mempool transaction of somebody else spends a coin of a package that the mempool does not have.
 */
export async function isDisplaced(
  ctx: Pick<TradingContext, 'chain'>,
  { package: rawPackage }: Pick<StoredPackage, 'package'>,
): Promise<boolean> {
  const own = rawPackage.map((raw) => readTransaction(raw).txid);
  const spenders = await ctx.chain.mempoolSpenders(foreignInputs(rawPackage));
  return spenders.some((txid) => txid !== null && !own.includes(txid));
}

/** The coins that a package spends, without those that it creates itself. */
function foreignInputs(rawPackage: readonly string[]): Outpoint[] {
  const transactions = rawPackage.map(readTransaction);
  const own = new Set(transactions.map(({ txid }) => txid));
  return transactions.flatMap(({ inputs }) => inputs).filter(({ txid }) => !own.has(txid));
}

/**
 * The state of a package that was sent.
 *   mined       an applied block has the settlement
 *   pooled      the mempool has it
 *   dropped     neither has it, and its coins are unspent: send it again
 *   conflicted  a block has another spend of one of its coins, not yet `failureDepth` deep
 *   overridden  the same, `failureDepth` deep
 *   ahead       a block has it that is not applied yet
 */
export type PackageFate =
  | { readonly is: 'mined'; readonly block: StoredBlock }
  | { readonly is: 'pooled' | 'dropped' | 'conflicted' | 'overridden' | 'ahead' };

/** Asks the node, and records since when a coin is spent elsewhere. Retry-safe. */
export async function packageFate(
  ctx: TradingContext,
  table: ConflictTable,
  stored: StoredPackage,
  tip: BlockRef,
): Promise<PackageFate> {
  const noteConflict = async (height: number | null): Promise<void> => {
    if (height !== stored.conflictHeight) await setConflictHeight(ctx.db, table, stored.id, height);
  };
  const found = await ctx.chain.transaction(stored.settlementTxid);
  if (found) await noteConflict(null);
  if (found?.blockHash) {
    const block = await appliedBlock(ctx.db, found.blockHash);
    return block ? { is: 'mined', block } : { is: 'ahead' };
  }
  if (found) return { is: 'pooled' };
  const isLost = await isOverridden(ctx, stored.package);
  const { height, isDeep } = burialOf(ctx, isLost, stored.conflictHeight, tip.height);
  await noteConflict(height);
  if (height === null) return { is: 'dropped' };
  return { is: isDeep ? 'overridden' : 'conflicted' };
}

/**
 * Whether a block spends an input of the package in another transaction. The package's own outputs do not
 * count.
 */
async function isOverridden(ctx: TradingContext, rawPackage: readonly string[]): Promise<boolean> {
  const transactions = rawPackage.map(readTransaction);
  const known = await Promise.all(transactions.map(({ txid }) => ctx.chain.transaction(txid)));
  const inputs = transactions
    .filter((_, i) => known[i] === null)
    .flatMap((transaction) => transaction.inputs)
    .filter((input) => !transactions.some(({ txid }, i) => txid === input.txid && known[i] === null));
  return (await lostInBlocks(ctx, inputs)).includes(true);
}
