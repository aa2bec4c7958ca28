import { RawNode, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectionItems } from '../../../src/store/catalogue/collection-items.ts';
import { newestKey, placedAfter } from '../../../src/store/chain/inscriptions.ts';
import { inscriptionsOn, watchedAmong } from '../../../src/store/chain/watched-coins.ts';
import { askedKeys } from '../../../src/store/database/outpoint-rows.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import { deliveriesDue } from '../../../src/store/event/webhooks.ts';
import { costsOf, unpaidCosts } from '../../../src/store/listing/closing-costs.ts';
import { liveListingsOn } from '../../../src/store/listing/listings.ts';
import { listingsPage } from '../../../src/store/listing/listings-page.ts';
import { floorHistory, saleHistory } from '../../../src/store/market/history.ts';
import { heldItems } from '../../../src/store/market/holdings.ts';
import { heldOffers, neighbours } from '../../../src/store/market/inscription.ts';
import { offerCounts, offerEvents, ownedOffers, sentOffers } from '../../../src/store/offer/my-offers.ts';
import type { Database } from '../../../src/store/port.ts';
import { saleAccounts } from '../../../src/store/sale/revenue.ts';
import { salesPage } from '../../../src/store/sale/sales.ts';
import { ownTrades } from '../../../src/store/trade/own-trades.ts';
import { tradesPage } from '../../../src/store/trade/trades-page.ts';
import { emptyDatabase } from '../../support/database.ts';
import {
  idOf,
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  NOW,
  type Seller,
  txidOf,
} from './rows.ts';

/**
 * A book of `count` buyable listings in ten collections, with a sale each, made in SQL from one of each made the usual way.
 */
