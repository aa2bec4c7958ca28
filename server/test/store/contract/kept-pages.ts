import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertBinding } from '../../../src/store/account/profiles.ts';
import { takeSnapshots } from '../../../src/store/catalogue/floors.ts';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import { ownOffersVersions, pageVersions } from '../../../src/store/page/page-versions.ts';
import type { Database } from '../../../src/store/port.ts';
import { storeExternalSales } from '../../../src/store/sale/external-sales.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import {
  makeCollection,
  makeInscriptions,
  makeListing,
  makeOffer,
  makeSeller,
  makeSettlement,
  NOW,
  type Seller,
  saleElsewhere,
  txidOf,
} from './rows.ts';

/** Of the replicas together, while writers write. */
const READS = 120;
const DAY_MS = 86_400_000;
/** How long an offer lasts. */
const OFFER_MS = 60_000;
const PAGES = [
  '/listings?limit=50',
  '/listings?collectionSlug=embers',
  `/listings?sort=price`,
  '/sales?limit=50',
  '/sales?collectionSlug=embers',
  '/collection/embers/inscriptions?limit=48',
  '/collection-stats/floors?slugs=embers',
  '/me/offers?view=owned',
  '/me/offers?view=sent',
  '/me/offers?view=history',
];
/** Everything that a page shows comes from these. */
const TABLES = [
  'listings',
  'listing_items',
  'listing_shelves',
  'sales',
  'sale_shelves',
  'floor_snapshots',
  'collections',
  'collection_members',
  'collection_traits',
  'inscriptions',
  'locations',
  'wallet_bindings',
  'offers',
  'offer_events',
  'offer_counts',
  'offer_settlements',
];
/** Kept by triggers in the transaction of a change that is marked, and changed by nothing else. */
const DERIVED = ['collection_traits', 'offer_events', 'offer_counts'];

/** Other values of a column, as SQL. A time has two: a row that is the last one already gets no later place. */
function others(column: string, type: string): string[] {
  if (type !== 'timestamp with time zone') return [another(column, type)];
  return ['-', '+'].map((sign) => `coalesce(${column} ${sign} interval '1 hour', '2025-01-01')`);
}

function another(column: string, type: string): string {
  if (column === 'state') return `case when ${column} = 'cancelled' then 'buyable' else 'cancelled' end`;
  if (column === 'kind') return `case when kind = 'buyer_offer' then 'seller_counter' else 'gallery' end`;
  if (column === 'fees') return `fees || '{"priceSats": 1}'`;
  switch (type) {
    case 'boolean':
      return `not coalesce(${column}, false)`;
    case 'jsonb':
      return `'[{"type": "Form", "value": "round"}]'`;
    case 'ARRAY':
      return `array['rare']`;
    case 'uuid':
      return `gen_random_uuid()`;
    case 'text':
      return `coalesce(${column}, '') || 'x'`;
    default:
      return `coalesce(${column}, 0) + 1`;
  }
}

