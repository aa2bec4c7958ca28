/** A trade's story in words: for its parties over the API, and for the operator over the admin API. */
import { bindingsOfProfile } from '../../store/account/profiles.ts';
import type { Database } from '../../store/port.ts';
import { type TradeKind, type TradeStory, tradeStory } from '../../store/trade/story.ts';

export interface ExplainedTrade extends TradeStory {
  /** Who has signed what, before anything is sent. */
  readonly signed: string;
  /** What happens to it next, by itself or by whose act. */
  readonly next: string;
}

const SIGNED: Readonly<Record<TradeKind, string>> = {
  listing: 'the seller: transfer, own leg of the sale, recovery',
  purchase: 'the sellers, when they listed; the buyer: the sale; the market signer: transfers and sale',
  offer: 'the buyer: the settlement; the owner, on acceptance: settlement and payout',
  counter:
    'the seller: transfer, settlement, recovery; the buyer, on acceptance: funding and settlement; the market signer',
  'collection offer': 'the maker: the funding parent',
  fill: 'the seller: the settlement; then the market, policy and gate signers',
};

const NEXT: Readonly<Record<string, string>> = {
  pending_public: 'it is listed once its coin and its anchor are in a block',
  buyable: 'somebody buys it, its seller delists it, or it expires',
  hidden_locked:
    'its purchase is confirmed by a block, or fails and frees it; its seller may delist it once the purchase has stalled',
  broadcasting: 'it is sent on each poll until a node takes it; if no block has it for long, it is given up',
  pending:
    'a block confirms it; if the mempool drops it, it is sent again; if no block has it for long, it is given up',
  stalled:
    'nothing is sent any more; a block may still have it, and a spend of one of its coins ends it: of a purchase or a counter, by the operator',
  active: 'the other party accepts it, its maker cancels it, or it expires',
  filling: 'the fill is confirmed by a block, or ends and frees the offer',
  seller_signed: 'the three signers sign it',
  sending: 'the node takes it, or the offer expires',
  broadcast: 'a block confirms it; if the mempool drops it, it is sent again',
  displaced: 'the offer is free again; a block may still have the fill',
  confirmed: 'nothing, unless a reorg takes its block',
  accepted: 'nothing, unless a reorg takes its block',
  sold: 'nothing, unless a reorg takes its block',
  failed: 'nothing; if a block has it after all, it is confirmed',
  invalidated: 'it is live again if the spend of its coin is undone in time',
};

/** A trade by its id, the id of its settlement, or a transaction of it. null: nothing has it. */
export async function explainTrade(
  db: Database,
  idOrTxid: string,
  now: Date,
): Promise<ExplainedTrade | null> {
  const story = await tradeStory(db, idOrTxid, now);
  if (!story) return null;
  const next = NEXT[story.settlementState ?? story.state] ?? 'nothing';
  return { ...story, signed: SIGNED[story.kind], next };
}

/** Whether a wallet of the profile sells or buys in the trade. Its parties alone may read its story. */
export async function isParty(db: Database, profileId: string, story: TradeStory): Promise<boolean> {
  const own = await bindingsOfProfile(db, profileId);
  return own.some(
    ({ ordinalsAddress }) => story.sellers.includes(ordinalsAddress) || story.buyer === ordinalsAddress,
  );
}
