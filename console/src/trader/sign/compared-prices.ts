import { myCollectionOffers, type Session } from '@ordbook/client';
import type { MarketInscription, TraitFilter } from '@ordbook/client/market';
import { market } from '../../data/market.ts';
import { cautionsOnAsking, cautionsOnBid } from './cautions.ts';

/**
 * The cautions on prices that a seller asks; a read for each inscription, and two for each collection. The
 * seller's own listings and offers are no market. Throws what the reads throw.
 */
export async function cautionsOfSeller(
  session: Session,
  asked: readonly { readonly inscriptionId: string; readonly priceSats: number }[],
): Promise<string[]> {
  const read = await Promise.all(asked.map(({ inscriptionId }) => market.inscription(inscriptionId)));
  const books = new Map<string, { floorSats: number | null; own: readonly number[] }>();
  for (const slug of new Set(read.map(({ item }) => item.collection)))
    books.set(slug, {
      floorSats: await cheapestOfOthers(session, slug, []),
      own: (await myCollectionOffers(session, slug)).map(({ priceSats }) => priceSats),
    });
  return read.flatMap((inscription, index) => {
    const { floorSats, own } = books.get(inscription.item.collection)!;
    return cautionsOnAsking({
      name: inscription.item.name,
      priceSats: asked[index]!.priceSats,
      bestOfferSats: bestOfferFor(inscription, own),
      floorSats,
    });
  });
}

/** Own listings among the cheapest that are passed over. */
const MOST_OWN = 20;

/** The cheapest listing of somebody else; null: there is none among the cheapest 20. */
async function cheapestOfOthers(
  { wallet }: Session,
  slug: string,
  traits: readonly TraitFilter[],
): Promise<number | null> {
  const { items } = await market.items(slug, { sort: 'price', limit: MOST_OWN, traits });
  return (
    items.find(({ owner, priceSats }) => owner !== wallet.ordinalsAddress && priceSats !== null)?.priceSats ??
    null
  );
}

/** `own`: prices of the seller's own collection offers. The best one, when it may be such, is left out. */
function bestOfferFor({ offers, bestCollectionOfferSats: best }: MarketInscription, own: readonly number[]) {
  const prices = offers.map(({ priceSats }) => priceSats);
  if (best !== null && !own.includes(best)) prices.push(best);
  return prices.length === 0 ? null : Math.max(...prices);
}

/** The cautions on an offer for an inscription. Throws what the read throws. */
export async function cautionsOfOffer(
  { wallet }: Session,
  inscriptionId: string,
  priceSats: number,
): Promise<string[]> {
  const { item, listing } = await market.inscription(inscriptionId);
  const isOwn = item.owner === wallet.ordinalsAddress;
  return cautionsOnBid(priceSats, listing?.state === 'buyable' && !isOwn ? listing.priceSats : null);
}

/**
 * The cautions on an offer for any inscription of a collection with these traits. Throws what the read
 * throws.
 */
export async function cautionsOfBid(
  session: Session,
  slug: string,
  traits: readonly TraitFilter[],
  priceSats: number,
): Promise<string[]> {
  return cautionsOnBid(priceSats, await cheapestOfOthers(session, slug, traits));
}
