import { refuse } from '../base/refusals.ts';
import { readTransaction } from '../protocol/transaction.ts';
import type { TradingContext } from './context.ts';

/** Asks the node before anything is stored. Below the mempool's minimum a transfer passes only with its child: not asked then. */
export async function requireAcceptable(ctx: TradingContext, rawPackage: readonly string[]): Promise<void> {
  const { minimum } = await ctx.chain.feeRates(ctx.settings.feeTargetBlocks);
  if (minimum > ctx.settings.transferFeeRate) return;
  const verdicts = await ctx.chain.testAccept(rawPackage);
  const refused = verdicts.find((verdict) => !verdict.accepted);
  if (refused) refuse('rejected_by_network', `the node refuses ${refused.txid}: ${refused.reason}`);
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
