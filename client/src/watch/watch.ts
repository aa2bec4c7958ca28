import type { Session } from '../account/sign-in.ts';
import { requireFields, requireOptions, requireUrl, WrongArgument } from '../arguments.ts';
import { within } from '../flow/within.ts';
import { offerHistory } from '../pages/book.ts';
import { ApiError, ConnectionLost } from '../responses/api-error.ts';
import { ResponseTimeout } from '../responses/receive.ts';
import { SourceError } from '../source/source.ts';
import { type OnChain, transactionOn } from './chain.ts';
import type { Changes } from './changes.ts';
import { serviceEvents } from './events.ts';

/** What a flow returned, with the slug of its collection where only the service can tell the outcome. */
export type Trade =
  /** Of `buy`, `acceptOffer`, `acceptCounter` or `fillCollectionOffer`. */
  | { readonly settlementTxid: string; readonly collectionSlug?: string }
  /** Of `makeOffers` or `makeCounter`. */
  | { readonly inscriptionId: string; readonly offerId: string; readonly collectionSlug?: string }
  /** Of `listInscriptions`. */
  | { readonly collectionSlug: string; readonly listingId: string; readonly inscriptionId: string };

/** `isFinal`: nothing follows. */
export interface TradeState {
  /**
   *   active, buyable   the offer or listing is open
   *   hidden            the listing is not in the book: it is being bought, or has ended
   *   accepted          the offer was accepted, and its settlement is not known yet
   *   pending           the settlement was broadcast and is in no block
   *   confirmed         it is in a block
   *   failed            another transaction that spends one of its coins is in a block
   */
  readonly state:
    | 'active'
    | 'buyable'
    | 'hidden'
    | 'accepted'
    | 'pending'
    | 'confirmed'
    | 'failed'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | 'invalidated';
  readonly isFinal: boolean;
  /** The settlement; for `failed`, the transaction that took its place. null: there is none yet. */
  readonly txid: string | null;
  readonly blockHeight: number | null;
  /** Who says so: your Esplora server, or the trading service. */
  readonly evidence: 'chain' | 'service';
}

/** From which chain a trade is watched, and how often. */
export interface WatchOptions {
  /** An Esplora server that tells what blocks hold. Without it the service is believed, by its sales. */
  readonly esploraUrl?: string;
  /** Blocks after which `confirmed` and `failed` are final. Default 1. */
  readonly confirmations?: number;
  /** When to read again. Default: at the events of the service, and every 5 seconds where it has none. */
  readonly changes?: Changes;
  readonly signal?: AbortSignal;
}

/** Reads that may fail one after the other before the watch gives up. */
const MOST_FAILURES = 5;

/**
 * Every state of a trade from now on, until one is final: confirmed, failed or ended. A reorg that takes a
 * block back gives `pending` again, before `confirmations`. Throws `WrongArgument` for a settlement without
 * `esploraUrl` and without `collectionSlug`, what the reads throw five times in a row, and the reason of the
 * signal. It can be started again at any time.
 */
export async function* watch(
  session: Session,
  trade: Trade,
  options: WatchOptions = {},
): AsyncGenerator<TradeState, void> {
  requireTrade(trade, options);
  const { signal, changes = serviceEvents(session.client) } = options;
  const read = readerOf(within(session, signal ? { signal } : {}), trade, options);
  let last = '';
  for (let failures = 0; ; await changes.next(signal)) {
    let now: TradeState;
    try {
      now = await read();
      failures = 0;
    } catch (error) {
      failures += 1;
      signal?.throwIfAborted();
      if (!mayPass(error) || failures >= MOST_FAILURES) throw error;
      continue;
    }
    const text = JSON.stringify(now);
    if (text !== last) yield now;
    last = text;
    if (now.isFinal) return;
  }
}

function requireTrade(trade: Trade, options: WatchOptions): void {
  requireFields(trade, [], 'trade');
  const known = ['settlementTxid', 'listingId', 'offerId'].find((name) => Object.hasOwn(trade, name));
  if (!known) throw new WrongArgument('trade', 'has no settlementTxid, listingId or offerId');
  requireFields(trade, [known, ...(known === 'settlementTxid' ? [] : ['inscriptionId'])]);
  requireOptions(options, []);
  if (options.esploraUrl !== undefined) requireUrl('esploraUrl', options.esploraUrl);
}

