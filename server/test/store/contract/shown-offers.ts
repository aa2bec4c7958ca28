import type { Static } from '@fastify/type-provider-typebox';
import { VIEWS } from '@ordbook/api/offer/my-offers';
import type { FeeBreakdown } from '@ordbook/protocol/layout/fees';
import { MAX_SATS } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { contentTypeOf, numberText } from '../../../src/api/catalogue/inscription-shape.ts';
import { serializerOf } from '../../../src/api/edge/serialization.ts';
import type { OfferKind, OfferState } from '../../../src/store/offer/schema.ts';
import type { Database } from '../../../src/store/port.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { feesOf, idOf, makeCollection, makeInscriptions, makeSettlement, TEXTS, txidOf } from './rows.ts';

const AMOUNTS = [null, 0, 1, 546, 21_000_000, MAX_SATS];

interface Row {
  readonly id: string;
  readonly kind: OfferKind;
  readonly parentOfferId: string | null;
  readonly buyerAddress: string;
  readonly sellerAddress: string;
  readonly sellerBindingId: string | null;
  readonly buyerBindingId: string;
  readonly priceSats: number;
  readonly fees: FeeBreakdown;
  readonly floorSats: number | null;
  readonly topOfferSats: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly inscriptionId: string;
  readonly number: number | null;
  readonly title: string | null;
  readonly contentType: string | null;
  readonly slug: string;
  readonly name: string;
  readonly verified: boolean;
}

