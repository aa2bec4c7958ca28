import { type PageName, pageAt } from '@ordbook/console/paths';
import { cached } from '../../base/cached.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { collectionBySlug, listCollections } from '../../store/catalogue/collections.ts';
import { floorsOf } from '../../store/catalogue/floors.ts';
import { marketItem, marketItems } from '../../store/market/items.ts';
import type { TradingContext } from '../../trading/context.ts';
import { shownName } from '../market/shape.ts';
import type { ApiSettings } from '../settings.ts';
import type { Card } from './card.ts';

/** What a page says to those who run no script: previews, search engines, and visitors without JavaScript. */
export interface Head {
  /** Inscribed texts are as they are: nothing here is escaped. */
  readonly title: string;
  readonly description: string;
  readonly card: Card;
  /** Path of the card. */
  readonly cardPath: string;
  /** URL of a picture that previews show as it is; null: they show the card. */
  readonly picture: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly links: readonly { readonly path: string; readonly name: string; readonly note: string }[];
  /** False: the status is 404. */
  readonly isThere: boolean;
}

const TITLES: Readonly<Record<PageName, string>> = {
  collections: 'Trade inscriptions. You see what you sign.',
  collection: 'Collection',
  inscription: 'Inscription',
  wallet: 'Wallet',
  activity: 'Activity',
  search: 'Search',
  about: 'How it works',
  inspect: 'Inspect a PSBT',
  trades: 'Trades',
  trade: 'Trade',
  inbox: 'Inbox',
  cart: 'Cart',
  sell: 'Sell',
  bids: 'Collection offers',
};

const SENTENCE =
  'Inscriptions for sale, settled in Bitcoin transactions. Before each signature you see what you give and what you get.';

const MOST_COLLECTIONS = 100;
const MOST_ITEMS = 12;

/** What previews take as it is, and large enough: pixel art is often 24 pixels wide. */
const PICTURES = /^image\/(png|jpeg|gif|webp)$/;

const sats = (amount: number | null) => (amount === null ? 'none' : `${amount.toLocaleString('en-GB')} sats`);

/** Says what a page shows, by its path. A path without a page is not there; so is an unknown inscription. */
export function headsOf({ db, clock, settings: { domain } }: TradingContext, { contentUrl }: ApiSettings) {
  const collections = cached(clock, MINUTE_MS, async () => {
    const open = (await listCollections(db)).filter(({ removedAt }) => removedAt === null);
    const shown = open.slice(0, MOST_COLLECTIONS);
    const slugs = shown.map(({ slug }) => slug);
    const floors = new Map((await floorsOf(db, slugs, clock.now())).map((floor) => [floor.slug, floor]));
    return shown.map(({ slug, name }) => ({
      path: `/collection/${slug}`,
      name,
      note: `floor ${sats(floors.get(slug)?.floorSats ?? null)}`,
    }));
  });

  const plain = (title: string, isThere = true): Head => ({
    title,
    description: SENTENCE,
    card: { domain, name: title, plainName: title, sum: '', note: 'Settled in Bitcoin transactions' },
    cardPath: '/card',
    picture: null,
    facts: [],
    links: [],
    isThere,
  });
  const nothing = plain('Nothing here', false);

  async function collectionHead(slug: string, page: 'collection' | 'bids'): Promise<Head> {
    const row = /^[a-z0-9-]{1,100}$/.test(slug) ? await collectionBySlug(db, slug) : null;
    if (!row || row.removedAt) return nothing;
    const now = clock.now();
    const [[floor], items] = await Promise.all([
      floorsOf(db, [slug], now),
      marketItems(db, { slug, sort: 'price', traits: [], now, after: null, limit: MOST_ITEMS }),
    ]);
    const [floorSats, listed] = [floor?.floorSats ?? null, floor?.listedCount ?? 0];
    const forSale = `${listed.toLocaleString('en-GB')} of ${row.memberCount.toLocaleString('en-GB')} for sale`;
    const { name } = row;
    return {
      ...plain(page === 'bids' ? `Offers on ${name}` : name),
      description: `${name}: ${forSale}, floor ${sats(floorSats)}.`,
      card: { domain, name, plainName: slug, sum: `Floor ${sats(floorSats)}`, note: forSale },
      cardPath: `/card/collection/${slug}`,
      facts: [
        ['Floor', sats(floorSats)],
        ['For sale', forSale],
      ],
      links: items.map(({ id, title, number, priceSats }) => ({
        path: `/inscription/${id}`,
        name: shownName(id, title, number),
        note: sats(priceSats),
      })),
    };
  }

  async function inscriptionHead(id: string): Promise<Head> {
    const item = /^[0-9a-f]{64}i\d{1,6}$/.test(id) ? await marketItem(db, id, clock.now()) : null;
    if (!item) return nothing;
    const collection = (await collectionBySlug(db, item.slug))!;
    const name = shownName(id, item.title, item.number);
    const price = item.listingState === 'buyable' ? item.priceSats : null;
    const last = item.lastSaleSats === null ? 'No sale is known' : `Last sold for ${sats(item.lastSaleSats)}`;
    return {
      ...plain(`${name}, ${collection.name}`),
      description: `${name} of ${collection.name}: ${price === null ? 'not for sale' : sats(price)}. ${last}.`,
      card: {
        domain,
        name,
        plainName: `Inscription ${item.number}`,
        sum: price === null ? 'Not for sale' : sats(price),
        note: price === null ? last : collection.name,
      },
      cardPath: `/card/inscription/${id}`,
      picture: PICTURES.test(item.contentType ?? '') && !collection.pixelArt ? `${contentUrl}/${id}` : null,
      facts: [
        ['Price', price === null ? 'not for sale' : `${sats(price)}, before fees`],
        ['Last sale', item.lastSaleSats === null ? 'none known' : sats(item.lastSaleSats)],
        ['Number', item.number.toLocaleString('en-GB')],
        ['Held at', item.ownerAddress ?? 'no address'],
        ['Satpoint', `${item.txid}:${item.vout}:${item.satOffset}`],
      ],
      links: [{ path: `/collection/${item.slug}`, name: collection.name, note: 'its collection' }],
    };
  }

  return async (path: string): Promise<Head> => {
    const found = pageAt(path);
    if (!found) return nothing;
    const { page, parameters } = found;
    if (page === 'inscription') return inscriptionHead(parameters['id']!);
    if (page === 'collection' || page === 'bids')
      return collectionHead(parameters['slug']!.toLowerCase(), page);
    if (page !== 'collections') return plain(TITLES[page]);
    return { ...plain(TITLES.collections), links: await collections() };
  };
}