function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return [ConnectionLost, ResponseTimeout, SourceError].some((kind) => error instanceof kind);
}

type Read = () => Promise<TradeState>;

function readerOf(session: Session, trade: Trade, options: WatchOptions): Read {
  if ('settlementTxid' in trade)
    return settlementReader(session, trade.settlementTxid, trade.collectionSlug, options);
  if ('listingId' in trade) return () => listingState(session, trade);
  return offerReader(session, trade, options);
}

function settlementReader(
  { client }: Session,
  txid: string,
  collectionSlug: string | undefined,
  { esploraUrl, confirmations = 1 }: WatchOptions,
): Read {
  if (esploraUrl !== undefined) {
    const { fetch, signal } = client.options;
    const look = transactionOn(esploraUrl, txid, {
      ...(fetch ? { fetch } : {}),
      ...(signal ? { signal } : {}),
    });
    return async () => settled(await look(), txid, confirmations);
  }
  if (collectionSlug === undefined)
    throw new WrongArgument(
      'esploraUrl',
      'is missing; name a server, or collectionSlug to believe the service',
    );
  return async () => {
    const { sales } = await client.get('/sales', { query: { collectionSlug, limit: 100 } });
    const sale = sales.find((one) => one.txid === txid);
    return sale ? confirmedBy('service', txid, sale.blockHeight) : byService('pending', txid);
  };
}

function settled(found: OnChain, txid: string, confirmations: number): TradeState {
  if (!('txid' in found))
    return { ...byService('pending', txid), evidence: found.at === 'mempool' ? 'chain' : 'service' };
  return {
    state: found.at === 'block' ? 'confirmed' : 'failed',
    isFinal: found.confirmations >= confirmations,
    txid: found.txid,
    blockHeight: found.height,
    evidence: 'chain',
  };
}

/** An offer or counter until it is accepted, and then its settlement. */
function offerReader(
  session: Session,
  { inscriptionId, offerId, collectionSlug }: Extract<Trade, { offerId: string }>,
  options: WatchOptions,
): Read {
  let settlement: Read | null = null;
  return async () => {
    if (settlement) return settlement();
    for await (const offer of offerHistory(session, inscriptionId)) {
      if (offer.offerId !== offerId) continue;
      const { status, settlementTxid } = offer;
      if (status !== 'accepted') return { ...byService(status, null), isFinal: status !== 'active' };
      if (settlementTxid === null) return byService('accepted', null);
      if (options.esploraUrl === undefined && collectionSlug === undefined)
        return { ...byService('accepted', settlementTxid), isFinal: true };
      settlement = settlementReader(session, settlementTxid, collectionSlug, options);
      return settlement();
    }
    throw new RangeError(`${inscriptionId} has no offer ${offerId}`);
  };
}

async function listingState(
  { client, wallet }: Session,
  { collectionSlug, listingId, inscriptionId }: Extract<Trade, { listingId: string }>,
): Promise<TradeState> {
  const { listings } = await client.get('/listings', { query: { collectionSlug, inscriptionId } });
  if (listings.some((one) => one.listingId === listingId)) return byService('buyable', null);
  const { sales } = await client.get('/sales', { query: { collectionSlug, limit: 100 } });
  const sale = sales.find(
    (one) => one.inscriptionId === inscriptionId && one.sellerAddress === wallet.ordinalsAddress,
  );
  return sale ? confirmedBy('service', sale.txid, sale.blockHeight) : byService('hidden', null);
}

function byService(state: TradeState['state'], txid: string | null): TradeState {
  return { state, isFinal: false, txid, blockHeight: null, evidence: 'service' };
}

function confirmedBy(evidence: TradeState['evidence'], txid: string | null, blockHeight: number): TradeState {
  return { state: 'confirmed', isFinal: true, txid, blockHeight, evidence };
}