async function fillBook(db: Database, count: number): Promise<void> {
  const seller = await makeSeller(db, 'seller-0');
  for (let i = 0; i < 10; i++) await makeCollection(db, `slug-${i}`);
  await makeInscriptions(db, [{ number: 0 }], 'slug-0');
  const id = await makeListing(db, seller, 'slug-0', [0]);
  await sql`create temporary table pattern as select * from listings where id = ${id}`.execute(db);
  // Row by row, the triggers that shelve listings and sales would take longer than a statement may.
  const shelved = ['listings', 'collection_members', 'sales'];
  for (const table of shelved) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await sql`
    insert into inscriptions (id, number, genesis_height, synced_height)
    select repeat(md5(n::text), 2) || 'i0', n, 100, 100 from generate_series(1, ${count}::integer) n`.execute(
    db,
  );
  await sql`
    insert into locations (inscription_key, txid, vout, sat_offset, value_sats, owner_address)
    select key, left(id, 64), 0, 0, 546, 'owner-' || number % 1000 from inscriptions where number > 0`.execute(
    db,
  );
  // Foreign keys would be checked with plans made while the tables were empty.
  await sql`analyze`.execute(db);
  await sql`
    insert into collection_members (slug, inscription_key, position)
    select 'slug-' || number % 10, key, number from inscriptions where number > 0`.execute(db);
  await sql`
    insert into anchors (id, txid, vout, value_sats, state, confirmed_height, created_at)
    select md5('a' || n)::uuid, md5('a' || n), 0, 1000, 'assigned', 100, ${NOW} from generate_series(1, ${count}::integer) n`.execute(
    db,
  );
  await sql`
    insert into anchors (id, txid, vout, value_sats, state, retired_at, charged_to, cost_sats, unpaid_for, created_at)
    select md5('u' || n)::uuid, md5('u' || n), 0, 1000, 'retired', ${NOW}::timestamptz + n * interval '1 second',
      md5((n % 500)::text)::uuid, 100, repeat(md5((n % 2000)::text), 2) || 'i0', ${NOW}
    from generate_series(1, ${count}::integer) n`.execute(db);
  await sql`
    insert into listings
    select filled.* from pattern p, generate_series(1, ${count}::integer) n,
      jsonb_populate_record(p, jsonb_build_object('id', md5(n::text)::uuid, 'state', 'pending_public',
      'collection_slug', 'slug-' || n % 10, 'utxo_txid', repeat(md5(n::text), 2), 'price_sats', 10000 + n * 7919 % 100000,
      'inscription_id', repeat(md5(n::text), 2) || 'i0', 'transfer_txid', md5('t' || n), 'anchor_id', md5('a' || n)::uuid,
      'seller_ordinals_address', 'seller-' || n % 1000, 'listed_at', ${NOW}::timestamptz + n * interval '1 second')) filled`.execute(
    db,
  );
  await sql`
    insert into listing_items (listing_id, inscription_id, sat_offset, position)
    select md5(n::text)::uuid, repeat(md5(n::text), 2) || 'i0', 0, 0 from generate_series(1, ${count}::integer) n`.execute(
    db,
  );
  await sql`vacuum (analyze)`.execute(db);
  await sql`update listings set state = 'buyable' where state = 'pending_public'`.execute(db);
  await sql`
    insert into collection_listings (slug, listing_id, listed_at, price_sats)
    select collection_slug, id, listed_at, price_sats from listings where state = 'buyable'
    on conflict do nothing`.execute(db);
  await sql`
    insert into collection_traits (slug, trait_type, trait_value, member_count)
    select 'slug-' || n % 10, 'Hue', n::text, 1 from generate_series(1, ${count}::integer) n`.execute(db);
  await sql`
    insert into sales (id, state, sale_type, txid, inscription_id, collection_slug, price_sats, sold_at, block_height)
    select md5(n::text)::uuid, 'confirmed', 'internal', md5(n::text), md5(n::text), 'slug-' || n % 10, n,
      ${NOW}::timestamptz + n * interval '1 second', n from generate_series(1, ${count}::integer) n`.execute(
    db,
  );
  await sql`
    insert into collection_sales (slug, sale_id, sold_at, block_height, block_position)
    select collection_slug, id, sold_at, block_height, coalesce(block_position, 0) from sales`.execute(db);
  await sql`
    insert into floor_snapshots (slug, taken_at, floor_sats, listed_count)
    select 'slug-' || n % 10, ${NOW}::timestamptz - n * interval '6 minutes', n, 1
    from generate_series(1, ${count}::integer) n`.execute(db);
  for (const table of shelved) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  await fillOffers(db, seller, count);
  await fillParties(db, seller);
  await sql`analyze`.execute(db);
}

/** An offer of `count` coins, and as many collection offers of a coin each. */
async function fillOffers(db: Database, { profileId, bindingId }: Seller, count: number): Promise<void> {
  const bid = crypto.randomUUID();
  await sql`
    insert into offers (id, kind, state, collection_slug, inscription_id, buyer_profile_id, buyer_binding_id,
      buyer_address, seller_address, price_sats, fees, terms, first_txid, validity_hours, created_at, expires_at)
    values (${bid}, 'buyer_offer', 'active', 'slug-0', ${idOf(0)}, ${profileId}, ${bindingId}, 'b', 's', 1, '{}', '{}',
      ${txidOf('settlement')}, 1, now(), now())`.execute(db);
  await sql`
    insert into watched_coins (txid, vout, searched_height)
    select repeat(md5('watched ' || n), 2), 0, 0 from generate_series(1, ${count}::integer) n`.execute(db);
  await sql`
    insert into offer_coins (offer_id, txid, vout)
    select ${bid}::uuid, repeat(md5('bid ' || n), 2), 0 from generate_series(1, ${count}::integer) n`.execute(
    db,
  );
  await sql`
    insert into collection_offers (id, state, slug, maker_profile_id, maker_binding_id, maker_address, target, scope_key,
      price_sats, terms, funding, criteria_json, eligible_count, sample_inscription_id, funding_txid, created_at, expires_at)
    select md5(n::text)::uuid, 'active', 'slug-' || n % 10, ${profileId}, ${bindingId}, 'm', '{}', 'all', n, '{}', '{}', '{}',
      1, ${idOf(0)}, repeat(md5('parent ' || n), 2), now(), now() from generate_series(1, ${count}::integer) n`.execute(
    db,
  );
  await sql`
    insert into collection_offer_coins (offer_id, txid, vout)
    select id, repeat(md5('coin ' || id), 2), 0 from collection_offers`.execute(db);
}

