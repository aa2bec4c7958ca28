import { refuse } from '../base/refusals.ts';
import type { TransactionVerdict } from '../chain/port.ts';
import { readTransaction } from '../protocol/transaction.ts';
import type { TradingContext } from './context.ts';

/**
 * Asks the node before anything is stored. Below the mempool's minimum a transfer passes only with its child: not asked then.
 * What the node has already (the transfer of a purchase that failed) makes it refuse the whole package: the rest is asked alone.
 */
export async function requireAcceptable(ctx: TradingContext, rawPackage: readonly string[]): Promise<void> {
  const { minimum } = await ctx.chain.feeRates(ctx.settings.feeTargetBlocks);
  if (minimum > ctx.settings.transferFeeRate) return;
  let refused = await firstRefused(ctx, rawPackage);
  if (!refused) return;
  const known = await Promise.all(rawPackage.map((raw) => ctx.chain.transaction(readTransaction(raw).txid)));
  const fresh = rawPackage.filter((_, i) => known[i] === null);
  if (fresh.length < rawPackage.length) refused = await firstRefused(ctx, fresh);
  if (refused) refuse('rejected_by_network', `the node refuses ${refused.txid}: ${refused.reason}`);
}

async function firstRefused(
  ctx: TradingContext,
  rawPackage: readonly string[],
): Promise<TransactionVerdict | undefined> {
  if (rawPackage.length === 0) return undefined;
  const refused = (await ctx.chain.testAccept(rawPackage)).filter((verdict) => !verdict.accepted);
  // The node names a reason for the one that failed only; the others of the package were not looked at.
  return refused.find(({ reason }) => !reason?.startsWith('not validated')) ?? refused[0];
}

/** Is an input of the package, other than its own outputs, spent in a block by something that is not the package? */
export async function isOverridden(ctx: TradingContext, rawPackage: readonly string[]): Promise<boolean> {
  const transactions = rawPackage.map(readTransaction);
  const known = await Promise.all(transactions.map(({ txid }) => ctx.chain.transaction(txid)));
  const inputs = transactions
    .filter((_, i) => known[i] === null)
    .flatMap((transaction) => transaction.inputs)
    .filter((input) => !transactions.some(({ txid }, i) => txid === input.txid && known[i] === null));
  const [coins, spenders] = await Promise.all([
    ctx.chain.unspents(inputs),
    ctx.chain.mempoolSpenders(inputs),
  ]);
  return inputs.some((_, i) => coins[i] === null && spenders[i] === null);
}
