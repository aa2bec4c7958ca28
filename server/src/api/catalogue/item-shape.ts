import type { Static } from '@fastify/type-provider-typebox';
import type { CollectionItem } from '@ordbook/api/catalogue/item';
import { toBtc } from '@ordbook/protocol/sats';
import type { CollectionItem as StoredItem } from '../../store/catalogue/collection-items.ts';
import type { Collection } from '../../store/catalogue/collections.ts';
import type { ApiSettings } from '../settings.ts';
import { contentTypeOf, imageOf, locationShape, nameOf, renderingHint } from './inscription-shape.ts';

/** A member of a collection, as the API returns it. */
export function collectionItemShape(
  item: StoredItem,
  { slug, pixelArt, cardBackgroundColor }: Pick<Collection, 'slug' | 'pixelArt' | 'cardBackgroundColor'>,
  settings: Pick<ApiSettings, 'contentUrl' | 'collectionPageUrl'>,
): Static<typeof CollectionItem> {
  const { collectionPageUrl } = settings;
  const contentType = contentTypeOf(item.contentType);
  return {
    id: item.id,
    name: nameOf(item.id, item.title, item.number),
    collection: slug,
    collectionHref: collectionPageUrl === null ? null : `${collectionPageUrl}/${slug}`,
    collections: item.collections,
    image: imageOf(item.id, settings),
    inscription: item.number,
    inscriptionId: item.id,
    listingId: item.listingId,
    listingState: item.listingState,
    priceSats: item.priceSats,
    price: item.priceSats === null ? null : toBtc(item.priceSats),
    listedAt: item.listedAt?.toISOString() ?? null,
    listingExpiresAt: item.expiresAt?.toISOString() ?? null,
    lastSale: item.lastSaleSats === null ? null : toBtc(item.lastSaleSats),
    owner: item.ownerAddress,
    contentType,
    rawContentType: item.contentType,
    imageRenderingHint: renderingHint(item.contentType, pixelArt),
    cardBackgroundColor,
    traits: item.traits,
    satributes: item.satributes,
    sat: item.sat,
    ...locationShape(item),
  };
}