export function keptPageRules(db: () => Database): void {
  describe('pages that a process keeps', () => {
    let replicas: [TestApi, TestApi];
    let reader: Seller;
    let token: string;
    let offerIds: string[];

    beforeEach(async () => {
      offerIds = [];
      replicas = [await testApi(db()), await testApi(db())];
      const wallet = testWallet('reader');
      const signedIn = await replicas[0].signIn(wallet);
      ({ token } = signedIn);
      reader = {
        profileId: signedIn.profileId,
        bindingId: signedIn.walletBindingId,
        address: wallet.ordinals.address,
      };
      const seller = await makeSeller(db());
      await makeCollection(db(), 'embers');
      const traits = [{ type: 'Hue', value: 'red' }];
      await makeInscriptions(
        db(),
        [1, 2, 3, 4].map((number) => ({ number, traits })),
        'embers',
      );
      for (const number of [1, 2, 3]) await makeListing(db(), seller, 'embers', [number]);
      await storeExternalSales(db(), [
        await saleElsewhere(db(), [4], { blockHeight: 101, priceSats: 1_000 }),
      ]);
      const { at } = replicas[0].clock;
      await takeSnapshots(db(), new Date(at.getTime() - DAY_MS));
      const expiresAt = new Date(at.getTime() + OFFER_MS);
      // the first is both received and sent
      for (const offer of [
        { from: reader, to: reader.address },
        { from: seller, to: reader.address },
        { from: reader, to: seller.address, state: 'accepted' as const },
      ])
        offerIds.push(await makeOffer(db(), { on: 1, priceSats: 1_000, at, expiresAt, ...offer }));
      await makeSettlement(db(), offerIds[2]!, txidOf('payout'));
    });
    afterEach(async () => {
      for (const { app } of replicas) await app.close();
    });

    const bodyOf = async (url: string, replica = replicas[0]) => (await replica.get(url, token)).body;
    const partiesOf = ({ profileId, address }: Seller) => [`buyer:${profileId}`, `seller:${address}`];
    const fold = () =>
      sql`select fold_page_marks(), fold_offer_counts(${partiesOf(reader)}::text[])`.execute(db());
    const marks = async () => {
      const { rows } = await sql<{ pages: number; own: number }>`
        select (select count(*) from page_marks) as pages,
          (select count(*) from offer_counts where party = any(${partiesOf(reader)})) as own`.execute(db());
      return rows[0]!;
    };
    const versionsOf = async (on: Database) => ({
      ...(await pageVersions(on)),
      own: (await ownOffersVersions(on, [reader.profileId])).get(reader.profileId),
    });
    let asked = 0;
    /** A URL that no page is kept for: nothing reads the parameter. */
    const unkept = (url: string) => {
      asked += 1;
      return `${url}&unread=${asked}`;
    };
    async function pages(of: (url: string) => string = (url) => url): Promise<unknown[]> {
      const read: unknown[] = [];
      for (const url of PAGES) read.push(await bodyOf(of(url)));
      return read;
    }

    test('are what is stored, after any change of any column that they show', {
      timeout: 120_000,
    }, async () => {
      /** Columns whose change changed a page, and tables whose rows did as they went and came. */
      const shown = new Set<string>();
      let before = await pages();
      const compare = async (what: string) => {
        const now = await pages(unkept);
        expect(await pages(), what).toEqual(now);
        if (JSON.stringify(now) !== JSON.stringify(before)) shown.add(what);
        before = now;
      };
      const attempt = async (statement: string): Promise<boolean> => {
        // a text that begins with a comment is not prepared: hundreds would take the places of the service's own
        const done = await sql
          .raw(`/* once */ ${statement}`)
          .execute(db())
          .catch(() => null);
        return done !== null;
      };
      for (const table of TABLES.filter((name) => !DERIVED.includes(name))) {
        const { rows: columns } = await sql<{ name: string; type: string }>`
          select column_name as name, data_type as type from information_schema.columns
          where table_name = ${table} and is_identity = 'NO' order by ordinal_position`.execute(db());
        // a changed row gets another place
        const order = table === 'offers' ? `id = '${offerIds[0]}' desc` : 'ctid';
        for (const { name, type } of columns) {
          const row = `(select ctid from ${table} order by ${order} limit 1)`;
          await sql
            .raw(`create table saved as select ctid as place, * from ${table} where ctid = ${row}`)
            .execute(db());
          for (const value of others(name, type)) {
            const changed = await attempt(`with changed as (
              update ${table} set ${name} = ${value} where ctid = (select place from saved) returning ctid
            ) update saved set place = (select ctid from changed)`);
            if (!changed) continue;
            await compare(`${table}.${name}`);
            await attempt(`with changed as (
              update ${table} t set ${name} = s.${name} from saved s where t.ctid = s.place returning t.ctid
            ) update saved set place = (select ctid from changed)`);
            await compare(`${table}.${name}`);
          }
          await sql`drop table saved`.execute(db());
        }
        const row = `(select ctid from ${table} order by ctid limit 1)`;
        await sql.raw(`create table saved as select * from ${table} where ctid = ${row}`).execute(db());
        if (await attempt(`delete from ${table} where ctid = ${row}`)) {
          await compare(`${table}, a row less`);
          await attempt(`insert into ${table} overriding system value select * from saved`);
          await compare(`${table}, a row more`);
        }
        await sql`drop table saved`.execute(db());
      }
      expect([...shown].sort()).toMatchInlineSnapshot(`
        [
          "collection_members, a row less",
          "collection_members, a row more",
          "collections.card_background_color",
          "collections.kind",
          "collections.member_count",
          "collections.name",
          "collections.owner_count",
          "collections.pixel_art",
          "collections.removed_at",
          "collections.verified",
          "floor_snapshots, a row less",
          "floor_snapshots, a row more",
          "floor_snapshots.floor_sats",
          "floor_snapshots.taken_at",
          "inscriptions.content_type",
          "inscriptions.id",
          "inscriptions.last_sale_sats",
          "inscriptions.number",
          "inscriptions.sat",
          "inscriptions.satributes",
          "inscriptions.title",
          "inscriptions.traits",
          "listing_shelves, a row less",
          "listing_shelves, a row more",
          "listing_shelves.expires_at",
          "listing_shelves.listed_at",
          "listings.expires_at",
          "listings.inscription_id",
          "listings.inscription_key",
          "listings.inscription_number",
          "listings.inscription_sat",
          "listings.inscription_title",
          "listings.listed_at",
          "listings.price_sats",
          "listings.seller_ordinals_address",
          "listings.state",
          "listings.utxo_txid",
          "listings.utxo_vout",
          "locations, a row less",
          "locations, a row more",
          "locations.owner_address",
          "locations.sat_offset",
          "locations.txid",
          "locations.vout",
          "offer_settlements, a row less",
          "offer_settlements, a row more",
          "offer_settlements.payout_txid",
          "offer_settlements.settlement_txid",
          "offers.buyer_address",
          "offers.created_at",
          "offers.expires_at",
          "offers.fees",
          "offers.floor_sats",
          "offers.inscription_id",
          "offers.kind",
          "offers.price_sats",
          "offers.seller_address",
          "offers.shown",
          "offers.state",
          "offers.top_offer_sats",
          "sale_shelves, a row less",
          "sale_shelves, a row more",
          "sale_shelves.slug",
          "sales, a row less",
          "sales, a row more",
          "sales.block_height",
          "sales.buyer_address",
          "sales.collection_slug",
          "sales.inscription_id",
          "sales.inscription_number",
          "sales.inscription_title",
          "sales.price_sats",
          "sales.price_usd",
          "sales.seller_address",
          "sales.sold_at",
          "sales.state",
          "sales.txid",
          "wallet_bindings.ordinals_address",
        ]
      `);
    });

    test('are never older, on any replica, than a change that was acknowledged before the request', {
      timeout: 120_000,
    }, async () => {
      const { rows: listings } = await sql<{ id: string }>`select id from listings order by id`.execute(db());
      const { rows: sales } = await sql<{ id: string }>`select id from sales`.execute(db());
      const priced = [
        ...listings.map(({ id }) => ({ id, table: 'listings' })),
        ...sales.map(({ id }) => ({ id, table: 'sales' })),
        { id: offerIds[0]!, table: 'offers' },
      ];
      const acknowledged = new Map(priced.map(({ id }) => [id, 0]));
      let reads = 0;
      // Even prices are committed, odd ones are taken back. Transactions of several writers overlap.
      const write = async ({ id, table }: (typeof priced)[number]) => {
        const setPrice = async (transaction: Database, price: number) => {
          await sql`update ${sql.table(table)} set price_sats = ${price} where id = ${id}`.execute(
            transaction,
          );
          await sql`update listing_shelves set price_sats = ${price} where listing_id = ${id}`.execute(
            transaction,
          );
          await sql`
            update offers set fees = fees || jsonb_build_object('priceSats', price_sats) where id = ${id}`.execute(
            transaction,
          );
        };
        for (let price = 100_000; reads < READS; price += 2) {
          await inTransaction(db(), async (transaction) => {
            await setPrice(transaction, price + 1);
            throw new Error('taken back');
          }).catch(() => undefined);
          await inTransaction(db(), async (transaction) => {
            await setPrice(transaction, price);
            await sleep(price % 3);
          });
          acknowledged.set(id, price);
          if (price % 20 === 0) await fold();
        }
      };
      const stale: string[] = [];
      const read = async (replica: TestApi) => {
        while (reads < READS) {
          for (const url of [
            '/listings?limit=50',
            '/collection/embers/inscriptions?limit=48',
            '/sales?limit=50',
            '/me/offers?view=sent',
          ]) {
            const told = new Map(acknowledged);
            const {
              listings: book = [],
              items = [],
              sales: sold = [],
              rows = [],
            } = await bodyOf(url, replica);
            for (const row of [...book, ...items, ...sold, ...rows] as {
              priceSats: number;
              [id: string]: unknown;
            }[]) {
              const least = told.get(String(row['listingId'] ?? row['saleId'] ?? row['id']));
              if (least !== undefined && (row.priceSats < least || row.priceSats % 2 === 1))
                stale.push(`${url}: ${row.priceSats} after ${least}`);
            }
            const least = Math.min(...listings.map(({ id }) => acknowledged.get(id)!));
            const { data } = await bodyOf('/collection-stats/floors?slugs=embers', replica);
            if (data[0].floor < least) stale.push(`floor: ${data[0].floor} after ${least}`);
            reads += 1;
          }
        }
      };
      await Promise.all([...priced.map(write), ...replicas.flatMap((one) => [read(one), read(one)])]);
      expect(stale).toEqual([]);
      expect(Math.min(...acknowledged.values())).toBeGreaterThan(100_000);
    });

    test('have the same versions after their marks are folded, and after a change is taken back', async () => {
      const versions = await versionsOf(db());
      await fold();
      expect(await versionsOf(db())).toEqual(versions);
      expect(await marks()).toEqual({ pages: 1, own: 2 });
      const takenBack = inTransaction(db(), async (transaction) => {
        await sql`update listings set price_sats = price_sats + 1`.execute(transaction);
        await sql`update offers set floor_sats = 1 where id = ${offerIds[0]}::uuid`.execute(transaction);
        const changed = await versionsOf(transaction);
        expect(changed.book).not.toBe(versions.book);
        expect(changed.own).not.toBe(versions.own);
        throw new Error('taken back');
      });
      await expect(takenBack).rejects.toThrow('taken back');
      expect(await versionsOf(db())).toEqual(versions);
    });

    test('leave few marks of their changes, however many there are', async () => {
      await sql`select mark_pages('{sales}') from generate_series(1, 1000)`.execute(db());
      await sql`
        select change_parties(${partiesOf(reader)}::text[], '{0,0}', '{0,0}') from generate_series(1, 1000)`.execute(
        db(),
      );
      const { pages, own } = await marks();
      expect(pages).toBeLessThanOrEqual(256);
      expect(own).toBeLessThanOrEqual(32);
    });

    test('have other versions only by what they show', async () => {
      const versions = await versionsOf(db());
      await sql`update listings set transfer_sent_at = ${NOW}`.execute(db());
      await sql`update inscriptions set synced_height = synced_height + 1`.execute(db());
      await sql`update listings set price_sats = price_sats + 1 where false`.execute(db());
      await sql`update offers set floor_sats = 1 where false`.execute(db());
      expect(await versionsOf(db())).toEqual(versions);
      await sql`update sales set price_usd = 7`.execute(db());
      const { sales, ...others } = await versionsOf(db());
      expect(sales).not.toBe(versions.sales);
      const { sales: _, ...before } = versions;
      expect(others).toEqual(before);
    });

    test('of a profile have the same version when an offer of others changes', async () => {
      const { own } = await versionsOf(db());
      const [buyer, seller] = [await makeSeller(db()), await makeSeller(db())];
      await makeOffer(db(), { on: 2, from: buyer, to: seller.address, priceSats: 1_000, at: NOW });
      expect((await versionsOf(db())).own).toBe(own);
    });

    test('of a profile have another version when an offer to an address of two of its wallets changes', async () => {
      const { profileId, address } = reader;
      await insertBinding(db(), {
        id: crypto.randomUUID(),
        profileId,
        label: 'second',
        ordinalsAddress: address,
        paymentAddress: 'another',
        createdAt: NOW,
      });
      const { own } = await versionsOf(db());
      await makeOffer(db(), { on: 2, from: await makeSeller(db()), to: address, priceSats: 1_000, at: NOW });
      expect((await versionsOf(db())).own).not.toBe(own);
    });

    test('of a profile are sent to no other', async () => {
      const url = '/me/offers?view=sent';
      const other = await replicas[0].signIn(testWallet('other'));
      expect((await bodyOf(url)).rows).toHaveLength(1);
      expect((await replicas[0].get(url, other.token)).body.rows).toEqual([]);
    });

    test("of a profile lose an offer at the moment it expires, anybody's or its own, with nothing stored", async () => {
      const url = '/me/offers?view=owned';
      const { clock } = replicas[0];
      const counts = async () => {
        const { groups, ownedCount, sentCount } = await bodyOf(url);
        return [groups[0]?.activeOfferCount, ownedCount, sentCount];
      };
      expect(await counts()).toEqual([2, 2, 1]);
      clock.step(OFFER_MS - 1);
      expect(await counts()).toEqual([2, 2, 1]);
      clock.step(1);
      expect(await counts()).toEqual([undefined, 0, 0]);
    });
  });
}
