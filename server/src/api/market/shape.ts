import { scopeLabel } from '@ordbook/protocol/collection-offer/criteria';
import type { FloorRow } from '../../store/catalogue/floors.ts';
import type { BookRow } from '../../store/collection-offer/collection-offers.ts';
import type { ListingRow } from '../../store/listing/listings-page.ts';
import type { MarketCollectionRow, TraitCount } from '../../store/market/collections.ts';
import type { OpenOffer, PastSale } from '../../store/market/inscription.ts';
import type { FoundInscription } from '../../store/market/search.ts';
import type { SaleRow } from '../../store/sale/sales.ts';
import { contentTypeOf, nameOf } from '../catalogue/inscription-shape.ts';
import { collectionItemShape } from '../catalogue/item-shape.ts';
import type { ApiSettings } from '../settings.ts';

type ContentUrl = Pick<ApiSettings, 'contentUrl'>;

/** Anybody may have inscribed megabytes: so much of a name, and so many traits, are on a page. */
const LONGEST_NAME = 200;
const MOST_TRAITS_OF_ITEM = 100;

/** A name for a page: short, and without characters that turn what stands beside it. */
function shownName(...[id, title, number]: Parameters<typeof nameOf>): string {
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

export function pastSaleShape({ id, soldAt, ...sale }: PastSale) {
  return { saleId: id, soldAt: soldAt.toISOString(), ...sale };
}

export function soldShape(sale: SaleRow) {
  return {
    kind: 'sale' as const,
    id: sale.id,
    at: sale.soldAt.toISOString(),
    priceSats: sale.priceSats,
    fromAddress: sale.sellerAddress,
    toAddress: sale.buyerAddress,
    txid: sale.txid,
    ...subjectShape(sale),
  };
}

export function listedShape(listing: ListingRow) {
  return {
    kind: 'listing' as const,
    id: listing.id,
    at: listing.listedAt.toISOString(),
    priceSats: listing.priceSats,
    fromAddress: listing.sellerOrdinalsAddress,
    toAddress: null,
    txid: null,
    ...subjectShape(listing),
  };
}

function subjectShape(
  row: Pick<ListingRow | SaleRow, 'inscriptionId' | 'title' | 'number' | 'collectionSlug' | 'collectionName'>,
) {
  return {
    inscriptionId: row.inscriptionId,
    inscriptionName: shownName(row.inscriptionId, row.title, row.number),
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

function contentShape(id: string, contentType: string | null, { contentUrl }: ContentUrl) {
  return {
    contentType: contentTypeOf(contentType),
    rawContentType: contentType,
    image: `${contentUrl}/${id}`,
  };
}