/** The text of offers is the one that the schemas of the API make of their columns. */
export function shownOfferRules(db: () => Database): void {
  describe('offers that are kept as text', () => {
    let api: TestApi;
    let owner: Awaited<ReturnType<TestApi['signIn']>>;
    let buyer: Awaited<ReturnType<TestApi['signIn']>>;
    const wallet = testWallet('owner');
    /** All of them, the newest first. */
    let rows: Row[];

    beforeEach(async () => {
      api = await testApi(db());
      owner = await api.signIn(wallet);
      buyer = await api.signIn(testWallet('buyer'));
      await makeCollection(db(), 'embers', { verified: true });
      await makeCollection(db(), 'ashes');
      await sql`update collections set name = ${TEXTS[1]} where slug = 'ashes'`.execute(db());
      await makeInscriptions(db(), [{ number: 1, title: TEXTS[3]! }, { number: -2 }], 'embers');
      await sql`update inscriptions set content_type = 'text/html;charset=utf-8' where number = -2`.execute(
        db(),
      );
      for (const n of Array(AMOUNTS.length * 3).keys()) await make(n);
      rows = await stored();
      return () => api.app.close();
    });

    /** The third inscription is not known. */
    async function make(n: number): Promise<void> {
      const isCounter = n % 3 === 2;
      const priceSats = AMOUNTS[n % AMOUNTS.length] || 10_000 + n;
      const created = new Date(api.clock.now().getTime() - n * 61_001);
      await sql`
        insert into offers (id, kind, state, parent_offer_id, collection_slug, inscription_id, buyer_profile_id,
          buyer_binding_id, buyer_address, seller_address, seller_binding_id, price_sats, fees, terms, first_txid,
          floor_sats, top_offer_sats, validity_hours, created_at, expires_at)
        values (${offerId(n)}, ${isCounter ? 'seller_counter' : 'buyer_offer'}, 'active',
          ${isCounter ? offerId(n - 1) : null}, ${n % 4 === 0 ? 'ashes' : 'embers'}, ${idOf([1, -2, 3][n % 3]!)},
          ${buyer.profileId}, ${buyer.walletBindingId}, ${TEXTS[n % TEXTS.length]}, ${wallet.ordinals.address},
          ${isCounter ? owner.walletBindingId : null}, ${priceSats}, ${JSON.stringify(feesOf(priceSats))},
          '{}', ${txidOf(`shown ${n}`)}, ${AMOUNTS[(n + 1) % AMOUNTS.length]}, ${AMOUNTS[(n + 3) % AMOUNTS.length]},
          24, ${created}, ${new Date(created.getTime() + 7 * 86_400_000)})`.execute(db());
    }

    async function stored(): Promise<Row[]> {
      const { rows: found } = await sql<Row>`
        select o.*, i.number, i.title, i.content_type, c.slug, c.name, c.verified
        from offers o join collections c on c.slug = o.collection_slug
          left join inscriptions i on i.id = o.inscription_id
        order by o.created_at desc, o.id desc`.execute(db());
      return found;
    }

    function itemOf(row: Row, role: 'buyer' | 'seller') {
      const isMade = isMadeBy(role, row);
      const action = role === 'seller' ? 'seller_received_buyer_offer' : 'buyer_received_counter';
      return {
        id: row.id,
        parentOfferId: row.parentOfferId,
        kind: row.kind,
        status: 'active' as const,
        buyerAddress: row.buyerAddress,
        sellerAddress: row.sellerAddress,
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        floorSats: row.floorSats,
        topOfferSats: row.topOfferSats,
        side: isMade ? ('sent' as const) : ('received' as const),
        actionKind: isMade ? null : (action as 'buyer_received_counter'),
        actionBindingId:
          role === 'buyer' ? row.buyerBindingId : (row.sellerBindingId ?? owner.walletBindingId),
        ...aboutOf(row),
        ...row.fees,
      };
    }

    const aboutOf = (row: Row) => ({
      inscriptionId: row.inscriptionId,
      inscriptionNumber: numberText(row.number),
      inscriptionTitle: row.title,
      contentType: contentTypeOf(row.contentType),
      collectionName: row.name,
      collectionSlug: row.slug,
      collectionVerified: row.verified,
    });

    const endOf = (party: 'owner' | 'buyer') => {
      const count = (kind: OfferKind) => rows.filter((row) => row.kind === kind).length;
      const isOwner = party === 'owner';
      return {
        actionableCount: count(isOwner ? 'buyer_offer' : 'seller_counter'),
        ownedCount: isOwner ? rows.length : 0,
        sentCount: isOwner ? 0 : rows.length,
        hasMore: false,
        nextCursor: null,
      };
    };

    function ownedAnswer(): Static<typeof VIEWS.owned> {
      const ids = [...new Set(rows.map(({ inscriptionId }) => inscriptionId))];
      const groups = ids.map((inscriptionId) => {
        const here = rows.filter((row) => row.inscriptionId === inscriptionId);
        const [first] = here.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
        const best = here.toSorted(
          (a, b) => b.priceSats - a.priceSats || Number(a.createdAt) - Number(b.createdAt),
        );
        const of = (kind: OfferKind) => best.filter((row) => row.kind === kind);
        const bids = of('buyer_offer');
        return {
          ...aboutOf(first!),
          ownerAddress: wallet.ordinals.address,
          actionBindingId: owner.walletBindingId,
          topOfferSats: bids[0]?.priceSats ?? null,
          activeOfferCount: bids.length,
          activeCounterCount: of('seller_counter').length,
          earliestExpiresAt: here.map(({ expiresAt }) => expiresAt.toISOString()).sort()[0]!,
          offers: bids.map((row) => itemOf(row, 'seller')),
          sentCounters: of('seller_counter').map((row) => itemOf(row, 'seller')),
        };
      });
      return { view: 'owned', groups, ...endOf('owner') };
    }

    async function eventsOf(role: 'buyer' | 'seller') {
      const { rows: events } = await sql<
        Row & {
          readonly eventType: Static<typeof VIEWS.history>['events'][number]['eventType'];
          readonly occurredAt: Date;
          readonly state: OfferState;
          readonly settlementTxid: string | null;
          readonly payoutTxid: string | null;
        }
      >`
        select o.*, e.event_type, e.occurred_at, i.number, i.title, s.settlement_txid, s.payout_txid
        from offer_events e join offers o on o.id = e.offer_id left join inscriptions i on i.id = o.inscription_id
          left join offer_settlements s on s.offer_id = o.id and e.event_type = 'accepted'
        order by e.occurred_at desc, e.offer_id desc, e.event_type desc`.execute(db());
      return events.map((row) => ({
        eventKey: `${row.id}:${row.eventType}`,
        eventType: row.eventType,
        role,
        offerId: row.id,
        parentOfferId: row.parentOfferId,
        inscriptionId: row.inscriptionId,
        inscriptionNumber: numberText(row.number),
        inscriptionTitle: row.title,
        kind: row.kind,
        status: row.state,
        side: isMadeBy(role, row) ? ('sent' as const) : ('received' as const),
        buyerAddress: row.buyerAddress,
        sellerAddress: row.sellerAddress,
        priceSats: row.priceSats,
        occurredAt: row.occurredAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        settlementTxid: row.settlementTxid,
        payoutTxid: row.payoutTxid,
      }));
    }

    const textOf = async (view: keyof typeof VIEWS, { token }: { token: string }) => {
      const url = `/api/v1/me/offers?view=${view}`;
      const { body, headers, statusCode } = await api.app.inject({
        url,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      return body;
    };

    async function expectBytes(): Promise<void> {
      expect(await textOf('owned', owner)).toBe(serializerOf(VIEWS.owned)(ownedAnswer()));
      const sent = rows.map((row) => itemOf(row, 'buyer'));
      const answer = { view: 'sent' as const, rows: sent, ...endOf('buyer') };
      expect(await textOf('sent', buyer)).toBe(serializerOf(VIEWS.sent)(answer));
      for (const [role, party] of [
        ['seller', owner],
        ['buyer', buyer],
      ] as const) {
        const events = await eventsOf(role);
        const history = { view: 'history' as const, events, ...endOf(role === 'seller' ? 'owner' : 'buyer') };
        expect(await textOf('history', party)).toBe(serializerOf(VIEWS.history)(history));
      }
    }

    test('are the bytes that the schemas make of their columns', expectBytes);

    test('are so for offers that were made before they were kept', async () => {
      await sql`update offers set shown = null`.execute(db());
      await expectBytes();
    });

    test('are so after what they show elsewhere has changed', async () => {
      for (const statement of [
        `update collections set name = '"Cinders"', verified = true where slug = 'ashes'`,
        `update inscriptions set title = null, content_type = null where number = 1`,
        `update inscriptions set number = 3000 where number = -2`,
      ]) {
        const before = rows;
        await sql.raw(statement).execute(db());
        rows = await stored();
        expect(rows, statement).not.toEqual(before);
        await expectBytes();
      }
    });

    test('are so in the history of offers that are closed, with the transactions of those accepted', async () => {
      const states = ['accepted', 'rejected', 'cancelled', 'expired', 'invalidated', 'accepted'];
      for (const [n, state] of states.entries())
        await sql`
          update offers set state = ${state}, closed_at = ${new Date(api.clock.now().getTime() + n * 1_001)}
          where id = ${offerId(n)}`.execute(db());
      for (const [n, payoutTxid] of [
        [0, null],
        [1, txidOf('payout 1')],
        [5, txidOf('payout 5')],
      ] as const)
        await makeSettlement(db(), offerId(n), payoutTxid);
      const { rows: events } = await sql<{ count: number }>`select count(*) from offer_events`.execute(db());
      expect(events).toEqual([{ count: 24 }]);
      rows = (await stored()).filter(({ id }) => !states.some((_, n) => id === offerId(n)));
      await expectBytes();
      expect(await textOf('history', owner)).toContain(`"${txidOf('payout 5')}"`);
      expect(await textOf('history', owner)).not.toContain(txidOf(`settlement ${offerId(1)}`));
    });

    test('name the kind of any content as the API does', async () => {
      const types = [
        ...[
          'text/plain',
          'text/html',
          'text/html;charset=utf-8',
          'text/htmlx',
          'text/css',
          'text/',
          'texts/plain',
          '',
        ],
        ...['image/png', 'IMAGE/SVG+XML', 'image', 'video/mp4', 'Audio/ogg;x', 'audio', 'model/gltf-binary'],
        ...[
          'application/json',
          'application/JavaScript',
          'application/yaml;x',
          'application/pdf;json',
          'x-json',
        ],
        ...[
          'javascrİpt',
          'ımage/png',
          'text/html;image/',
          ';image/png',
          'application/octet-stream',
          'a\nimage/',
        ],
      ];
      const spaces = [
        ...' \t\n\v\f\r\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u200b\u0085\u180e',
      ];
      const padded = types.flatMap((type) =>
        spaces.map((space) => space + type.replace(';', `${space};`) + space),
      );
      const all = [null, ...types, ...padded];
      const { rows: kinds } = await sql<{ kind: string }>`
        select content_kind(mime) as kind from unnest(${all}::text[]) with ordinality m (mime, place)
        order by place`.execute(db());
      expect(kinds.map(({ kind }, i) => [all[i], kind])).toEqual(
        all.map((mime) => [mime, contentTypeOf(mime)]),
      );
    });

    test('are so whichever of their columns changes, and only while they are active', async () => {
      const columns = {
        kind: `'seller_counter'`,
        parent_offer_id: `'${offerId(3)}'`,
        collection_slug: `'ashes'`,
        inscription_id: `'${idOf(9)}'`,
        buyer_profile_id: `'${owner.profileId}'`,
        buyer_binding_id: `'${owner.walletBindingId}'`,
        buyer_address: `'another'`,
        seller_address: `'another'`,
        seller_binding_id: `'${buyer.walletBindingId}'`,
        price_sats: 'price_sats + 1',
        fees: `fees || '{"buyerPayTotalSats": 77}'`,
        terms: `'{"of": 1}'`,
        signatures: `'{"settlement": []}'`,
        first_txid: `'another'`,
        anchor_id: 'null',
        promised_fee_rate: '7',
        promised_until: 'now()',
        floor_sats: '77',
        top_offer_sats: '78',
        validity_hours: '25',
        created_at: `created_at - interval '1 ms'`,
        expires_at: `expires_at + interval '1 ms'`,
        close_reason: `'none'`,
        invalidated_height: '1',
        is_final: 'true',
        closed_at: 'now()',
        state: `'rejected'`,
      };
      const { rows: all } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_name = 'offers' and column_name not in ('id', 'shown')`.execute(db());
      expect(Object.keys(columns).sort()).toEqual(all.map(({ name }) => name).sort());
      const wrong = async () => {
        const { rows: found } = await sql<{ id: string }>`
          select id from offers o
          where shown is distinct from case when state = 'active' then offer_shown(o) end`.execute(db());
        return found;
      };
      for (const [column, value] of Object.entries(columns)) {
        await sql.raw(`update offers set ${column} = ${value} where id = '${offerId(0)}'`).execute(db());
        expect(await wrong(), column).toEqual([]);
      }
      await sql`update offers set state = 'active' where id = ${offerId(0)}`.execute(db());
      expect(await wrong()).toEqual([]);
    });
  });
}

const isMadeBy = (role: 'buyer' | 'seller', { kind }: Row) => (kind === 'buyer_offer') === (role === 'buyer');
const offerId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
