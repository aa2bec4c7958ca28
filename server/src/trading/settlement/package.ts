import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { Refusal, refuse } from '@ordbook/protocol/refusals';
import type { BlockRef, TransactionVerdict } from '../../chain/port.ts';
import { appliedBlock, appliedBlockAt, type StoredBlock } from '../../store/chain/blocks.ts';
import type { TradingContext } from '../context.ts';
import { recheckCoins } from '../recheck-coins.ts';
import { refuseSeveralParents, requireAboveMinimum } from './package-fee-rate.ts';
import { conflictingSpend, isDeep, type Spend, spendsInBlocks, storedSpends } from './spent-coins.ts';

/**
 * Asks the node before anything is stored. `quotedRate`: of the package, sat/vB. While the mempool minimum is
 * above the transfers' own rate, a package may have one transfer, and the node is not asked: the transfer
 * passes only together with its child. A transaction that the node already has (the transfer of a failed
 * purchase) makes it reject the whole package; the rest is then tested alone.
 */
export async function requireAcceptable(
  ctx: TradingContext,
  rawPackage: readonly string[],
  quotedRate: number,
): Promise<void> {
  const { minimum } = await ctx.chain.feeRates(ctx.settings.feeTargetBlocks);
  requireAboveMinimum(quotedRate, minimum);
  if (minimum > ctx.settings.transferFeeRate) {
    if (rawPackage.length > 2) refuseSeveralParents(minimum);
    return;
  }
  let refused = await firstRefused(ctx, rawPackage);
  if (!refused) return;
  const known = await Promise.all(rawPackage.map((raw) => ctx.chain.transaction(readTransaction(raw).txid)));
  const fresh = rawPackage.filter((_, i) => known[i] === null);
  if (fresh.length < rawPackage.length) refused = await firstRefused(ctx, fresh);
  if (refused && SPENT.test(refused.reason ?? ''))
    refuse(
      'coins_spent',
      `somebody was faster: a coin of ${refused.txid} is spent elsewhere (${refused.reason})`,
    );
  if (refused) refuse('rejected_by_network', `the node rejected ${refused.txid}: ${refused.reason}`);
}

/** What Bitcoin Core says where a coin is spent: in a block, or in its mempool, and not to be replaced. */
const SPENT = /missing-?inputs|missingorspent|txn-mempool-conflict|insufficient fee|replacement/;

async function firstRefused(
  ctx: TradingContext,
  rawPackage: readonly string[],
): Promise<TransactionVerdict | undefined> {
  if (rawPackage.length === 0) return undefined;
  const refused = (await ctx.chain.testAccept(rawPackage)).filter((verdict) => !verdict.accepted);
  // The node gives a reason only for the one that failed; it did not check the others of the package.
  return refused.find(({ reason }) => !reason?.startsWith('not validated')) ?? refused[0];
}

/** A package that was stored before it was sent. Its inputs are watched coins. */
export interface StoredPackage {
  readonly id: string;
  /** The transaction that settles. The others of the package support it. */
  readonly settlementTxid: string;
  /** Raw hex in the order of submission. */
  readonly package: readonly string[];
}

/**
 * Offers of each kind that end before the answer to a submit that spends a coin of theirs. A submit does not
 * wait for more of them, however many others have made: the follower ends those.
 */
const ENDED_WITH_A_TRADE = 20;

/**
 * Sends a package and, once the node has it, takes what it spends out of the books and meanwhile does
 * `whenSent`. Returns null when the node has the settlement. Otherwise returns why it does not take it now,
 * or that it is unreachable and may have it. Retry-safe. Throws what `whenSent` throws.
 */
