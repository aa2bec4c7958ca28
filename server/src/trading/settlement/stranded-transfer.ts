import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { TradingContext } from '../context.ts';
import { burialOf, lostInBlocks } from './lost-coins.ts';

/** A transfer that was sent and whose sale will never follow. */
export interface StrandedTransfer {
  readonly transferTxid: string;
  /** What the transfer spends: the inscription's coin and the anchor. */
  readonly spends: readonly Outpoint[];
  /** Tip at which the last poll first saw that there is nothing left to wait for. null: it did not. */
  readonly lostHeight: number | null;
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
  /** False: only a spend of the anchor rules the transfer out. */
  readonly isSent: boolean;
  /** To be stored until the next poll. */
  readonly lostHeight: number | null;
}

/** Asks the node. Retry-safe. */
export async function passthroughFate(
  ctx: Pick<TradingContext, 'chain' | 'settings'>,
  { transferTxid, spends, lostHeight }: StrandedTransfer,
  tip: number,
): Promise<PassthroughFate> {
  const passthrough = { txid: transferTxid, vout: 0 };
  const coin = await ctx.chain.unspent(passthrough);
  if (coin) return { is: coin.confirmations > 0 ? 'there' : 'open', isSent: true, lostHeight: null };
  const isSent = (await ctx.chain.transaction(transferTxid)) !== null;
  const lost = await lostInBlocks(ctx, isSent ? [passthrough] : spends);
  const { height, isDeep } = burialOf(ctx, lost.includes(true), lostHeight, tip);
  return { is: isDeep ? 'gone' : 'open', isSent, lostHeight: height };
}
