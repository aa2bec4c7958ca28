/**
 * Which events a move is, who receives them, and the row that the API's shapes render. What later changes
 * overwrite is as the move kept it; where an inscription lies and what a collection is called are as of now.
 */
import { type RawBuilder, sql } from 'kysely';
import { BOOK_COLUMNS, type BookRow } from '../collection-offer/collection-offers.ts';
import { type KeptSale, keptOf } from '../database/moves.ts';
import { LISTING_COLUMNS, type ListingRow } from '../listing/listings-page.ts';
import type { ListingState } from '../listing/schema.ts';
import { type OfferRow, offerColumns } from '../offer/offers-page.ts';
import type { OfferState } from '../offer/schema.ts';
import type { Database } from '../port.ts';
import type { SaleRow } from '../sale/sales.ts';
import type { SaleState } from '../sale/schema.ts';
import type { MoveKind } from '../trade/schema.ts';
import type { Audience } from './schema.ts';
import type { EventStates } from './states.ts';

/** A move whose events have no numbers yet. */
export interface Move {
  readonly id: number;
  readonly kind: MoveKind;
  readonly rowId: string | null;
  readonly slug: string | null;
  readonly stateFrom: string | null;
  readonly stateTo: string | null;
  readonly height: number | null;
  /** As JSON has it. null: only what is shown of the row changed. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly movedAt: Date;
}

/** An event without its number. */
export interface Draft {
  readonly move: Move;
  readonly type: string;
  readonly subject: string;
  readonly audience: Audience;
  readonly profileIds: readonly string[];
  readonly tradeId: string | null;
  /** The collection of the trade; those of its inscriptions count as well. */
  readonly madeIn: string | null;
  readonly inscriptionIds: readonly string[];
  readonly state: object;
}

type Row<T extends string> = Readonly<Record<T, string>>;
type Events = (db: Database, moves: readonly Move[]) => Promise<Draft[]>;

const EVENTS: Readonly<Partial<Record<MoveKind, Events>>> = {
  listing: ofListings,
  purchase: ofPurchases,
  offer: ofOffers,
  settlement: ofSettlements,
  'collection offer': ofCollectionOffers,
  fill: ofFills,
  sale: ofSales,
  block: ofBlocks,
};

/** The events of moves, but those of floors; of each move in their order. */
export async function draftsOf(db: Database, moves: readonly Move[]): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const [kind, events] of Object.entries(EVENTS)) {
    const own = moves.filter((move) => move.kind === kind);
    if (own.length > 0) drafts.push(...(await events(db, own)));
  }
  return drafts;
}

const ids = (moves: readonly Move[]) => sql`any(${moves.map(({ rowId }) => rowId)}::uuid[])`;
/** SQL: the profiles that have a wallet of this address. */
const owners = (address: RawBuilder<unknown>) =>
  sql`select profile_id from wallet_bindings where ordinals_address = ${address}`;
/** SQL: the profiles of offer `o`. The buyer of one that came as a PSBT has none. */
const partiesOf = sql`array(select p from (select o.buyer_profile_id as p union ${owners(sql`o.seller_address`)}) all_of where p is not null)`;
const date = (value: unknown) => (typeof value === 'string' ? new Date(value) : null);

/** Reads the rows of moves; returns each move beside its row. One without holds up no other. */
async function withRows<R extends Row<'id'>>(
  db: Database,
  moves: readonly Move[],
  select: RawBuilder<R>,
): Promise<{ readonly move: Move; readonly row: R }[]> {
  const { rows } = await select.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return moves.flatMap((move) => {
    const row = byId.get(move.rowId!);
    return row ? [{ move, row }] : [];
  });
}

interface Trade {
  readonly tradeId: string;
  readonly parties: readonly string[];
  readonly madeIn: string | null;
  readonly inscriptionIds: readonly string[];
}

