import type { InscriptionAt, ListingTerms } from '@ordbook/protocol/layout/terms';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type Selectable, sql } from 'kysely';
import { inSlices } from '../base/in-slices.ts';
import type { Schema } from '../store/schema.ts';
import { type Check, type Examined, inOrder, inRange } from './check.ts';
import type { FindingCode, Suspicion } from './finding.ts';
import { listingFault } from './signed-terms.ts';
import { invalidatedFaults } from './undone.ts';

/** What the terms of a listing follow from. */
type Listed = Pick<
  Selectable<Schema['listings']>,
  | 'utxoTxid'
  | 'utxoVout'
  | 'utxoValueSats'
  | 'sellerKey'
  | 'sellerPaymentAddress'
  | 'sellerReceiveSats'
  | 'transferFeeSats'
  | 'recoverySignature'
> & {
  readonly anchorTxid: string;
  readonly anchorVout: number;
  readonly anchorValueSats: Sats;
  readonly items: InscriptionAt[];
};

interface Row extends Selectable<Schema['listings']>, Listed {
  /** What was listed in the same call, of an open one. */
  readonly batch: readonly Listed[] | null;
  readonly pendingSales: number;
  readonly confirmedSales: number;
  /** It names its inscription as that is. */
  readonly isNamed: boolean;
  /** It has a row in each of its collections while it is for sale, and each of them says the same. */
  readonly isCollected: boolean;
  /** Its seller's wallet, its inscription and its return are stored as they were made. */
  readonly isWhole: boolean;
}

