/**
 * Own sales of which the database knows no trade: it was restored from a copy that is older than them. The
 * block tells them. What was sold, and at what price:
 *
 *   a passthrough of this market, sold     a stored listing says it; otherwise what the seller got and the
 *                                          fees of the collection do
 *   the same, to a stored counter's buyer  the counter says it; no output tells its price
 *   a stored offer's settlement            the offer says it
 *   a stored collection offer's output     the offer says it
 *
 * All but the third count only where the market's signature verifies over the transaction. The txid proves
 * the third. An offer that is not stored looks like one of another market: its settlement has no key of
 * this market.
 *
 * Without a restore no trade is unknown, so nothing is read back then, whatever a block shows.
 */
import { addressOf, bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import { priceOfReceived } from '@ordbook/protocol/layout/fees';
import type { Sats } from '@ordbook/protocol/sats';
import { pause } from '../base/in-slices.ts';
import { collectionBySlug, slugsOf } from '../store/catalogue/collections.ts';
import { inscriptionIdOf } from '../store/chain/inscriptions.ts';
import { restoredAt } from '../store/database/identity.ts';
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
import type { SoldHop } from './external-sales.ts';
import { isOwnFill, isOwnPassthrough } from './market-signature.ts';
import type { Hop } from './sat-moves.ts';

/**
 * Finds the service's own sales in blocks that no stored trade has. Stores them, and closes what they sold.
 * `priced`: those of the hops that have a price. Run it in the transaction that stores the blocks, after the
 * inscriptions moved. Retry-safe.
 */
export async function readBackSales(
  ctx: TradingContext,
  db: Database,
  { hops, sold }: { readonly hops: readonly Hop[]; readonly sold: readonly SoldHop[] },
): Promise<void> {
  if (hops.length === 0) return;
  const own = sold.filter(({ isOwn }) => isOwn);
  const restored = await restoredAt(db);
  if (!mayBeUnknown(restored, ctx.clock.now())) return warnOfUnknown(ctx, db, own);
  const { market: marketKey } = ctx.keys;
  const signed = await signedByMarket(hops, marketKey);
  const offered = await offeredBefore(db, offeredWith(hops, signed));
  const byTxid = new Map(offered.map((offer) => [offer.txid, offer]));
  const ownPrices = new Map(own.map(({ hop, receivedSats }) => [hop, receivedSats]));
  // with no offer, the price tells
  const unknown = (offered.length > 0 ? hops : [...ownPrices.keys()]).flatMap((hop) => {
    const priceSats = ownPrices.get(hop) ?? null;
    const offer = offerOf(hop, byTxid, {
      isSold: priceSats !== null,
      isSigned: signed.has(hop),
      marketKey,
    });
    return offer || priceSats !== null ? [{ hop, offer, priceSats }] : [];
  });
  const stored = await storedSettlements(db, unknown.map(txidOf));
  const done = new Set<string>();
  for (const { hop, offer, priceSats } of unknown) {
    const { txid } = hop.transaction;
    // everything on a coin is one sale
    const coin = `${txid}:${hop.inputIndex}`;
    if (stored.has(txid) || done.has(coin)) continue;
    done.add(coin);
    await readBack(ctx, db, { hop, offer, priceSats });
  }
}

const txidOf = ({ hop }: { readonly hop: Hop }) => hop.transaction.txid;

/** Whether a restore is why a sale may be unknown. */
function mayBeUnknown(restored: Date | null, now: Date): boolean {
  return restored !== null && now.getTime() <= restored.getTime() + IN_FLIGHT_MS;
}

/** The market has signed them, so they were traded here: what is stored lacks it. */
async function warnOfUnknown(ctx: TradingContext, db: Database, own: readonly SoldHop[]): Promise<void> {
  if (own.length === 0) return;
  const stored = await storedSettlements(db, own.map(txidOf));
  const unknown = new Set(own.map(txidOf).filter((txid) => !stored.has(txid)));
  if (unknown.size > 0)
    ctx.log.error(
      { txids: [...unknown] },
      'blocks have own sales that this database does not know; if it was put back from a backup, stop, put it back again and run `ordbook restored` before the start',
    );
}

/** Those that left a passthrough which the market signed: sold, countered or recovered. */
async function signedByMarket(hops: readonly Hop[], marketKey: string): Promise<Set<Hop>> {
  const signed = new Set<Hop>();
  for (const [i, hop] of hops.entries()) {
    if (isOwnPassthrough(hop.transaction, hop.inputIndex, marketKey)) signed.add(hop);
    if (i % VERIFIED_AT_ONCE === VERIFIED_AT_ONCE - 1) await pause();
  }
  return signed;
}

function offeredWith(hops: readonly Hop[], signed: ReadonlySet<Hop>): OfferedWith {
  const [settlements, fundings] = [new Set<string>(), new Set<string>()];
  for (const { transaction } of hops) {
    settlements.add(transaction.txid);
    for (const { txid, vout } of transaction.inputs) if (vout === OFFER_VOUT) fundings.add(txid);
  }
  return { settlements, transfers: new Set([...signed].map(({ from }) => from.txid)), fundings };
}

/** Hops between two pauses, each with a signature to verify, 1 ms at most. */
const VERIFIED_AT_ONCE = 8;
/**
 * How long after a restore a trade that was sent before it may still be mined: the nodes' own limit for their
 * mempools.
 */
const IN_FLIGHT_MS = 14 * 24 * 3_600_000;

/**
 * The stored listing, counter or offer that the hop sells by. null: none, or the hop is no sale. `isSigned`:
 * it left a passthrough, and the market signed that; `isSold`: for a price, too. A counter has its buyer
 * instead of the price. A recovery, which the market signs, returns the inscription to the seller.
 */
function offerOf(
  { transaction, from, to }: Hop,
  byTxid: ReadonlyMap<string, OfferedBefore>,
  {
    isSold,
    isSigned,
    marketKey,
  }: { readonly isSold: boolean; readonly isSigned: boolean; readonly marketKey: string },
): OfferedBefore | null {
  const settled = byTxid.get(transaction.txid);
  if (settled?.kind === 'buyer_offer') return settled;
  const moved = byTxid.get(from.txid);
  if (moved?.kind === 'listing') return from.vout === 0 && isSold ? moved : null;
  if (moved?.kind === 'seller_counter')
    return from.vout === 0 && isSigned && to.ownerAddress === moved.buyerAddress ? moved : null;
  for (const [i, { txid, vout }] of transaction.inputs.entries()) {
    const filled = vout === OFFER_VOUT ? byTxid.get(txid) : undefined;
    if (filled?.kind !== 'collection_offer' || to.ownerAddress !== filled.buyerAddress) continue;
    // its buyer alone may spend it, too, in a transaction of any kind
    if (isOwnFill(transaction, i, marketKey)) return filled;
  }
  return null;
}

interface Unknown {
  readonly hop: Hop;
  /** null: only the block tells. */
  readonly offer: OfferedBefore | null;
  /** What the seller got out of a passthrough of this market; null: it is not sold from one. */
  readonly priceSats: Sats | null;
}

async function readBack(
  ctx: TradingContext,
  db: Database,
  { hop, offer, priceSats }: Unknown,
): Promise<void> {
  const { block, transaction, blockPosition, to, from } = hop;
  const inscriptionId = await inscriptionIdOf(db, hop.key);
  if (inscriptionId === null) return;
  const soldAt = new Date(block.time * 1000);
  const told = offer ?? (await readByBlock(ctx, db, { hop, inscriptionId, received: priceSats! }));
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
      'an own sale that this database does not know was read back from its block, as a backup was restored',
    );
}

/** What the block alone says of a sale out of a passthrough: the seller's key is in its leaf. */
async function readByBlock(
  ctx: TradingContext,
  db: Database,
  {
    hop,
    inscriptionId,
    received,
  }: { readonly hop: Hop; readonly inscriptionId: string; readonly received: Sats },
) {
  const { network } = ctx.settings;
  const slug = (await slugsOf(db, [inscriptionId])).get(inscriptionId)?.[0] ?? null;
  const collection = slug === null ? null : await collectionBySlug(db, slug);
  const input = hop.transaction.inputs[hop.inputIndex]!;
  const sellerKey = input.witness.at(-2)!.slice(2, 66);
  const rules = await feesOf({ ...ctx, db }, collection ?? { fees: null, payoutAddress: null });
  return {
    collectionSlug: slug,
    sellerAddress: addressOf(bip86Script(sellerKey), network),
    buyerAddress: null,
    priceSats: priceOfReceived(received, { ...rules, utxoValueSats: input.valueSats, network }) ?? received,
  };
}
