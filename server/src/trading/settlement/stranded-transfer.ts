import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { BlockRef } from '../../chain/port.ts';
import type { TradingContext } from '../context.ts';
import { conflictingSpend, isDeep, spendsInBlocks } from './spent-coins.ts';

/** A transfer that was sent and whose sale will never follow. */
export interface StrandedTransfer {
  readonly transferTxid: string;
  /** What the transfer spends: the inscription's coin and the anchor. */
  readonly spends: readonly Outpoint[];
}

/**
 * What became of the inscription that the transfer moves to its passthrough.
 *   there    on the passthrough, in a block: it can be returned
 *   open     the transfer, or a spend of the passthrough, is in no block yet, or not `failureDepth`
 *            deep. Anyone may keep a copy of the transfer: open until its coins are spent elsewhere
 *   gone     it never arrived there, or left it, `failureDepth` blocks deep
 */
export interface PassthroughFate {
  readonly is: 'there' | 'open' | 'gone';
  /** False: as far as the node knows, only a spend of the anchor rules the transfer out. */
  readonly isSent: boolean;
  /** The transaction of an applied block that spends the passthrough. null: there is none. */
  readonly leftBy: string | null;
}

/** Asks the node. Retry-safe. */
export async function passthroughFate(
  ctx: Pick<TradingContext, 'chain' | 'db' | 'settings'>,
  { transferTxid, spends }: StrandedTransfer,
  tip: Pick<BlockRef, 'height'>,
): Promise<PassthroughFate> {
  const passthrough = { txid: transferTxid, vout: 0 };
  const coin = await ctx.chain.unspent(passthrough);
  if (coin) return { is: coin.confirmations > 0 ? 'there' : 'open', isSent: true, leftBy: null };
  const [left, ...sources] = await spendsInBlocks(ctx, [passthrough, ...spends]);
  const end = left ?? conflictingSpend(sources, [transferTxid]);
  const leftBy = left?.unmade ? null : (left?.spentBy ?? null);
  const isMined = leftBy !== null || sources.some((spend) => spend?.spentBy === transferTxid);
  const isSent = isMined || (await ctx.chain.transaction(transferTxid)) !== null;
  return { is: end && isDeep(ctx, end, tip) ? 'gone' : 'open', isSent, leftBy };
}
