/**
 * Pools of the recommended size under hostile profiles: `npm run bench:hostile-profiles`. 100 profiles reserve as many
 * anchors as the limits allow (8 writes a minute, of 20 items down to one) and never submit; honest ones buy
 * and list beside them. The same for one tier of admission coins. Minutes are played on a clock of their own,
 * on a PostgreSQL of its own; calls of one second run at the same moment.
 *
 * Each row is played twice: first come, first served (a profile keeps up to 40 anchors and 5 admission coins,
 * as an earlier version had it), and as the service does it. An honest request succeeds when its preflight
 * gets coins and its submit still has them.
 */
import { sql } from 'kysely';
import { DEFAULT_RATE_LIMITS } from '../server/src/api/edge/limits.ts';
import { readSettings, tradingSettings } from '../server/src/composition/settings.ts';
import { readTiers } from '../server/src/composition/tiers.ts';
import { migrate } from '../server/src/store/database/migrate.ts';
import { openPostgres } from '../server/src/store/database/postgres.ts';
import type { Database } from '../server/src/store/port.ts';
import { createDatabase, startPostgres } from '../stack/real/postgres.ts';
import { type Coins, fair, firstCome, type Rules } from './hostile-profiles/rules.ts';

const HOSTILE = Number(process.env['BENCH_HOSTILE'] ?? 100);
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 20);
/** Warm-up minutes, in which the pool fills up: not counted. */
const WARM_UP_MINUTES = 2;
/** Time between preflight and submit, in which a person reads and signs. */
const SIGNING_SECONDS = 30;
/** Time until used coins are replaced: by the block with the sale, or the next fan-out. */
const BLOCK_SECONDS = 600;
const AT_ONCE = 16;

const settings = readSettings({ NETWORK: 'regtest' });
const trading = tradingSettings(settings);
const [tier] = readTiers(settings.ADMISSION_TIERS);
const writesPerMinute = DEFAULT_RATE_LIMITS.buckets.writes.perCaller;

/** A profile that requests coins regularly. Honest profiles also submit. */
interface Player {
  readonly profileId: string;
  readonly everySeconds: number;
  readonly firstAt: number;
  /** Coins that its preflights ask for, in turns. */
  readonly batches: readonly number[];
  /** What an honest player does; null: hostile. */
  readonly doing: string | null;
}

interface Tally {
  asked: number;
  promised: number;
  submitted: number;
}

interface Scene {
  readonly pool: Coins['pool'];
  readonly size: number;
  readonly hostile: number;
  /** Coins that hostile calls ask for, in turns: many at a time while there are many, then one by one. */
  readonly hostileBatches: readonly number[];
  readonly honest: readonly {
    readonly doing: string;
    readonly batch: number;
    readonly players: number;
    readonly everySeconds: number;
  }[];
}

const SCENES: readonly Scene[] = [
  {
    pool: 'anchors',
    size: trading.anchorPoolTarget,
    hostile: HOSTILE,
    hostileBatches: [20, 5, 1, 1, 1, 1, 1, 1],
    honest: [
      { doing: 'buy', batch: 1, players: 3, everySeconds: 60 },
      { doing: 'list 1', batch: 1, players: 1, everySeconds: 60 },
      { doing: 'list 5', batch: 5, players: 1, everySeconds: 300 },
      { doing: 'list 20', batch: 20, players: 1, everySeconds: 300 },
    ],
  },
  {
    pool: 'admissions',
    size: tier!.coins,
    // Each preflight needs an eligible inscription of the profile's own: fewer can afford it.
    hostile: Math.min(Math.ceil(HOSTILE / 10), tier!.coins - 4),
    hostileBatches: [1],
    honest: [{ doing: 'fill', batch: 1, players: 1, everySeconds: 120 }],
  },
];

function cast(scene: Scene): Player[] {
  const hostile = Array.from({ length: scene.hostile }, (_, i) => ({
    profileId: crypto.randomUUID(),
    everySeconds: 60 / writesPerMinute,
    firstAt: (i * 7) % 60,
    batches: scene.hostileBatches,
    doing: null,
  }));
  const honest = scene.honest.flatMap(({ doing, batch, players, everySeconds }) =>
    Array.from({ length: players }, (_, i) => ({
      profileId: crypto.randomUUID(),
      everySeconds,
      firstAt: 60 * WARM_UP_MINUTES + 11 * i + batch,
      batches: [batch],
      doing,
    })),
  );
  return [...hostile, ...honest];
}

/** Simulates a scene under the given rules. Returns the success of honest requests by kind. */
async function play(db: Database, scene: Scene, rules: Rules): Promise<Map<string, Tally>> {
  const started = new Date('2026-01-01T00:00:00Z').getTime();
  const coins: Coins = { db, pool: scene.pool, reservationMs: trading.reservationMs };
  await rules.fill(coins, scene.size);
  const players = cast(scene);
  const tallies = new Map<string, Tally>();
  const due: { at: number; work: () => Promise<void> }[] = [];
  let calls = 0;

  const preflight = async (player: Player, second: number) => {
    const { profileId, batches, doing, firstAt, everySeconds } = player;
    const batch = batches[Math.floor((second - firstAt) / everySeconds) % batches.length]!;
    if (doing !== null && second >= MINUTES * 60 - SIGNING_SECONDS) return;
    calls += 1;
    const purposes = Array.from({ length: batch }, (_, i) => `${calls} ${i}`);
    const held = await rules.reserve(coins, { profileId, purposes, now: new Date(started + second * 1000) });
    if (doing === null) return;
    const tally = tallies.get(doing) ?? { asked: 0, promised: 0, submitted: 0 };
    tallies.set(doing, tally);
    tally.asked += 1;
    if (!held) return;
    tally.promised += 1;
    const submit = async () => {
      const now = new Date(started + (second + SIGNING_SECONDS) * 1000);
      if (!(await rules.submit(coins, profileId, held, now))) return;
      tally.submitted += 1;
      const giveBack = () => rules.giveBack(coins, held);
      due.push({ at: second + SIGNING_SECONDS + BLOCK_SECONDS, work: giveBack });
    };
    due.push({ at: second + SIGNING_SECONDS, work: submit });
  };

  for (let second = 0; second < MINUTES * 60; second += 1) {
    const now = [
      ...due.filter(({ at }) => at === second).map(({ work }) => work),
      ...players
        .filter(({ firstAt, everySeconds }) => second >= firstAt && (second - firstAt) % everySeconds < 1)
        .map((player) => () => preflight(player, second)),
    ];
    for (let from = 0; from < now.length; from += AT_ONCE)
      await Promise.all(now.slice(from, from + AT_ONCE).map((work) => work()));
  }
  return tallies;
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;

const postgres = await startPostgres();
try {
  const table: Record<string, Record<string, string | number>> = {};
  for (const scene of SCENES)
    for (const rules of [firstCome, fair]) {
      const database = await createDatabase(postgres.url);
      const { db, close } = openPostgres(database.url, { poolSize: AT_ONCE });
      await migrate(db);
      await sql`analyze`.execute(db);
      for (const [doing, { asked, promised, submitted }] of await play(db, scene, rules)) {
        const name = `${scene.hostile} hostile, ${scene.size} ${scene.pool}: ${doing}`;
        table[name] ??= {};
        table[name][`${rules.name}: preflights`] = percent(promised, asked);
        table[name][`${rules.name}: done`] = percent(submitted, asked);
        table[name]['asked'] = asked;
      }
      await close();
      await database.drop();
    }
  console.table(table);
} finally {
  await postgres.stop();
}
