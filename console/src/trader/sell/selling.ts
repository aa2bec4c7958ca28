import {
  ApiError,
  delist,
  listInscriptions,
  prepareListing,
  type Session,
  takeListingBack,
} from '@ordbook/client';
import { act } from '../act.ts';
import { sentenceOf } from '../errors.ts';
import { afterDays, type Days } from '../offers/duration.tsx';
import { cautionsOfSeller } from '../sign/compared-prices.ts';
import { agreedBefore, Declined } from '../sign/explaining-wallet.ts';
import { words } from '../text.ts';
import { type KeptListing, keepListings, markDown } from './kept-listings.ts';
import type { MyItem } from './my-items.ts';

export interface Priced {
  readonly item: MyItem;
  readonly priceSats: number;
}

/** Lists items of one collection, for so many days. */
export function list(priced: readonly Priced[], days: Days) {
  return act({
    title: words.sell.listTitle(priced.length),
    items: rowsOf(priced, days),
    done: words.sell.listed,
    cautions: (session) => cautionsOn(session, priced),
    run: async (session, options) => listed(session, priced, days, options),
    tradeOf: (made) => (made.length === 1 ? made[0]!.listingId : null),
  });
}

const rowsOf = (priced: readonly Priced[], days: Days) =>
  priced.map(({ item: { inscriptionId, name }, priceSats }) => ({
    inscriptionId,
    name,
    priceSats,
    until: afterDays(days),
  }));

const cautionsOn = (session: Session, priced: readonly Priced[]) =>
  cautionsOfSeller(
    session,
    priced.map(({ item: { inscriptionId }, priceSats }) => ({ inscriptionId, priceSats })),
  );

async function listed(
  session: Session,
  priced: readonly Priced[],
  days: Days,
  options: Parameters<typeof listInscriptions>[2],
) {
  const made = await listInscriptions(
    session,
    {
      collectionSlug: priced[0]!.item.slug,
      items: priced.map(({ item: { inscriptionId }, priceSats }) => ({ inscriptionId, priceSats })),
      ...(days === null ? {} : { durationDays: days }),
    },
    options,
  );
  const names = new Map(priced.map(({ item }) => [item.inscriptionId, item.name]));
  const { slug } = priced[0]!.item;
  const kept = made.map((one) => ({
    ...one,
    slug,
    name: names.get(one.inscriptionId) ?? '',
    isDown: false,
  }));
  keepListings(session.wallet.ordinalsAddress, kept);
  return made;
}

/** Takes a listing down. Nothing is signed. */
export function takeDown(item: Withdrawn) {
  return act({
    title: words.sell.downTitle,
    done: words.sell.downDone,
    run: (session) => withdrawn(session, item),
  });
}

type Withdrawn = Pick<MyItem, 'slug' | 'inscriptionId' | 'listingId'>;

async function withdrawn(session: Session, { slug, inscriptionId, listingId }: Withdrawn) {
  const ended = await delist(session, {
    collectionSlug: slug,
    listings: [{ inscriptionId, listingId: listingId! }],
  });
  markDown(session.wallet.ordinalsAddress, listingId!);
  return ended;
}

/**
 * The new price was not listed, and the listing at the old one is over. `message` says both, and what to do.
 */
class OldListingEnded extends Error {
  override readonly name = 'OldListingEnded';

  constructor(cause: unknown) {
    const why = cause instanceof Declined ? words.sell.notSigned : sentenceOf(cause);
    super(`${why} ${words.sell.oldEnded}`, { cause });
  }
}

/** The new price cannot be listed, and nothing was done. `message` says both. */
class ListingStays extends Error {
  override readonly name = 'ListingStays';

  constructor(why: string) {
    super(`${why} ${words.sell.stays}`);
  }
}

/** Sats of all bitcoins: no price is above. */
const MOST_SATS = 2_100_000_000_000_000;

const isPrice = (sats: number) => Number.isInteger(sats) && sats > 0 && sats <= MOST_SATS;

/**
 * Throws `ListingStays` for what a new listing at this price would meet: a listing must not end for a price
 * that is refused, or while the service is unreachable. That it is listed is no reason: that listing ends.
 */
async function requireListable(session: Session, { item, priceSats }: Priced): Promise<void> {
  if (!isPrice(priceSats)) throw new ListingStays(words.sell.wholeSats);
  const items = [{ inscriptionId: item.inscriptionId, priceSats }];
  await prepareListing(session, { collectionSlug: item.slug, items }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'already_listed') return;
    throw new ListingStays(sentenceOf(error));
  });
}

/** The listing at the old price ends, then the item is listed at the new one, for so many days. */
export function changePrice(priced: Priced, days: Days) {
  return act({
    title: words.sell.changeTitle,
    items: rowsOf([priced], days),
    done: words.sell.listed,
    cautions: (session) => cautionsOn(session, [priced]),
    async run(session, options) {
      await requireListable(session, priced);
      await agreedBefore(words.sell.endsFirst);
      await withdrawn(session, priced.item);
      return listed(session, [priced], days, options).catch((error: unknown) => {
        throw new OldListingEnded(error);
      });
    },
    tradeOf: ([made]) => made?.listingId ?? null,
  });
}

/** Takes an inscription of a failed purchase from its passthrough. */
export function takeBack({ slug, listingId, inscriptionId, name }: KeptListing) {
  return act({
    title: words.sell.takeBack,
    items: [{ inscriptionId, name, priceSats: null }],
    done: words.sell.takeBackDone,
    run: (session, options) =>
      takeListingBack(session, { collectionSlug: slug, listingId, inscriptionId }, options),
    tradeOf: ({ txid }) => txid,
  });
}