/** SQL: the inscriptions of a listing. `alias`: of its table. */
const itemsOf = (alias: string) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', i.inscription_id, 'offset', i.sat_offset) order by i.position)
  from listing_items i where i.listing_id = ${sql.ref(`${alias}.id`)}), '[]')`;

/** Listings: each for sale only while it can be bought, and with the sales of its state. */
export const listingCheck: Check<Row> = {
  what: 'listings',
  async read(db, range) {
    const { rows } = await sql<Row>`
      select l.*, a.txid as anchor_txid, a.vout as anchor_vout, a.value_sats as anchor_value_sats,
        ${itemsOf('l')} as items,
        case when l.state in ('pending_public', 'buyable', 'hidden_locked') then (
          select jsonb_agg(jsonb_build_object('utxoTxid', b.utxo_txid, 'utxoVout', b.utxo_vout, 'utxoValueSats',
            b.utxo_value_sats, 'sellerKey', b.seller_key, 'sellerPaymentAddress', b.seller_payment_address,
            'sellerReceiveSats', b.seller_receive_sats, 'transferFeeSats', b.transfer_fee_sats,
            'recoverySignature', b.recovery_signature, 'anchorTxid', c.txid,
            'anchorVout', c.vout, 'anchorValueSats', c.value_sats, 'items', ${itemsOf('b')}) order by b.batch_position)
          from listings b join anchors c on c.id = b.anchor_id where b.batch_id = l.batch_id) end as batch,
        not exists (select from inscriptions n where n.id = l.inscription_id and (n.number, n.title, n.sat)
          is distinct from (l.inscription_number, l.inscription_title, l.inscription_sat)) as is_named,
        (select jsonb_agg(jsonb_build_array(s.slug, s.listed_at, s.price_sats, s.expires_at) order by s.slug)
          from collection_listings s where s.listing_id = l.id)
        is not distinct from
        (select jsonb_agg(jsonb_build_array(k.slug, l.listed_at, l.price_sats, l.expires_at) order by k.slug)
          from (select l.collection_slug as slug union
            select m.slug from listing_items i join inscriptions n on n.id = i.inscription_id
              join collection_members m on m.inscription_key = n.key where i.listing_id = l.id
          ) k where l.state = 'buyable') as is_collected,
        exists (select from wallet_bindings w where w.id = l.seller_binding_id and w.profile_id = l.seller_profile_id
          and w.ordinals_address = l.seller_ordinals_address)
        and (l.recovery_txid is null) = (l.recovery_hex is null)
        and coalesce(l.inscription_key = (select n.key from inscriptions n where n.id = l.inscription_id), true)
          as is_whole,
        (select count(*) from sales s where s.listing_id = l.id and s.state = 'pending') as pending_sales,
        (select count(*) from sales s where s.listing_id = l.id and s.state = 'confirmed') as confirmed_sales
      from listings l join anchors a on a.id = l.anchor_id
      where ${inRange(range, 'l')} ${inOrder(range, 'l')}`.execute(db);
    return rows;
  },
  keyOf: ({ id }) => id,
  async examine(parts, rows) {
    const { evidence, clock } = parts;
    const open = rows.filter(isOpen);
    const fates = await evidence.fates(open.flatMap(coinsOf));
    const now = clock.now();
    const invalidated = rows.filter(({ state, closedAt }) => state === 'invalidated' && closedAt === null);
    const stuck = await invalidatedFaults(parts, invalidated.map(waiting));
    const faults = rows.flatMap((row) => {
      const at = open.indexOf(row);
      const [own, anchor, passthrough] = at === -1 ? [] : fates.slice(3 * at, 3 * at + 3);
      const isWhole = (own === 'there' && anchor === 'there') || passthrough === 'there';
      return [
        ...saleFaults(row),
        ...(at !== -1 && !isWhole
          ? [
              fault(
                row,
                'unbuyable',
                `it is ${row.state}, and ${own === 'there' ? 'its anchor' : 'its coin'} is spent`,
              ),
            ]
          : []),
        ...(at !== -1 && row.expiresAt && row.expiresAt <= now
          ? [fault(row, 'overdue', `it is ${row.state}, and it expired at ${row.expiresAt.toISOString()}`)]
          : []),
      ];
    });
    return [...faults, ...stuck, ...(await termsFaults(parts, rows))];
  },
};

/** What is stored of a listing adds up, is shown, and of an open one is what its seller signed. */
async function termsFaults({ keys, network }: Examined, rows: readonly Row[]): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  for (const row of rows) {
    const say = (message: string) => found.push(fault(row, 'terms_differ', message));
    const taken = row.sellerReceiveSats + row.sellerFeeSats + row.sellerRoyaltySats;
    if (taken !== row.priceSats)
      say(`its price is ${row.priceSats} sats, and what it is divided into ${taken}`);
    if (!row.isNamed || !row.isCollected) say('a page shows it otherwise than it is stored');
    if (!row.isWhole) say('its seller, its inscription or its return is not as it was stored with it');
    if (row.items[0]?.id !== row.inscriptionId) say(`its first inscription is not ${row.inscriptionId}`);
    if (keys === null || row.batch === null) continue;
    const wrong = await inSlices(
      listingFault({ ...row, terms: termsOf(row), batch: row.batch.map(signedItem) }, { keys, network }),
    );
    if (wrong !== null) say(`its seller has signed something else: ${wrong}`);
  }
  return found;
}

function termsOf(row: Listed): ListingTerms {
  return {
    utxo: { txid: row.utxoTxid, vout: row.utxoVout, valueSats: row.utxoValueSats },
    inscriptions: row.items,
    sellerKey: row.sellerKey,
    sellerPaymentAddress: row.sellerPaymentAddress,
    sellerProceedsSats: row.sellerReceiveSats + row.utxoValueSats,
    anchor: { txid: row.anchorTxid, vout: row.anchorVout, valueSats: row.anchorValueSats },
    transferFeeSats: row.transferFeeSats,
  };
}

const signedItem = (row: Listed) => ({ terms: termsOf(row), sellerSignature: row.recoverySignature });

function waiting(row: Row) {
  const [own, anchor, passthrough] = coinsOf(row) as [Outpoint, Outpoint, Outpoint];
  return { fault: aboutListing(row), coins: [own, anchor], output: passthrough };
}

const isOpen = ({ state }: Row) => state === 'pending_public' || state === 'buyable';

function coinsOf({ utxoTxid, utxoVout, anchorTxid, anchorVout, transferTxid }: Row): Outpoint[] {
  return [
    { txid: utxoTxid, vout: utxoVout },
    { txid: anchorTxid, vout: anchorVout },
    { txid: transferTxid, vout: 0 },
  ];
}

function saleFaults(row: Row): Suspicion[] {
  const { state, pendingSales, confirmedSales } = row;
  const wanted = {
    pending: state === 'hidden_locked' ? 1 : 0,
    confirmed: state === 'sold' ? 1 : 0,
  };
  // A sale that a reorg undid goes on while its inscription is listed again; a stalled one when delisted.
  const isUndone =
    (state === 'invalidated' || (state === 'cancelled' && row.transferSentAt !== null)) && pendingSales === 1;
  if (confirmedSales !== wanted.confirmed || (pendingSales !== wanted.pending && !isUndone))
    return [
      fault(
        row,
        'listing_differs',
        `it is ${state}, with ${pendingSales} pending and ${confirmedSales} confirmed sales`,
      ),
    ];
  const isEnded = state === 'cancelled' || state === 'expired';
  if (isEnded && row.transferSentAt === null && row.saleSignature !== '')
    return [fault(row, 'listing_differs', `it is ${state}, and its signatures are still stored`)];
  return [];
}

const aboutListing = ({ id, utxoTxid, utxoVout }: Row) => ({
  key: id,
  subject: `listing ${id}`,
  outpoint: `${utxoTxid}:${utxoVout}`,
});

function fault(row: Row, code: FindingCode, message: string): Suspicion {
  return { ...aboutListing(row), code, message };
}