/** Of 20,000 offers, a tenth is sent by one profile and another received by it; 500 have the others. */
async function fillParties(db: Database, { profileId, bindingId, address }: Seller): Promise<void> {
  // their events are inserted below, those for subscribers are not wanted
  await sql`alter table offers disable trigger user`.execute(db);
  await sql`
    insert into profiles (id, created_at) select md5(n::text)::uuid, ${NOW} from generate_series(1, 500) n`.execute(
    db,
  );
  await sql`
    insert into offers (id, kind, state, collection_slug, inscription_id, buyer_profile_id, buyer_binding_id,
      buyer_address, seller_address, price_sats, fees, terms, first_txid, validity_hours, created_at, expires_at)
    select md5('party ' || n)::uuid, 'buyer_offer', 'active', 'slug-0', repeat(md5((n % 2000)::text), 2) || 'i0',
      case when n % 10 = 0 then ${profileId}::uuid else md5((1 + n % 500)::text)::uuid end, ${bindingId}, 'b',
      case when n % 10 = 1 then ${address} else 'party-' || n % 500 end, n, '{}', '{}', md5('party ' || n), 1,
      ${NOW}::timestamptz + n * interval '1 second', ${NOW}::timestamptz + interval '1 year'
    from generate_series(1, 20000) n`.execute(db);
  await sql`
    insert into offer_events select id, 'created', created_at, buyer_profile_id, seller_address from offers
    on conflict do nothing`.execute(db);
  await sql`
    insert into offer_counts (party, offers, counters)
    select party, 1, 0 from offers cross join lateral (
      values ('buyer:' || buyer_profile_id), ('seller:' || seller_address)) p (party)`.execute(db);
  await sql`alter table offers enable trigger user`.execute(db);
}

