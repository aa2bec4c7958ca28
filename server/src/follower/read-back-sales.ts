/**
 * Own sales of which the database knows no trade: it was restored from a copy that is older than them. The
 * block tells them. What was sold, and at what price:
 *
 *   a passthrough of this market, sold     a stored listing or counter says it; otherwise what the seller got
 *                                          and the fees of the collection do
 *   a stored offer's settlement            the offer says it
 *   a stored collection offer's output     the offer says it
 *
 * An offer that is not stored looks like any other transfer: its settlement has no key of this
 * market.
 */
import { addressOf, bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import { priceOfReceived } from '@ordbook/protocol/layout/fees';
import { inSlices } from '../base/in-slices.ts';
import { collectionBySlug, slugsOf } from '../store/catalogue/collections.ts';
import { inscriptionIdOf } from '../store/chain/inscriptions.ts';
import type { Database } from '../store/port.ts';
import {
  closeAsSold,
  type OfferedBefore,
  type OfferedWith,
  offeredBefore,
  storedSettlements,
} from '../store/sale/read-back.ts';
import { insertReadBackSale } from '../store/sale/write-sales.ts';
import type { TradingContext } from '../trading/context.ts';
import { feesOf } from '../trading/settlement/tradable-output.ts';
import { isOwnPassthrough, priceOf } from './external-sales.ts';
import type { Hop } from './sat-moves.ts';

/**
 * Finds the service's own sales in blocks that no stored trade has. Stores them, and closes what they sold.
 * `priced`: those of the hops that have a price. Run it in the transaction that stores the blocks, after the
 * inscriptions moved. Retry-safe.
 */
export async function readBackSales(
  ctx: TradingContext,
  db: Database,
  { hops, priced }: { readonly hops: readonly Hop[]; readonly priced: readonly Hop[] },
): Promise<void> {
  if (hops.length === 0) return;
  const offered = await offeredBefore(db, await inSlices(offeredWith(hops, priced)));
  const byTxid = new Map(offered.map((offer) => [offer.txid, offer]));
  // with no offer, the price tells
  const sold = (offered.length > 0 ? hops : priced).flatMap((hop) => {
    const offer = offerOf(hop, byTxid);
    const isPassthrough = isOwnPassthrough(hop, ctx.keys.market) && priceOf(hop) !== null;
    return offer || isPassthrough ? [{ hop, offer }] : [];
  });
  if (sold.length === 0) return;
  const stored = await storedSettlements(
    db,
    sold.map(({ hop }) => hop.transaction.txid),
  );
  const done = new Set<string>();
  for (const { hop, offer } of sold) {
    const { txid } = hop.transaction;
    // everything on a coin is one sale
    const coin = `${txid}:${hop.inputIndex}`;
    if (stored.has(txid) || done.has(coin)) continue;
    done.add(coin);
    await readBack(ctx, db, hop, offer);
  }
}

/** Yields now and then, so that a caller can pause. */
function* offeredWith(hops: readonly Hop[], priced: readonly Hop[]): Generator<undefined, OfferedWith> {
  const [settlements, fundings] = [new Set<string>(), new Set<string>()];
  for (const [i, { transaction }] of hops.entries()) {
    settlements.add(transaction.txid);
    for (const { txid, vout } of transaction.inputs) if (vout === OFFER_VOUT) fundings.add(txid);
    if (i % ASKED_AT_ONCE === ASKED_AT_ONCE - 1) yield undefined;
  }
  return { settlements, transfers: new Set(priced.map(({ from }) => from.txid)), fundings };
}

/** Hops between two pauses. */
const ASKED_AT_ONCE = 1_024;

/** The stored listing, counter or offer that the hop sells by. null: none, or the hop is no sale. */
function offerOf(hop: Hop, byTxid: ReadonlyMap<string, OfferedBefore>): OfferedBefore | null {
  const { transaction, from, to } = hop;
  const settled = byTxid.get(transaction.txid);
  if (settled?.kind === 'buyer_offer') return settled;
  const moved = byTxid.get(from.txid);
  if (moved?.kind === 'listing' || moved?.kind === 'seller_counter')
    return from.vout === 0 && priceOf(hop) !== null ? moved : null;
  for (const { txid, vout } of transaction.inputs) {
    const filled = vout === OFFER_VOUT ? byTxid.get(txid) : undefined;
    if (filled?.kind === 'collection_offer' && to.ownerAddress === filled.buyerAddress) return filled;
  }
  return null;
}

async function readBack(
  ctx: TradingContext,
  db: Database,
  hop: Hop,
  offer: OfferedBefore | null,
): Promise<void> {
  const { block, transaction, blockPosition, to, from } = hop;
  const inscriptionId = await inscriptionIdOf(db, hop.key);
  if (inscriptionId === null) return;
  const soldAt = new Date(block.time * 1000);
  const told = offer ?? (await toldByBlock(ctx, db, hop, inscriptionId));
  const isInserted = await insertReadBackSale(db, {
    txid: transaction.txid,
    inscriptionId,
    collectionSlug: told.collectionSlug,
    sellerAddress: told.sellerAddress ?? from.ownerAddress,
    buyerAddress: told.buyerAddress ?? to.ownerAddress,
    priceSats: told.priceSats,
    priceUsd: null,
    soldAt,
    blockHeight: block.height,
    blockPosition,
    purchaseId: null,
    listingId: offer?.kind === 'listing' ? offer.id : null,
    offerId: offer?.kind === 'buyer_offer' || offer?.kind === 'seller_counter' ? offer.id : null,
  });
  if (offer) await closeAsSold(db, offer, soldAt);
  if (isInserted)
    ctx.log.warn(
      { txid: transaction.txid, inscriptionId, height: block.height },
      'an own sale that this database does not know was read back from its block; was a backup restored?',
    );
}

/** What the block alone says of a sale out of a passthrough: the seller's key is in its leaf. */
async function toldByBlock(ctx: TradingContext, db: Database, hop: Hop, inscriptionId: string) {
  const { network } = ctx.settings;
  const slug = (await slugsOf(db, [inscriptionId])).get(inscriptionId)?.[0] ?? null;
  const collection = slug === null ? null : await collectionBySlug(db, slug);
  const input = hop.transaction.inputs[hop.inputIndex]!;
  const leaf = input.witness.find((item) => item.length === 140);
  const received = priceOf(hop)!;
  const rules = await feesOf({ ...ctx, db }, collection ?? { fees: null, payoutAddress: null });
  return {
    collectionSlug: slug,
    sellerAddress: leaf ? addressOf(bip86Script(leaf.slice(2, 66)), network) : null,
    buyerAddress: null,
    priceSats: priceOfReceived(received, { ...rules, utxoValueSats: input.valueSats, network }) ?? received,
  };
}