/** Every change of a trade's state, for its parties alone. */
function tradeMoved(move: Move, kind: string, { parties, ...trade }: Trade): Draft {
  return {
    move,
    type: 'trade.moved',
    subject: `trade:${trade.tradeId}`,
    audience: 'own',
    profileIds: parties,
    ...trade,
    state: { kind, from: move.stateFrom, status: move.stateTo },
  };
}

async function ofPurchases(db: Database, moves: readonly Move[]): Promise<Draft[]> {
  const select = sql<Row<'id' | 'buyerProfileId'>>`
    select id, buyer_profile_id from purchases where id = ${ids(moves)}`;
  return (await withRows(db, moves, select)).map(({ move, row }) =>
    tradeMoved(move, 'purchase', {
      tradeId: row.id,
      parties: [row.buyerProfileId],
      madeIn: null,
      inscriptionIds: [],
    }),
  );
}

async function ofFills(db: Database, moves: readonly Move[]): Promise<Draft[]> {
  const select = sql<Row<'id' | 'sellerProfileId' | 'inscriptionId'>>`
    select id, seller_profile_id, inscription_id from fill_attempts where id = ${ids(moves)}`;
  return (await withRows(db, moves, select)).map(({ move, row }) =>
    tradeMoved(move, 'fill', {
      tradeId: row.id,
      parties: [row.sellerProfileId],
      madeIn: null,
      inscriptionIds: [row.inscriptionId],
    }),
  );
}

async function ofSettlements(db: Database, moves: readonly Move[]): Promise<Draft[]> {
  const select = sql<Row<'id' | 'offerId' | 'collectionSlug' | 'inscriptionId'> & { parties: string[] }>`
    select s.id, s.offer_id, o.collection_slug, o.inscription_id,
      ${partiesOf} as parties
    from offer_settlements s join offers o on o.id = s.offer_id where s.id = ${ids(moves)}`;
  return (await withRows(db, moves, select)).map(({ move, row }) =>
    tradeMoved(move, 'settlement', {
      tradeId: row.offerId,
      parties: row.parties,
      madeIn: row.collectionSlug,
      inscriptionIds: [row.inscriptionId],
    }),
  );
}

interface ListingNow extends Omit<ListingRow, 'listedAt'> {
  readonly listedAt: Date | null;
  /** Also of an inscription that a reorg has deleted. */
  readonly firstId: string;
  readonly sellerProfileId: string;
  readonly ids: readonly string[];
  readonly firstBuyable: number | null;
}

async function ofListings(db: Database, moves: readonly Move[]): Promise<Draft[]> {
  const select = sql<ListingNow>`
    select ${LISTING_COLUMNS}, l.inscription_id as first_id, l.seller_profile_id, array(select inscription_id from listing_items where listing_id = l.id order by position) as ids,
      (select min(id) from moves where row_id = l.id and state_to = 'buyable') as first_buyable
    from listings l join collections c on c.slug = l.collection_slug
      left join inscriptions i on i.id = l.inscription_id left join locations p on p.inscription_key = i.key
    where l.id = ${ids(moves)}`;
  return (await withRows(db, moves, select)).flatMap(({ move, row }) => {
    const { sellerProfileId, ids: inscriptionIds, firstBuyable, firstId, ...now } = row;
    const trade = { tradeId: row.id, parties: [sellerProfileId], madeIn: row.collectionSlug, inscriptionIds };
    const [was, became] = [inPublic(move.stateFrom), inPublic(move.stateTo)];
    const listedAt = move.kept ? date(move.kept['listedAt']) : now.listedAt;
    const isShown = listedAt !== null && (was !== became || became === 'buyable');
    const expiresAt = move.kept ? date(move.kept['expiresAt']) : now.expiresAt;
    const shown = { ...now, status: became, inscriptionId: firstId, listedAt, expiresAt };
    const change = became === 'closed' ? 'closed' : 'changed';
    const { parties: _, ...concerns } = trade;
    return [
      ...(move.stateFrom === move.stateTo ? [] : [tradeMoved(move, 'listing', trade)]),
      ...(isShown
        ? [
            {
              move,
              type: `listing.${move.id === firstBuyable ? 'made' : change}`,
              subject: `listing:${row.id}`,
              audience: 'public' as const,
              profileIds: [],
              ...concerns,
              state: shown,
            },
          ]
        : []),
    ];
  });
}