/** No hot read scans a table from end to end, however large the book is. */
export function planRules(db: () => Database): void {
  describe('reads of a large book', () => {
    beforeAll(async () => {
      await emptyDatabase(db());
      await fillBook(db(), 20_000);
    }, 120_000);

    const slug = 'slug-3';
    // in the middle of the book
    const listingKey = {
      recent: [new Date(NOW.getTime() + 10_000_000).toISOString(), crypto.randomUUID()],
      price: [60_000, crypto.randomUUID()],
    };
    const page = (sort: 'recent' | 'price', filter: object) => (on: Database) =>
      listingsPage(on, { now: NOW, sort, after: listingKey[sort], limit: 51, ...filter });
    const wanted = {
      now: NOW,
      profileId: crypto.randomUUID(),
      after: [NOW.toISOString(), crypto.randomUUID(), 'created'],
      limit: 26,
    };
    const unpaid = (on: Database) =>
      unpaidCosts(on, [idOf(3), idOf(4)], NOW, { oneSats: 100, againSats: 1_000, allSats: 2_000 });
    const reads: Record<string, (on: Database) => Promise<unknown>> = {
      'recent listings': page('recent', {}),
      'cheapest listings': page('price', {}),
      'recent listings of a collection': page('recent', { collectionSlug: slug }),
      'cheapest listings of a collection': page('price', { collectionSlug: slug }),
      'recent listings of a seller': page('recent', { sellerAddress: 'seller-7' }),
      'listings of an inscription': page('recent', { inscriptionId: idOf(3) }),
      'items of a collection': (on) =>
        collectionItems(on, { now: NOW, slug, sort: 'newest', after: [9000, 1], limit: 49 }),
      'recent sales': (on) =>
        salesPage(on, { after: [NOW.toISOString(), 1, 1, crypto.randomUUID()], limit: 51 }),
      'recent sales of a collection': (on) => salesPage(on, { after: null, limit: 51, collectionSlug: slug }),
      'recent offers received': (on) => ownedOffers(on, wanted),
      'recent offers sent': (on) => sentOffers(on, wanted),
      'recent events of offers': (on) => offerEvents(on, wanted),
      'counts of a party': (on) => offerCounts(on, wanted),
      'sales with their money': (on) =>
        saleAccounts(on, { after: [NOW.toISOString(), crypto.randomUUID()], limit: 51 }),
      'newest listings of the operator': (on) =>
        tradesPage(on, {
          now: NOW,
          after: [NOW.toISOString(), crypto.randomUUID()],
          limit: 51,
          kinds: ['listing', 'collection offer'],
        }),
      'own trades of a profile': (on) =>
        ownTrades(on, {
          now: NOW,
          profileId: crypto.randomUUID(),
          isOpen: true,
          after: [NOW.toISOString(), crypto.randomUUID()],
          limit: 51,
        }),
      'what an address holds': (on) =>
        heldItems(on, { address: 'owner-7', now: NOW, after: [1], limit: 101 }),
      'offers for what an address holds': (on) => heldOffers(on, 'seller-0', { now: NOW, limit: 50 }),
      'sales of an address': (on) =>
        salesPage(on, {
          address: 'party-7',
          after: [NOW.toISOString(), 1, 1, crypto.randomUUID()],
          limit: 51,
        }),
      'floors of 90 days': (on) => floorHistory(on, { slug, now: NOW, days: 90 }),
      'sales of 90 days': (on) => saleHistory(on, { slug, now: NOW, days: 90, limit: 400 }),
      'members beside one': (on) => neighbours(on, { slug, position: 9_000, key: 1 }),
      'live listings on spent outputs': (on) =>
        liveListingsOn(on, [
          { txid: txidOf(1), vout: 0 },
          { txid: txidOf(2), vout: 0 },
        ]),
      'inscriptions on spent coins': (on) => inscriptionsOn(on, askedKeys([{ txid: txidOf(1), vout: 0 }])),
      'coins that are watched, of those spent': (on) =>
        watchedAmong(on, askedKeys([{ txid: txidOf(1), vout: 0 }])),
      'costs of a profile': (on) => costsOf(on, crypto.randomUUID(), NOW),
      'costs that no sale pays': unpaid,
      'newest inscription': (on) => newestKey(on),
      'inscriptions stored after another': (on) => placedAfter(on, 1_000_000),
    };
    test.each(Object.keys(reads))('%s come from indexes', async (name) => {
      const scanned = await scannedTables(db(), reads[name]!);
      // What is on one page of the disk, as ten collections are, is best scanned. This book has no trades.
      const trades = ['offer_settlements', 'purchases', 'fill_attempts'];
      const small = ['collections', 'partners', 'blocks', 'wallet_bindings', 'revocation_price', ...trades];
      expect(scanned.filter((table) => !small.includes(table))).toEqual([]);
    });

    const offers = Object.keys(reads).filter((name) => /offers/.test(name));
    test.each(offers)('%s are read in the order of an index, however many a profile has', async (name) => {
      const plan = await planOf(db(), reads[name]!);
      const ofParty = '(?:offers_buyer|offers_seller_recent|offer_events_buyer|offer_events_seller)';
      const scans = [
        ...plan.matchAll(new RegExp(`"Node Type":"([^"]*)"[^{}]*?"Index Name":"${ofParty}"`, 'g')),
      ];
      const types = scans.map(([, type]) => type);
      expect(types.length).toBeGreaterThan(0);
      expect(types.filter((type) => type === 'Bitmap Index Scan')).toEqual([]);
    });

    test('closings that no sale pays are added up from the newest on, no further than their bound', async () => {
      const plan = await planOf(db(), unpaid, 'analyze, format json');
      const scans = [...plan.matchAll(/"Index Name":"anchors_unpaid\w*"[^{}]*?"Actual Rows":([\d.]+)/g)];
      expect(scans.length).toBeGreaterThan(0);
      // 2,000 sats are 20 closings, and one is read ahead
      expect(Math.max(...scans.map(([, rows]) => Number(rows)))).toBeLessThanOrEqual(21);
    });

    test('items of a collection are read alike when blocks have just invalidated many listings', async () => {
      class Undone extends Error {}
      const work = inTransaction(db(), async (on) => {
        await sql`alter table listings disable trigger user`.execute(on);
        await sql`
          update listings set state = 'invalidated', invalidated_height = 1 where collection_slug <> ${slug}`.execute(
          on,
        );
        const plan = await planOf(on, reads['items of a collection']!);
        expect(plan).toContain('"listings_open_coin"');
        expect(plan).not.toContain('"listings_unsettled"');
        throw new Undone();
      });
      await expect(work).rejects.toThrow(Undone);
    });

    test('the next deliveries of a webhook are found in one pass, though planned while there were none', async () => {
      const asked = { webhookId: crypto.randomUUID(), without: [1], longestPauseMs: 1, limit: 64 };
      const plan = await planOf(db(), (on) => deliveriesDue(on, asked));
      expect(plan).toContain('"Node Type":"Unique"');
      expect(plan).not.toContain('"Join Type":"Anti"');
      expect(plan).not.toContain('SubPlan');
    });

    const pages = Object.keys(reads).filter((name) => /^(recent|cheapest|items)/.test(name));
    test.each(pages)('%s are planned once on a connection, and not at each execution', async (name) => {
      expect(await plansOfTen(db(), reads[name]!)).toEqual({ generic: 10, custom: 0 });
    });
  });
}

