import type { MarketInscription, TraitFilter } from '@ordbook/client/market';
import { market } from '../../data/market.ts';
import { cautionsOnAsking, cautionsOnBid } from './cautions.ts';

/** The cautions on prices that a seller asks; a read for each inscription. Throws what the reads throw. */
export async function cautionsOfSeller(
  asked: readonly { readonly inscriptionId: string; readonly priceSats: number }[],
): Promise<string[]> {
  const read = await Promise.all(asked.map(({ inscriptionId }) => market.inscription(inscriptionId)));
  const floors = new Map<string, number | null>();
  for (const slug of new Set(read.map(({ item }) => item.collection)))
    floors.set(slug, (await market.collection(slug)).floorSats);
  return read.flatMap((inscription, index) =>
    cautionsOnAsking({
      name: inscription.item.name,
      priceSats: asked[index]!.priceSats,
      bestOfferSats: bestOfferFor(inscription),
      floorSats: floors.get(inscription.item.collection) ?? null,
    }),
  );
}

function bestOfferFor({ offers, bestCollectionOfferSats }: MarketInscription): number | null {
  const prices = offers.map(({ priceSats }) => priceSats);
  if (bestCollectionOfferSats !== null) prices.push(bestCollectionOfferSats);
  return prices.length === 0 ? null : Math.max(...prices);
}

/** The cautions on an offer for an inscription. Throws what the read throws. */
export async function cautionsOfOffer(inscriptionId: string, priceSats: number): Promise<string[]> {
  const { listing } = await market.inscription(inscriptionId);
  return cautionsOnBid(priceSats, listing?.state === 'buyable' ? listing.priceSats : null);
}

/** The cautions on an offer for any inscription of a collection with these traits. Throws what the read throws. */
export async function cautionsOfBid(
  slug: string,
  traits: readonly TraitFilter[],
  priceSats: number,
): Promise<string[]> {
  const { items } = await market.items(slug, { limit: 1, traits });
  return cautionsOnBid(priceSats, items[0]?.priceSats ?? null);
}