function inPublic(state: string | null): 'buyable' | 'hidden' | 'closed' | null {
  if (state === null) return null;
  const hidden: readonly string[] = ['pending_public', 'hidden_locked'] satisfies ListingState[];
  if (state === 'buyable') return 'buyable';
  return hidden.includes(state) ? 'hidden' : 'closed';
}

/** Buyers' offers are shown to every signed-in profile, counters to their two parties. */
async function ofOffers(db: Database, moves: readonly Move[]): Promise<Draft[]> {
  const select = sql<
    Omit<OfferRow, 'state'> & { readonly collectionSlug: string; readonly parties: string[] }
  >`
    select ${offerColumns(sql`o.state`, sql`s.settlement_txid`)}, o.collection_slug, ${partiesOf} as parties
    from offers o left join offer_settlements s on s.offer_id = o.id where o.id = ${ids(moves)}`;
  return (await withRows(db, moves, select)).flatMap(({ move, row }) => {
    const { collectionSlug, parties, ...offer } = row;
    const kind = offer.kind === 'buyer_offer' ? 'offer' : 'counter';
    const isAccepted = move.stateTo === 'accepted';
    const shown: OfferRow = {
      ...offer,
      state: move.stateTo as OfferState,
      closedAt: date(move.kept?.['closedAt']),
      settlementTxid: isAccepted ? offer.settlementTxid : null,
    };
    const happened = { active: 'reopened', accepted: 'accepted' }[move.stateTo!] ?? 'ended';
    const concerns = { tradeId: row.id, madeIn: collectionSlug, inscriptionIds: [row.inscriptionId] };
    return [
      {
        move,
        type: `${kind}.${move.stateFrom === null ? 'made' : happened}`,
        subject: `offer:${row.id}`,
        audience: kind === 'offer' ? 'members' : 'own',
        profileIds: kind === 'offer' ? [] : parties,
        ...concerns,
        state: shown,
      } satisfies Draft,
      tradeMoved(move, kind, { ...concerns, parties }),
    ];
  });
}

async function ofCollectionOffers(db: Database, moves: readonly Move[]): Promise<Draft[]> {
  const select = sql<BookRow & { readonly slug: string }>`
    select ${BOOK_COLUMNS}, o.slug from collection_offers o join collections c on c.slug = o.slug
      left join inscriptions i on i.id = o.sample_inscription_id
    where o.id = ${ids(moves)}`;
  return (await withRows(db, moves, select)).flatMap(({ move, row }) => {
    const { makerProfileId, makerBindingId: _, ...shown } = row;
    const status = { active: 'active', filling: 'hidden' }[move.stateTo!] ?? 'closed';
    const change = status === 'closed' ? 'closed' : 'changed';
    const concerns = { tradeId: row.id, madeIn: row.slug, inscriptionIds: [] };
    return [
      tradeMoved(move, 'collection offer', { ...concerns, parties: [makerProfileId] }),
      {
        move,
        type: `collection_offer.${move.stateFrom === null ? 'made' : change}`,
        subject: `collection offer:${row.id}`,
        audience: 'members',
        profileIds: [],
        ...concerns,
        state: { ...shown, status },
      } satisfies Draft,
    ];
  });
}

