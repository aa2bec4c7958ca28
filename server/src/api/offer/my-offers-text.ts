/**
 * The views of GET /me/offers that list offers, as the text of the response. The database has each offer as
 * text, which is neither parsed nor serialised again:
 *
 *   {"id":…,"creatorRevenueSats":0        ShownOffer.shown, made with the offer
 *   ,"inscriptionNumber":…}               `about`, once for all offers of a group that have the same
 */
import type { Static } from '@fastify/type-provider-typebox';
import type { InscriptionColumns, OfferGroup, SentOffer, ShownOffer } from '../../store/offer/my-offers.ts';
import type { OfferKind } from '../../store/offer/schema.ts';
import { contentTypeOf, numberText } from '../catalogue/inscription-shape.ts';
import { serializerOf } from '../edge/serialization.ts';
import { PARTS } from './my-offers-schemas.ts';
import { sideOf } from './shape.ts';

type Role = 'buyer' | 'seller';
type Page = Static<typeof PARTS.page>;

const serialize = {
  about: serializerOf(PARTS.about),
  group: serializerOf(PARTS.group),
  page: serializerOf(PARTS.page),
};
const ACTIONS = { seller: 'seller_received_buyer_offer', buyer: 'buyer_received_counter' } as const;

export function ownedText(groups: readonly OfferGroup[], page: Page): string {
  const parts = ['{"view":"owned","groups":['];
  for (const [i, group] of groups.entries()) {
    if (i > 0) parts.push(',');
    addGroup(parts, group);
  }
  parts.push(']', more(serialize.page(page)));
  return parts.join('');
}

export function sentText(rows: readonly SentOffer[], page: Page): string {
  const offers = rows.map((row) => row.shown + aboutText(row, 'buyer', row));
  return `{"view":"sent","rows":[${offers}]${more(serialize.page(page))}`;
}

function addGroup(parts: string[], group: OfferGroup): void {
  const { collection } = group;
  const fields = serialize.group({
    inscriptionId: group.inscriptionId,
    inscriptionNumber: numberText(group.number),
    inscriptionTitle: group.title,
    collectionName: collection.name,
    collectionSlug: collection.slug,
    collectionVerified: collection.verified,
    contentType: contentTypeOf(group.contentType),
    ownerAddress: group.ownerAddress,
    actionBindingId: group.actionBindingId,
    topOfferSats: group.topOfferSats,
    activeOfferCount: group.activeOfferCount,
    activeCounterCount: group.activeCounterCount,
    earliestExpiresAt: group.earliestExpiresAt.toISOString(),
  });
  parts.push(fields.slice(0, -1), ',"offers":[');
  addOffers(parts, group, 'buyer_offer');
  parts.push('],"sentCounters":[');
  addOffers(parts, group, 'seller_counter');
  parts.push(']}');
}

function addOffers(parts: string[], group: OfferGroup, kind: OfferKind): void {
  const abouts = new Map<string, string>();
  let comma = '';
  for (const offer of group.offers) {
    if (offer.kind !== kind) continue;
    const key = `${offer.collection.slug} ${offer.actionBindingId}`;
    const about = abouts.get(key) ?? aboutText(offer, 'seller', group);
    abouts.set(key, about);
    parts.push(comma, offer.shown, about);
    comma = ',';
  }
}

/** What follows the text of an offer. */
function aboutText(offer: ShownOffer, role: Role, inscription: InscriptionColumns): string {
  const { collection, actionBindingId } = offer;
  const side = sideOf(offer, role);
  return more(
    serialize.about({
      inscriptionNumber: numberText(inscription.number),
      inscriptionTitle: inscription.title,
      collectionName: collection.name,
      side,
      actionKind: side === 'sent' ? null : ACTIONS[role],
      actionBindingId,
      contentType: contentTypeOf(inscription.contentType),
      collectionSlug: collection.slug,
      collectionVerified: collection.verified,
    }),
  );
}

/** The fields of an object, after those of another that was left open. */
function more(object: string): string {
  return `,${object.slice(1)}`;
}