/** How ten executions of a read's statement are planned, on a connection that has executed it before. */
async function plansOfTen(db: Database, read: (on: Database) => Promise<unknown>) {
  return db.connection().execute(async (one) => {
    const plans = async () => {
      const { rows } = await sql<{ generic: number; custom: number }>`
        select coalesce(sum(generic_plans), 0) as generic, coalesce(sum(custom_plans), 0) as custom
        from pg_prepared_statements where statement not like '%pg_prepared_statements%'`.execute(one);
      return rows[0]!;
    };
    for (let i = 0; i < 6; i += 1) await read(one);
    const before = await plans();
    for (let i = 0; i < 10; i += 1) await read(one);
    const after = await plans();
    return { generic: after.generic - before.generic, custom: after.custom - before.custom };
  });
}

/** The tables that the plan of a read's statement goes through from end to end. */
async function scannedTables(db: Database, read: (on: Database) => Promise<unknown>): Promise<string[]> {
  const plan = await planOf(db, read);
  return [...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(
    (match) => match[1]!,
  );
}

/** The plan of a read's statement, JSON. */
async function planOf(
  db: Database,
  read: (on: Database) => Promise<unknown>,
  options = 'format json',
): Promise<string> {
  const plans: unknown[] = [];
  const explaining = db.withPlugin({
    transformQuery({ node }) {
      if (!RawNode.is(node)) throw new Error('only statements written in SQL can be explained here');
      const [first, ...rest] = node.sqlFragments;
      return RawNode.create([`explain (${options}) ${first}`, ...rest], node.parameters);
    },
    async transformResult({ result }) {
      plans.push(...result.rows);
      return { ...result, rows: [] };
    },
  });
  // A read that expects a row gets none: what it would make of that does not matter here.
  await read(explaining).catch(() => undefined);
  expect(plans).toHaveLength(1);
  return JSON.stringify(plans);
}