/** A pending sale is seen by its parties alone, as GET /sales shows confirmed ones only. */
async function ofSales(db: Database, moves: readonly Move[]): Promise<Draft[]> {
  const sales = await keptSales(db, moves);
  const asked = moves.map(({ id, rowId }) => ({ id, saleId: rowId, ...sales.get(id) }));
  const { rows } = await sql<{ id: number; items: string[]; parties: string[] } & SaleCollection>`
    select r.id, c.name as collection_name, c.kind as collection_kind, c.verified as collection_verified,
      array(select inscription_id from sale_items where sale_id = r."saleId" order by 1) as items, array(
        select buyer_profile_id from purchases where id = r."purchaseId"
        union select seller_profile_id from listings where id = r."listingId"
        union select buyer_profile_id from offers where id = r."offerId" and buyer_profile_id is not null
        union ${owners(sql`r."sellerAddress"`)}
      ) as parties
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as r (id bigint, "saleId" uuid, "purchaseId" uuid,
      "listingId" uuid, "offerId" uuid, "sellerAddress" text, "collectionSlug" text)
      left join collections c on c.slug = r."collectionSlug"`.execute(db);
  const byMove = new Map(rows.map((row) => [row.id, row]));
  return moves.flatMap((move) => {
    const { items, parties, id: _, ...collection } = byMove.get(move.id)!;
    const sale = sales.get(move.id);
    const type = saleEvent(move.stateFrom as SaleState | null, move.stateTo as SaleState | null);
    if (!sale || !type) return [];
    const { purchaseId: __, listingId, offerId, inscriptionNumber, inscriptionTitle, ...shown } = sale;
    const isConfirmed = move.stateTo === 'confirmed';
    const isPublic = isConfirmed || move.stateFrom === 'confirmed';
    const state: EventStates['sale'] = {
      id: move.rowId!,
      ...shown,
      number: inscriptionNumber,
      title: inscriptionTitle,
      soldAt: isConfirmed ? shown.soldAt : null,
      blockHeight: isConfirmed ? shown.blockHeight : null,
      ...collection,
    };
    return [
      {
        move,
        type,
        subject: `sale:${move.rowId}`,
        audience: isPublic ? 'public' : 'own',
        profileIds: isPublic ? [] : parties,
        tradeId: listingId ?? offerId,
        madeIn: shown.collectionSlug,
        inscriptionIds: [shown.inscriptionId, ...items],
        state,
      } satisfies Draft,
    ];
  });
}

type SaleCollection = Pick<SaleRow, 'collectionName' | 'collectionKind' | 'collectionVerified'>;

function saleEvent(was: SaleState | null, became: SaleState | null): string | null {
  if (became === 'confirmed') return was === 'confirmed' ? 'sale.changed' : 'sale.confirmed';
  if (was === 'confirmed' || (was === 'pending' && became === 'failed')) return 'sale.taken_back';
  return became === 'pending' ? 'sale.pending' : null;
}

/** By the id of the move: the sale as of it, or as it is now where only what is shown changed. */
async function keptSales(db: Database, moves: readonly Move[]): Promise<Map<number, KeptSale>> {
  const changed = moves.filter(({ kept }) => kept === null);
  const { rows } =
    changed.length > 0
      ? await sql<{ id: string; sale: KeptSale }>`
          select id, ${keptOf('sales', 's')} as sale from sales s where id = ${ids(changed)}`.execute(db)
      : { rows: [] };
  const now = new Map(rows.map(({ id, sale }) => [id, sale]));
  return new Map(
    moves.flatMap(({ id, rowId, kept }) => {
      const sale = (kept as KeptSale | null) ?? now.get(rowId!);
      return sale ? [[id, sale] as const] : [];
    }),
  );
}

async function ofBlocks(_db: Database, moves: readonly Move[]): Promise<Draft[]> {
  return moves.map((move) => ({
    move,
    type: `block.${move.stateTo}`,
    subject: 'chain',
    audience: 'public',
    profileIds: [],
    tradeId: null,
    madeIn: null,
    inscriptionIds: [],
    state: { height: move.height, ...move.kept },
  }));
}
