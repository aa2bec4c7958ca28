import { scopeLabel } from '@ordbook/protocol/collection-offer/criteria';
import type { BlockTransaction } from '../../chain/port.ts';
import type { FloorRow } from '../../store/catalogue/floors.ts';
import type { BookRow } from '../../store/collection-offer/collection-offers.ts';
import type { ListingRow } from '../../store/listing/listings-page.ts';
import type { MarketCollectionRow, TraitCount } from '../../store/market/collections.ts';
import type { HeldOffer, Neighbour, OpenOffer, PastSale } from '../../store/market/inscription.ts';
import type { MarketItem } from '../../store/market/items.ts';
import type { FoundInscription } from '../../store/market/search.ts';
import type { SaleRow } from '../../store/sale/sales.ts';
import { contentTypeOf, imageOf, nameOf } from '../catalogue/inscription-shape.ts';
import { collectionItemShape } from '../catalogue/item-shape.ts';
import type { ContentUrl } from '../settings.ts';

/** Anybody may have inscribed megabytes: so much of a name, and so many traits, are on a page. */
const LONGEST_NAME = 200;
const MOST_TRAITS_OF_ITEM = 100;

/** Of each side of a picture. */
const MOST_COINS = 8;

type Valued = { readonly valueSats: number };

/** A name for a page: short, and without characters that turn what stands beside it. */
export function shownName(...[id, title, number]: Parameters<typeof nameOf>): string {
  const start = title?.slice(0, 2 * LONGEST_NAME) ?? '';
  const plain = start.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '').trim();
  const characters = [...nameOf(id, plain === '' ? null : plain, number)];
  if (characters.length <= LONGEST_NAME) return characters.join('');
  return `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}

/** A member as the API has it, for a page. */
export function marketItemShape(...[item, collection, settings]: Parameters<typeof collectionItemShape>) {
  const shape = collectionItemShape(item, collection, settings);
  const name = shownName(item.id, item.title, item.number);
  const traits = shape.traits.slice(0, MOST_TRAITS_OF_ITEM);
  return { ...shape, name, traits, contentBytes: item.contentBytes };
}

export function collectionShape(
  { memberCount, samples, ...row }: MarketCollectionRow,
  floor: FloorRow | undefined,
  settings: ContentUrl,
) {
  return {
    ...row,
    itemCount: memberCount,
    ownerCount: floor?.ownerCount ?? 0,
    listedCount: floor?.listedCount ?? 0,
    floorSats: floor?.floorSats ?? null,
    oneDayChange: floor?.oneDayChange ?? null,
    sevenDayChange: floor?.sevenDayChange ?? null,
    samples: samples.map(({ id, contentType }) => ({
      inscriptionId: id,
      ...contentShape(id, contentType, settings),
    })),
  };
}

/** Counts in the order of their types, one entry for each type. */
export function traitsShape(counts: readonly TraitCount[]) {
  const byType = new Map<string, { value: string; count: number }[]>();
  for (const { type, value, count } of counts) {
    const values = byType.get(type) ?? [];
    values.push({ value, count });
    byType.set(type, values);
  }
  return [...byType].map(([type, values]) => ({ type, values }));
}

export function bidShape({ id, target, priceSats, eligibleCount, createdAt, expiresAt }: BookRow) {
  return {
    offerId: id,
    scopeLabel: scopeLabel(target),
    isForTraits: target.kind === 'traits',
    priceSats,
    eligibleCount,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export function openOfferShape({ id, priceSats, createdAt, expiresAt }: OpenOffer) {
  return {
    offerId: id,
    priceSats,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export function heldOfferShape({ inscriptionId, title, number, ...offer }: HeldOffer) {
  return { ...openOfferShape(offer), inscriptionId, name: shownName(inscriptionId, title, number) };
}

/** Of those on both sides, the one on this side. */
export function neighbourShape(side: Neighbour['side'], beside: readonly Neighbour[]) {
  const found = beside.find((one) => one.side === side);
  return found ? { inscriptionId: found.id, name: shownName(found.id, found.title, found.number) } : null;
}

export function pastSaleShape({ id, soldAt, ...sale }: PastSale) {
  return { saleId: id, soldAt: soldAt.toISOString(), ...sale };
}

export function soldShape(sale: SaleRow, settings: ContentUrl) {
  return {
    kind: 'sale' as const,
    id: sale.id,
    at: sale.soldAt.toISOString(),
    priceSats: sale.priceSats,
    fromAddress: sale.sellerAddress,
    toAddress: sale.buyerAddress,
    txid: sale.txid,
    ...subjectShape(sale, settings),
  };
}

/** Its sat is followed by first in, first out, while the inscription is where the sale put it. */
export function lastSaleShape(
  sale: SaleRow,
  item: Omit<MarketItem, 'pageKey'>,
  { inputs, outputs }: BlockTransaction,
  settings: ContentUrl,
) {
  const sum = (from: readonly Valued[]) => from.reduce((before, { valueSats }) => before + valueSats, 0);
  // the sats before it in the transaction; negative: it has moved on since
  const before = item.txid === sale.txid ? sum(outputs.slice(0, item.vout)) + item.satOffset : -1;
  let left = before;
  const input = inputs.findIndex(({ valueSats }) => {
    left -= valueSats;
    return left < 0;
  });
  const isDrawn = before >= 0 && input >= 0 && Math.max(input, item.vout) < MOST_COINS;
  return {
    inscriptionId: item.id,
    name: shownName(item.id, item.title, item.number),
    ...contentShape(item.id, item.contentType, settings),
    priceSats: sale.priceSats,
    at: sale.soldAt.toISOString(),
    txid: sale.txid,
    height: sale.blockHeight,
    inputs: inputs.slice(0, MOST_COINS).map(({ valueSats }) => valueSats),
    inputCount: inputs.length,
    outputs: outputs.slice(0, MOST_COINS).map(({ valueSats }) => valueSats),
    outputCount: outputs.length,
    way: isDrawn ? { input, output: item.vout } : null,
  };
}

export function listedShape(listing: ListingRow, settings: ContentUrl) {
  return {
    kind: 'listing' as const,
    id: listing.id,
    at: listing.listedAt.toISOString(),
    priceSats: listing.priceSats,
    fromAddress: listing.sellerOrdinalsAddress,
    toAddress: null,
    txid: null,
    ...subjectShape(listing, settings),
  };
}

function subjectShape(
  row: Pick<ListingRow | SaleRow, 'inscriptionId' | 'title' | 'number' | 'collectionSlug' | 'collectionName'>,
  settings: ContentUrl,
) {
  return {
    inscriptionId: row.inscriptionId,
    inscriptionName: shownName(row.inscriptionId, row.title, row.number),
    image: imageOf(row.inscriptionId, settings),
    collectionSlug: row.collectionSlug,
    collectionName: row.collectionName,
  };
}

export function foundShape(found: FoundInscription, settings: ContentUrl) {
  return {
    inscriptionId: found.id,
    inscription: found.number,
    name: shownName(found.id, found.title, found.number),
    collectionSlug: found.slug,
    collectionName: found.collectionName,
    ...contentShape(found.id, found.contentType, settings),
  };
}

function contentShape(id: string, contentType: string | null, settings: ContentUrl) {
  return {
    contentType: contentTypeOf(contentType),
    rawContentType: contentType,
    image: imageOf(id, settings),
  };
}
