import type { collectionBook, previewTarget } from '../../trading/collection-offer/book.ts';
import type { preflightCollectionOffers } from '../../trading/collection-offer/make.ts';
import type { preflightFill } from '../../trading/fill/fill.ts';
import { renderingHint } from '../catalogue/inscription-shape.ts';
import type { ApiSettings } from '../settings.ts';

type Book = Awaited<ReturnType<typeof collectionBook>>;
type Preview = Awaited<ReturnType<typeof previewTarget>>;
type Sample = NonNullable<Preview['sample']>;
type ContentUrl = Pick<ApiSettings, 'contentUrl'>;

export function sampleShape({ inscriptionId, contentType, isPixelArt }: Sample, { contentUrl }: ContentUrl) {
  return {
    inscriptionId,
    image: `${contentUrl}/${inscriptionId}`,
    previewContentType: contentType,
    imageRenderingHint: renderingHint(contentType, isPixelArt),
  };
}

export function bookShape({ rows, ...counts }: Book, settings: ContentUrl) {
  return {
    rows: rows.map(({ sample, expiresAt, createdAt, ...row }) => ({
      expiresAt: expiresAt.toISOString(),
      createdAt: createdAt.toISOString(),
      status: 'active' as const,
      sampleInscription: sampleShape(sample, settings),
      ...row,
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
