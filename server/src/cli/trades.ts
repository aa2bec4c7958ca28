import type { Database } from '../store/port.ts';
import { type TradeKind, type TradeStory, tradeStory } from '../store/trade/story.ts';

/** Who has signed what, before anything is sent. */
const SIGNED: Readonly<Record<TradeKind, string>> = {
  listing: 'the seller: transfer, own leg of the sale, recovery',
  purchase: 'the sellers, when they listed; the buyer: the sale; the market signer: transfers and sale',
  offer: 'the buyer: the settlement; the owner, on acceptance: settlement and payout',
  counter:
    'the seller: transfer, settlement, recovery; the buyer, on acceptance: funding and settlement; the market signer',
  'collection offer': 'the maker: the funding parent',
  fill: 'the seller: the settlement; then the market, policy and gate signers',
};

/** What happens to a trade in a state, by itself or by whose act. */
const NEXT: Readonly<Record<string, string>> = {
  pending_public: 'it is listed once its coin and its anchor are in a block',
  buyable: 'somebody buys it, its seller takes it down, or it expires',
  hidden_locked: 'its purchase is confirmed by a block, or fails and frees it',
  broadcasting: 'it is sent on each poll until a node takes it; after PATIENCE_HOURS it is given up',
  pending: 'a block confirms it; if the mempool drops it, it is sent again',
  stalled: 'nothing is sent any more; a block may still have it, and a spend of one of its coins ends it',
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

/**
 * The lines of a trade's story: its moves with times and reasons, transactions, who signed, fees, and what
 * happens next. With `json`, one line. Throws when nothing has this id or transaction.
 */
export async function showTrade(
  db: Database,
  idOrTxid: string,
  { json }: { readonly json?: boolean },
): Promise<string[]> {
  if (!/^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(idOrTxid))
    throw new Error(`${idOrTxid} is neither the id of a trade (a UUID) nor a transaction (64 hex digits)`);
  const story = await tradeStory(db, idOrTxid);
  if (!story) throw new Error(`no trade has the id or the transaction ${idOrTxid}`);
  const signed = SIGNED[story.kind];
  const next = NEXT[story.settlementState ?? story.state] ?? 'nothing';
  if (json) return [JSON.stringify({ ...story, signed, next })];
  return [
    `${story.kind} ${story.id}: ${story.settlementState ?? story.state}`,
    ...facts(story).map(([name, value]) => `  ${name.padEnd(12)}  ${value}`),
    'moves',
    ...story.moves.map(
      ({ at, kind, from, to, reason }) =>
        `  ${at.toISOString()}  ${kind}: ${from === null ? to : `${from} -> ${to}`}${reason ? ` (${reason})` : ''}`,
    ),
    ...(story.transactions.length > 0 ? ['transactions, in the order of sending'] : []),
    ...story.transactions.map(
      ({ txid, height }) => `  ${txid}  ${height === null ? 'in no applied block' : `in block ${height}`}`,
    ),
    `signed by: ${signed}`,
    `next: ${next}`,
  ];
}

function facts(story: TradeStory): [string, string][] {
  const sats = (value: number) => `${value.toLocaleString('en')} sats`;
  const rows: [string, string | null][] = [
    ['inscriptions', story.inscriptionIds.join(', ') || null],
    ['collection', story.collectionSlug],
    ['price', story.priceSats === null ? null : sats(story.priceSats)],
    ...Object.entries(story.fees ?? {}).map(([name, value]): [string, string | null] => [
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      value === null ? null : sats(Number(value)),
    ]),
    ['seller', story.sellers.join(', ') || null],
    ['buyer', story.buyer],
    ['made', story.createdAt.toISOString()],
    ['expires', story.expiresAt?.toISOString() ?? null],
    ['reason', story.reason],
    ['settlement', story.settlementTxid],
    ...story.related.map(({ kind, id }): [string, string] => [kind, id]),
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}
