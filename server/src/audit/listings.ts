import type { Outpoint } from '@ordbook/protocol/outpoint';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { type Check, inOrder, inRange } from './check.ts';
import type { FindingCode, Suspicion } from './finding.ts';

interface Row extends Selectable<Schema['listings']> {
  readonly anchorTxid: string;
  readonly anchorVout: number;
  readonly pendingSales: number;
  readonly confirmedSales: number;
}

/** Listings: each for sale only while it can be bought, and with the sales of its state. */
export const listingCheck: Check<Row> = {
  what: 'listings',
  async read(db, range) {
    const { rows } = await sql<Row>`
      select l.*, a.txid as anchor_txid, a.vout as anchor_vout,
        (select count(*) from sales s where s.listing_id = l.id and s.state = 'pending') as pending_sales,
        (select count(*) from sales s where s.listing_id = l.id and s.state = 'confirmed') as confirmed_sales
      from listings l join anchors a on a.id = l.anchor_id
      where ${inRange(range, 'l')} ${inOrder(range, 'l')}`.execute(db);
    return rows;
  },
  keyOf: ({ id }) => id,
  async examine({ evidence, clock }, rows) {
    const open = rows.filter(isOpen);
    const fates = await evidence.fates(open.flatMap(coinsOf));
    const now = clock.now();
    return rows.flatMap((row) => {
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
  },
};

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

function fault({ id, utxoTxid, utxoVout }: Row, code: FindingCode, message: string): Suspicion {
  return { key: id, code, subject: `listing ${id}`, message, outpoint: `${utxoTxid}:${utxoVout}` };
}
