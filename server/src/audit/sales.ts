import { type Selectable, sql } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { type Check, inOrder, inRange, notBefore } from './check.ts';
import type { FindingCode, Suspicion } from './finding.ts';

/** SQL: sale `s` names its inscription as that is, and has a row in each of its collections. */
const IS_SHOWN = sql`not exists (select from inscriptions n where n.id = s.inscription_id
    and (n.number, n.title) is distinct from (s.inscription_number, s.inscription_title))
  and (select jsonb_agg(jsonb_build_array(h.slug, h.sold_at, h.block_height, h.block_position) order by h.slug)
    from collection_sales h where h.sale_id = s.id)
  is not distinct from
  (select jsonb_agg(jsonb_build_array(k.slug, s.sold_at, s.block_height, coalesce(s.block_position, 0)) order by k.slug)
    from (
      select s.collection_slug as slug where s.collection_slug is not null
      union
      select m.slug from (
        select s.inscription_id as id union all select i.inscription_id from sale_items i where i.sale_id = s.id
      ) sold join inscriptions n on n.id = sold.id join collection_members m on m.inscription_key = n.key
    ) k where s.state = 'confirmed')`;

interface Row extends Selectable<Schema['sales']> {
  /** States of the fills with its transaction. */
  readonly fills: readonly string[];
  /** A restore lost its trade, and its block was read again. */
  readonly isReadBack: boolean;
  readonly isShown: boolean;
}

/** Sales that no purchase and no offer explains: of a fill, or of another marketplace. */
export const saleCheck: Check<Row> = {
  what: 'sales',
  async read(db, range) {
    const { rows } = await sql<Row>`
      select s.*, coalesce((to_jsonb(s) ->> 'read_back')::boolean, false) as is_read_back,
        ${IS_SHOWN} as is_shown, coalesce((select jsonb_agg(f.state) from fill_attempts f where f.settlement_txid = s.txid), '[]') as fills
      from sales s where s.purchase_id is null and s.offer_id is null and ${inRange(range, 's')}
        and ${notBefore(range, sql`s.block_height`)} ${inOrder(range, 's')}`.execute(db);
    return rows;
  },
  keyOf: ({ id }) => id,
  async examine({ evidence }, rows) {
    const found: Suspicion[] = [];
    for (const row of rows) {
      const { state, blockHeight, txid, saleType } = row;
      if (saleType === 'internal' && !row.isReadBack) found.push(...fillSaleFaults(row));
      if (!row.isShown) found.push(fault(row, 'sale_differs', NOT_SHOWN));
      if (state !== 'confirmed') continue;
      if (blockHeight === null || !(await evidence.mined(txid, blockHeight)))
        found.push(
          fault(row, 'unmined_confirmed', `it is confirmed, and block ${blockHeight} does not have ${txid}`),
        );
      if (saleType === 'external' && row.fills.length > 0)
        found.push(
          fault(row, 'sale_differs', 'it is stored as external, and a fill of this service made it'),
        );
    }
    return found;
  },
};

const NOT_SHOWN = 'a page shows it otherwise than it is stored';

interface SoldRow {
  readonly id: string;
  readonly txid: string;
  /** Its price, parties, fees, time and inscriptions are those of its trade and its block. */
  readonly isAsTraded: boolean;
  /** The page shows what the row says. */
  readonly isShown: boolean;
}

/** Sales of this service: each with the price and the parties of its trade. */
export const saleTermsCheck: Check<SoldRow> = {
  what: 'prices and parties of sales',
  async read(db, range) {
    const { rows } = await sql<SoldRow>`
      select s.id, s.txid, coalesce(
          (s.price_sats, s.buyer_address, s.seller_address, s.inscription_id, s.collection_slug) is not distinct from
          (t.price_sats, t.buyer, t.seller, t.inscription_id, t.slug)
          and coalesce(s.seller_fee_sats = t.seller_fee_sats, true)
          and coalesce(s.buyer_fee_sats = t.buyer_fee_sats, true)
          and coalesce(s.royalty_sats = t.royalty_sats, true)
          and coalesce(s.sold_at = (select b.block_time from blocks b where b.height = s.block_height), true)
          and (s.listing_id is null or (
            select array_agg(i.inscription_id order by i.inscription_id) from sale_items i where i.sale_id = s.id
          ) is not distinct from (
            select array_agg(i.inscription_id order by i.inscription_id) from listing_items i
            where i.listing_id = s.listing_id and i.inscription_id <> s.inscription_id)), true) as is_as_traded,
        ${IS_SHOWN} as is_shown
      from sales s join lateral (
        select l.price_sats, p.buyer_ordinals_address as buyer, l.seller_ordinals_address as seller, l.inscription_id,
          l.collection_slug as slug, l.seller_fee_sats,
          null::bigint as buyer_fee_sats, null::bigint as royalty_sats
        from purchases p, listings l where p.id = s.purchase_id and l.id = s.listing_id
        union all
        select o.price_sats, o.buyer_address, o.seller_address, o.inscription_id, o.collection_slug,
          (o.fees ->> 'sellerMarketplaceFeeSats')::bigint, (o.fees ->> 'buyerMarketplaceFeeSats')::bigint,
          (o.fees ->> 'creatorRevenueSats')::bigint from offers o where o.id = s.offer_id
        union all
        select c.price_sats, c.maker_address, f.seller_address, f.inscription_id, c.slug,
          coalesce((f.terms -> 'marketplace' ->> 'valueSats')::bigint, 0), 0,
          coalesce((f.terms -> 'creator' ->> 'valueSats')::bigint, 0)
        from fill_attempts f join collection_offers c on c.id = f.offer_id
        where s.purchase_id is null and s.offer_id is null and f.settlement_txid = s.txid
          and f.inscription_id = s.inscription_id
      ) t on true
      where s.sale_type = 'internal' and not s.read_back and ${inRange(range, 's')}
        and ${notBefore(range, sql`s.block_height`)} ${inOrder(range, 's')}`.execute(db);
    return rows;
  },
  keyOf: ({ id }) => id,
  examine: async (_, rows) =>
    rows.flatMap((row) => [
      ...(row.isAsTraded
        ? []
        : [fault(row, 'sale_differs', 'its price, parties, fees or time are not those of its trade')]),
      ...(row.isShown ? [] : [fault(row, 'sale_differs', NOT_SHOWN)]),
    ]),
};

function fillSaleFaults(row: Row): Suspicion[] {
  const { state, fills } = row;
  const live = fills.find((fill) => fill !== 'failed');
  const wanted = live === undefined ? 'failed' : live === 'accepted' ? 'confirmed' : 'pending';
  if (fills.length === 0) return [fault(row, 'sale_differs', 'it is of no purchase, no offer and no fill')];
  return state === wanted
    ? []
    : [fault(row, 'sale_differs', `it is ${state}, and its fill is ${live ?? 'failed'}`)];
}

const fault = ({ id, txid }: Pick<Row, 'id' | 'txid'>, code: FindingCode, message: string): Suspicion => ({
  key: id,
  code,
  subject: `sale ${id}`,
  message,
  txid,
});
