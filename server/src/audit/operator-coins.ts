/** The operator's coins: as spent as the chain says, and none held for what has ended. */
import { addressOf } from '@ordbook/protocol/bitcoin/keys';
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/port.ts';
import { type Check, type Examined, inOrder, inRange, type Range } from './check.ts';
import type { Suspicion } from './finding.ts';

/** Spends below this depth are not compared again. */
const COMPARED_BLOCKS = 144;
/** A coin of the anchor key this deep is in use, or holds something. */
const READ_WITHIN_BLOCKS = 6;

interface Coin extends Outpoint {
  readonly id: string;
  readonly subject: string;
  readonly state: string;
  readonly reservedUntil: Date | null;
  readonly confirmedHeight: number | null;
  readonly spentHeight: number | null;
  /** Assigned to nothing that is still open. */
  readonly isOrphan: boolean;
}

const OPEN_LISTING = sql.raw("('pending_public', 'buyable', 'hidden_locked', 'invalidated')");

/** SQL: nothing that is open has the anchor. A recovery spends coins by what its raw hex says. */
const ORPHAN_ANCHOR = sql`a.fan_out_hex is null
  and not exists (select from listings l where l.anchor_id = a.id
    and (l.state in ${OPEN_LISTING} or l.recovery_signature <> ''))
  and not exists (select from purchases p where p.anchor_id = a.id
    and p.state in ('broadcasting', 'pending', 'stalled'))
  and not exists (select from offers o where o.anchor_id = a.id and not o.is_final
    and o.state in ('active', 'accepted', 'invalidated'))
  and not exists (select from offers o join offer_settlements s on s.offer_id = o.id
    where o.anchor_id = a.id and s.state = 'failed' and not s.recovered)
  and not exists (select from listings l where l.recovery_hex is not null and l.recovery_signature <> ''
    and position(wire_txid.hex in l.recovery_hex || coalesce(l.recovery_bump_hex, '')) > 0)
  and not exists (select from offer_settlements s where s.recovery_hex is not null and not s.recovered
    and position(wire_txid.hex in s.recovery_hex) > 0)`;

/** SQL: a txid as transactions name it, in the reverse order of bytes. */
const WIRE_TXID = sql`lateral (
  select string_agg(substr(a.txid, 65 - 2 * n, 2), '' order by n) as hex from generate_series(1, 32) n
) wire_txid`;

const ORPHAN_ADMISSION = sql`not exists (select from fill_attempts f where f.admission_id = a.id
  and f.state in ('seller_signed', 'pending', 'sending', 'broadcast'))`;

export const anchorCheck = coinCheck('anchors', (range) =>
  readCoins(sql`anchors a cross join ${WIRE_TXID}`, 'anchor', ORPHAN_ANCHOR, range),
);

export const admissionCheck = coinCheck('admission coins', (range) =>
  readCoins(sql`admissions a`, 'admission coin', ORPHAN_ADMISSION, range),
);

function readCoins(from: RawBuilder<unknown>, name: string, orphan: RawBuilder<unknown>, range: Range) {
  return sql<Coin>`
    select a.id, a.txid, a.vout, ${sql.lit(`${name} `)} || a.txid || ':' || a.vout as subject, a.state,
      a.reserved_until, a.confirmed_height, a.spent_height,
      a.state = 'assigned' and a.spent_height is null and ${orphan} as is_orphan
    from ${from} where ${inRange(range, 'a')} ${inOrder(range, 'a')}`;
}

function coinCheck(what: string, statement: (range: Range) => ReturnType<typeof readCoins>): Check<Coin> {
  return {
    what,
    read: async (db, range) => (await statement(range).execute(db)).rows,
    keyOf: ({ id }) => id,
    async examine({ evidence, height }, rows) {
      const faultsOf = (coin: Coin) => [...holdFaults(coin), ...unreadFaults(coin, height)];
      const compared = rows.filter(
        ({ confirmedHeight, spentHeight }) =>
          confirmedHeight !== null && (spentHeight === null || spentHeight > height - COMPARED_BLOCKS),
      );
      const fates = await evidence.fates(compared);
      return [...compared.flatMap((coin, i) => fateFault(coin, fates[i]!)), ...rows.flatMap(faultsOf)];
    },
  };
}

