/**
 * How a pool is shared: as the service does it, and first come, first served. Both on the tables of the
 * service.
 */
import { sql } from 'kysely';
import {
  addAdmissions,
  assignAdmission,
  recogniseAdmissions,
  releaseAssignedAdmission,
  reserveAdmission,
} from '../../server/src/store/operator-coins/admissions.ts';
import {
  addCoins,
  assignAnchors,
  releaseAssignedAnchor,
  setRead,
} from '../../server/src/store/operator-coins/anchors.ts';
import type { ReadCoin } from '../../server/src/store/operator-coins/reservations.ts';
import type { Database } from '../../server/src/store/port.ts';
import type { TradingContext } from '../../server/src/trading/context.ts';
import { anchorsFor } from '../../server/src/trading/operator-coins/anchors.ts';

export interface Coins {
  readonly db: Database;
  readonly pool: 'anchors' | 'admissions';
  readonly reservationMs: number;
}

export interface Asked {
  readonly profileId: string;
  readonly purposes: readonly string[];
  readonly now: Date;
}

export interface Rules {
  readonly name: string;
  /** Makes the pool. */
  fill(coins: Coins, size: number): Promise<void>;
  /** A preflight: all or none. */
  reserve(coins: Coins, asked: Asked): Promise<readonly ReadCoin[] | null>;
  /** A submit: false when the coins are not the profile's any more. */
  submit(coins: Coins, profileId: string, held: readonly ReadCoin[], now: Date): Promise<boolean>;
  /** New coins in the place of those that were used. */
  giveBack(coins: Coins, held: readonly ReadCoin[]): Promise<void>;
}

const ANCHOR_SATS = 1_000;
const TIER = 1;
const HEIGHT = 100;

async function fill({ db, pool }: Coins, size: number): Promise<void> {
  const made = Array.from({ length: size }, (_, vout) => ({
    id: crypto.randomUUID(),
    txid: 'ab'.repeat(32),
    // The first output after a transfer's is looked at twice (`notAwaited`).
    vout: vout + 2,
    confirmedHeight: HEIGHT,
    createdAt: new Date(0),
  }));
  if (pool === 'anchors') {
    await addCoins(
      db,
      made.map((coin) => ({ ...coin, valueSats: ANCHOR_SATS })),
    );
    await setRead(
      db,
      made.map(({ id }) => id),
      'free',
    );
  } else {
    await addAdmissions(
      db,
      made.map((coin) => ({ ...coin, tier: TIER })),
    );
    await recogniseAdmissions(
      db,
      made.map(({ id }) => id),
      true,
    );
  }
}

async function giveBack({ db, pool }: Coins, held: readonly ReadCoin[]): Promise<void> {
  for (const { id } of held)
    await (pool === 'anchors' ? releaseAssignedAnchor(db, id) : releaseAssignedAdmission(db, id));
}

export const fair: Rules = {
  name: 'fair',
  fill,
  giveBack,
  async reserve({ db, pool, reservationMs }, { profileId, purposes, now }) {
    if (pool === 'anchors') {
      const settings = { anchorSats: ANCHOR_SATS, reservationMs };
      return anchorsFor({ db, clock: { now: () => now }, settings } as TradingContext, profileId, purposes);
    }
    const until = new Date(now.getTime() + reservationMs);
    const inscriptionId = purposes[0]!;
    const coin = await reserveAdmission(db, {
      tier: TIER,
      notAbove: HEIGHT,
      now,
      until,
      profileId,
      inscriptionId,
    });
    return coin && [coin];
  },
  submit: ({ db, pool }, _, held) =>
    pool === 'anchors' ? assignAnchors(db, held) : assignAdmission(db, held[0]!),
};

/** What a profile keeps at most under `firstCome`. */
const KEPT = { anchors: 40, admissions: 5 };

export const firstCome: Rules = {
  name: 'first come',
  fill,
  giveBack,
  async reserve({ db, pool, reservationMs }, { profileId, purposes, now }) {
    const table = sql.table(pool);
    const until = new Date(now.getTime() + reservationMs);
    await sql`
      update ${table} set state = 'free', reserved_until = null, reservation = null
      where state = 'reserved' and id in (
        select id from (
          select id, row_number() over (order by reserved_until desc, id) as held
          from ${table} where state = 'reserved' and reservation ->> 'profileId' = ${profileId}
        ) holds where held > ${KEPT[pool] - purposes.length}
      )`.execute(db);
    const { rows } = await sql<ReadCoin>`
      with picked as (
        select id from ${table}
        where spent_height is null and (state = 'free' or (state = 'reserved' and reserved_until <= ${now}))
        order by state desc, id limit ${purposes.length} for update skip locked
      )
      update ${table} c set state = 'reserved', reserved_until = ${until},
        reservation = jsonb_build_object('profileId', ${profileId}::text)
      from picked where c.id = picked.id and (select count(*) from picked) = ${purposes.length}
      returning c.*`.execute(db);
    return rows.length === purposes.length ? rows : null;
  },
  async submit({ db, pool }, profileId, held, now) {
    const ids = held.map(({ id }) => id);
    const { rows } = await sql`
      with picked as (
        select id from ${sql.table(pool)} where id = any(${ids}::uuid[]) and state = 'reserved'
          and reservation ->> 'profileId' = ${profileId} and reserved_until > ${now} for update
      )
      update ${sql.table(pool)} c set state = 'assigned', reserved_until = null
      from picked where c.id = picked.id and (select count(*) from picked) = ${ids.length}
      returning c.id`.execute(db);
    return rows.length === ids.length;
  },
};
