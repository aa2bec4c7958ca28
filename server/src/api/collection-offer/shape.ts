import { scopeLabel } from '@ordbook/protocol/collection-offer/criteria';
import type { CollectionOfferRow } from '../../store/collection-offer/collection-offers.ts';
import type { collectionBook, previewTarget } from '../../trading/collection-offer/book.ts';
import type { preflightCollectionOffers } from '../../trading/collection-offer/make.ts';
import type { preflightFill } from '../../trading/fill/fill.ts';
import { imageOf, renderingHint } from '../catalogue/inscription-shape.ts';
import type { ContentUrl } from '../settings.ts';

type Book = Awaited<ReturnType<typeof collectionBook>>;
type Preview = Awaited<ReturnType<typeof previewTarget>>;
type Sample = NonNullable<Preview['sample']>;

export function sampleShape({ inscriptionId, contentType, isPixelArt }: Sample, settings: ContentUrl) {
  return {
    inscriptionId,
    image: imageOf(inscriptionId, settings),
    previewContentType: contentType,
    imageRenderingHint: renderingHint(contentType, isPixelArt),
  };
}

/** A collection offer, without what depends on the caller or on its state. */
export function collectionOfferShape(row: CollectionOfferRow, settings: ContentUrl) {
  return {
    id: row.id,
    target: row.target,
    scopeLabel: scopeLabel(row.target),
    priceSats: row.priceSats,
    eligibleCount: row.eligibleCount,
    makerAddress: row.makerAddress,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    // a fill's costs are paid out of the price
    totalSats: row.priceSats,
    sampleInscription: sampleShape(
      {
        inscriptionId: row.sampleInscriptionId,
        contentType: row.sampleContentType,
        isPixelArt: row.isPixelArt,
      },
      settings,
    ),
  };
}

export function bookShape({ rows, ...counts }: Book, settings: ContentUrl) {
  return {
    rows: rows.map((row) => ({
      status: 'active' as const,
      actionBindingId: row.actionBindingId,
      ...collectionOfferShape(row, settings),
    })),
    ...counts,
  };
}

/** The sample's fields appear nested and flat, for clients of either form. */
export function previewShape({ sample, ...preview }: Preview, settings: ContentUrl) {
  const sampleInscription = sample && sampleShape(sample, settings);
  return {
    ...preview,
    sampleInscription,
    inscriptionId: sampleInscription?.inscriptionId ?? null,
    previewContentType: sampleInscription?.previewContentType ?? null,
  };
}

/**
 * Fields of the whole call are repeated in each offer. The step appears nested and flat, for clients of
 * either form.
 */
export function offerPreflightShape({
  offers,
  ...common
}: Awaited<ReturnType<typeof preflightCollectionOffers>>) {
  return {
    ...common,
    offers: offers.map((offer) => {
      const { stepIndex: _, ...flat } = offer.fundingParentStep;
      return { ...common, ...offer, expiresAt: offer.expiresAt.toISOString(), ...flat };
    }),
  };
}

/** The step appears nested and flat, for clients of either form. */
export function fillPreflightShape(fill: Awaited<ReturnType<typeof preflightFill>>) {
  const { stepIndex: _, ...flat } = fill.sellerStep;
  return { ...fill, ...flat };
}