export async function sendPackage(
  ctx: TradingContext,
  stored: Pick<StoredPackage, 'settlementTxid' | 'package'>,
  whenSent: () => Promise<unknown> = async () => {},
): Promise<string | null> {
  let verdicts: TransactionVerdict[];
  try {
    verdicts = await ctx.chain.submitPackage(stored.package);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
  if (verdicts.some(({ txid, accepted }) => accepted && txid === stored.settlementTxid)) {
    await Promise.all([whenSent(), recheckSpent(ctx, stored.package)]);
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
  const outpoints = foreignInputs(rawPackage);
  try {
    await recheckCoins(ctx, { outpoints, height: null, atMost: ENDED_WITH_A_TRADE });
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

/**
 * A coin of a package that the node does not have, and that no transaction of the package spends already.
 * null: all are there. Only for a package that nobody else has: a missing coin proves nothing about what was
 * sent.
 */
export async function missingCoin(
  ctx: Pick<TradingContext, 'chain' | 'db'>,
  { package: rawPackage }: Pick<StoredPackage, 'package'>,
): Promise<Outpoint | null> {
  const own = rawPackage.map((raw) => readTransaction(raw).txid);
  const coins = foreignInputs(rawPackage);
  const [unspents, spenders, spends] = await Promise.all([
    ctx.chain.unspents(coins),
    ctx.chain.mempoolSpenders(coins),
    storedSpends(ctx, coins),
  ]);
  const isSpentByOwn = (i: number) => own.includes(spenders[i] ?? spends[i]?.spentBy ?? '');
  return coins.find((_, i) => unspents[i] === null && !isSpentByOwn(i)) ?? null;
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
 *   dropped     neither has it, as far as the node knows: send it again
 *   conflicted  an applied block has another spend of one of its coins, not yet `failureDepth` deep
 *   overridden  the same, `failureDepth` deep
 *   ahead       a block has it that is not applied yet
 */
export type PackageFate =
  | { readonly is: 'mined'; readonly block: StoredBlock }
  | { readonly is: 'conflicted' | 'overridden'; readonly by: Spend }
  | { readonly is: 'pooled' | 'dropped' | 'ahead' };

/**
 * What became of a package: what applied blocks say first, then what the node says it has. That the node
 * does not know a transaction proves nothing. `known`: what the caller has learned of the mempool; then the
 * node is not asked. Retry-safe. Throws `Refusal('unavailable')` while the node is unreachable.
 */
export async function packageFate(
  ctx: TradingContext,
  stored: StoredPackage,
  tip: BlockRef,
  known: 'pooled' | 'dropped' | null = null,
): Promise<PackageFate> {
  const inputs = inputsOf(stored.package);
  const settled = await fateInBlocks(ctx, stored, await storedSpends(ctx, inputs), tip);
  if (settled) return settled;
  if (known) return { is: known };
  const found = await ctx.chain.transaction(stored.settlementTxid);
  if (found?.blockHash) {
    const block = await appliedBlock(ctx.db, found.blockHash);
    return block ? { is: 'mined', block } : { is: 'ahead' };
  }
  if (found) return { is: 'pooled' };
  const searched = await fateInBlocks(ctx, stored, await spendsInBlocks(ctx, inputs), tip);
  return searched ?? { is: 'dropped' };
}

/** null: no applied block is known to spend one of its coins. */
async function fateInBlocks(
  ctx: TradingContext,
  { settlementTxid, package: rawPackage }: StoredPackage,
  spends: readonly (Spend | null)[],
  tip: BlockRef,
): Promise<PackageFate | null> {
  const mined = spends.find((spend) => spend?.spentBy === settlementTxid && !spend.unmade);
  if (mined) {
    const block = await appliedBlockAt(ctx.db, mined.height);
    return block ? { is: 'mined', block } : { is: 'ahead' };
  }
  const by = conflictingSpend(
    spends,
    rawPackage.map((raw) => readTransaction(raw).txid),
  );
  return by && { is: isDeep(ctx, by, tip) ? 'overridden' : 'conflicted', by };
}

/** Every coin that a package spends, those that it creates itself included. */
function inputsOf(rawPackage: readonly string[]): Outpoint[] {
  return rawPackage.map(readTransaction).flatMap(({ inputs }) => inputs);
}