function fateFault(coin: Coin, fate: 'there' | 'pool' | 'lost'): Suspicion[] {
  const isSpent = fate === 'lost';
  if (isSpent === (coin.spentHeight !== null)) return [];
  return [
    fault(
      coin,
      'coin_differs',
      isSpent ? 'it is unspent here, and a block spends it' : 'it is spent here, and no block spends it',
    ),
  ];
}

function holdFaults(coin: Coin): Suspicion[] {
  if (coin.isOrphan) return [fault(coin, 'stranded_coin', 'it is assigned, and nothing that is open has it')];
  return coin.state === 'reserved' && coin.reservedUntil === null
    ? [fault(coin, 'stranded_coin', 'it is reserved for ever')]
    : [];
}

/** The index is asked on each poll what is on a new coin, and has said so long before. */
function unreadFaults(coin: Coin, height: number): Suspicion[] {
  const { state, confirmedHeight, spentHeight } = coin;
  if (state !== 'unread' || confirmedHeight === null || spentHeight !== null) return [];
  return confirmedHeight > height - READ_WITHIN_BLOCKS
    ? []
    : [fault(coin, 'stranded_coin', 'it waits for the index to say what is on it, and is not used')];
}

const fault = (coin: Coin, code: 'coin_differs' | 'stranded_coin', message: string): Suspicion => ({
  key: coin.id,
  code,
  subject: coin.subject,
  message,
  outpoint: outpointText(coin),
});

interface Payment {
  readonly id: string;
  readonly coins: string;
}

/** Buyers' coins that are still locked for a purchase that has failed. */
export const paymentCheck: Check<Payment> = {
  what: 'locked payments',
  async read(db, range) {
    const { rows } = await sql<Payment>`
      select p.id, string_agg(c.txid || ':' || c.vout, ', ') as coins
      from purchases p join purchase_payments c on c.purchase_id = p.id
      where p.state = 'failed' and ${inRange(range, 'p')} group by p.id ${inOrder(range, 'p')}`.execute(db);
    return rows;
  },
  keyOf: ({ id }) => id,
  examine: async (_parts, rows) =>
    rows.map(({ id, coins }) => ({
      key: id,
      code: 'stranded_payment',
      subject: `purchase ${id}`,
      message: `it has failed, and its payments ${coins} are still locked`,
    })),
};

interface Balance {
  readonly sats: Sats;
  readonly sample: Outpoint;
}

/** The coins of the anchor address: together what the chain shows there. */
export const balanceCheck: Check<Balance> = {
  what: 'balance of the anchor address',
  read: async (db, range) => ('keys' in range || range.after === null ? balanceIn(db) : []),
  keyOf: () => 'anchors',
  async examine(parts, [balance]) {
    if (!balance) return [];
    const address = await anchorAddress(parts, balance.sample);
    if (address === null) return [];
    const { confirmedSats } = await parts.chain.addressCoins(address, 'audit');
    if (confirmedSats === balance.sats) return [];
    const message = `the stored coins hold ${balance.sats} sats, and the chain shows ${confirmedSats} at ${address}`;
    return [{ key: 'anchors', code: 'balance_differs', subject: 'anchor address', message }];
  },
};

async function balanceIn(db: Database): Promise<Balance[]> {
  const { rows } = await sql<{ sats: Sats; txid: string | null; vout: number }>`
    select coalesce(sum(value_sats), 0)::bigint as sats, min(txid) as txid,
      (array_agg(vout order by txid))[1] as vout
    from anchors where confirmed_height is not null and spent_height is null`.execute(db);
  return rows.flatMap(({ sats, txid, vout }) => (txid === null ? [] : [{ sats, sample: { txid, vout } }]));
}

async function anchorAddress({ chain, network }: Examined, sample: Outpoint): Promise<string | null> {
  const [coin] = await chain.unspents([sample]);
  if (coin) return addressOf(coin.script, network);
  const found = await chain.transaction(sample.txid);
  const block = found?.blockHash ? await chain.block(found.blockHash) : null;
  const made = block?.transactions.find(({ txid }) => txid === sample.txid);
  return made?.outputs[sample.vout]?.address ?? null;
}
