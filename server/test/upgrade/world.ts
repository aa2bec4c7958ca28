/** A small market with trades on their way, as a release left it in its database and on its chain. */
import { createHash } from 'node:crypto';
import type { PolicyCollection } from '../../src/signer/fill-port.ts';
import type { Journal } from '../../src/signer/limits/journal.ts';
import type { OfferRef } from '../support/bidding.ts';
import type { Copy } from '../support/database-copy.ts';
import type { list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

export interface ReleasedWorld {
  readonly version: string;
  /** Its migrations, oldest first, with the SHA-256 of their text: none of them ever changes. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  readonly rows: Copy;
  /** devnode's blocks and mempool. */
  readonly state: string;
  /** ISO 8601. */
  readonly clock: string;
  readonly described: readonly PolicyCollection[];
  /** The gate's journal: which admission coins it knows. */
  readonly gateEntries: ReturnType<Journal['past']>['entries'];
  readonly seller: Trader;
  readonly buyer: Trader;
  /** Made the collection offers. */
  readonly maker: Trader;
  /** Buyable. */
  readonly listing: Awaited<ReturnType<typeof list>>[number];
  /** Active. */
  readonly offer: OfferRef;
  /** Active, on an offer of the buyer. */
  readonly counter: OfferRef;
  /** Active; and an inscription of the seller that qualifies. */
  readonly collectionOffer: { readonly offerId: string; readonly inscriptionId: string };
  /** Settlements in the mempool: a purchase, an accepted offer, a fill. */
  readonly pending: readonly string[];
  /** Settlement of a confirmed purchase. */
  readonly confirmed: string;
}

export function digestOf({ name, text }: { readonly name: string; readonly text: string }) {
  return { name, sha256: createHash('sha256').update(text).digest('hex') };
}
