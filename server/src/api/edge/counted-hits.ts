import { CompiledQuery } from 'kysely';

/** One hit of a rate limit. */
interface Hit {
  readonly key: string;
  readonly points: number;
  /** End of a window that begins now, ms. */
  readonly expire: number;
  readonly now: number;
  /** A count up to this returns before the hit is stored; 0: never. */
  readonly sureUpTo: number;
}

/** All hits of a key in its window, and the end of that, ms. */
export interface Counted {
  readonly points: number;
  readonly expire: number;
}

interface WaitingHit extends Hit {
  resolve(counted: Counted): void;
  reject(error: unknown): void;
}

/** A key as this process knows it: the table's last answer; before there is one, of an ended window. */
interface KnownKey extends Counted {
  /** Points of this process that are not part of it. */
  readonly unstored: number;
}

/** How long a hit that nobody waits for may be in this process alone, ms. */
const STORE_LATER_MS = 100;
/** Keys that are known at once, about 5 MB. */
const KNOWN_KEYS = 20_000;

/** In the order of the keys: replicas that count the same ones do not deadlock. */
const COUNT = `
  with counted as (
    insert into rate_limits as kept (key, points, expire)
    select key, points, expire
    from unnest($1::text[], $2::integer[], $3::bigint[]) as hits (key, points, expire)
    order by key
    on conflict (key) do update set
      points = case when kept.expire <= $4 then excluded.points else kept.points + excluded.points end,
      expire = case when kept.expire <= $4 then excluded.expire else kept.expire end
    returning key, points, expire)
  select key, points, expire from counted`;

/**
 * Returns a function that counts a hit in the table `rate_limits`, and rejects when the statement fails. One
 * statement at a time counts every hit that came while the one before it ran, so the hits of many concurrent
 * requests take one connection. The counts are those of hits that come one after the other.
 *
 * A hit far below its limit waits for no statement: its count is the table's last answer and what this
 * process has added since, up to `sureUpTo`. It is stored within `STORE_LATER_MS`, with others. Such a count
 * may miss hits that other replicas stored meanwhile; every count above `sureUpTo` has them.
 */
export function hitCounter(
  run: (query: CompiledQuery) => Promise<{ readonly rows: unknown[] }>,
): (hit: Hit) => Promise<Counted> {
  const waiting: WaitingHit[] = [];
  const known = new Map<string, KnownKey>();
  let isRunning = false;
  let later: NodeJS.Timeout | undefined;

  async function countAll(): Promise<void> {
    isRunning = true;
    clearTimeout(later);
    later = undefined;
    while (waiting.length > 0) await count(waiting.splice(0));
    isRunning = false;
  }

  async function count(hits: readonly WaitingHit[]): Promise<void> {
    const byKey = new Map<string, WaitingHit[]>();
    for (const hit of hits) {
      const ofKey = byKey.get(hit.key);
      if (ofKey) ofKey.push(hit);
      else byKey.set(hit.key, [hit]);
    }
    const sums = [...byKey.values()].map(pointsOf);
    const ends = [...byKey.values()].map(([first]) => first!.expire);
    try {
      const values = [[...byKey.keys()], sums, ends, hits.at(-1)!.now];
      const { rows } = await run(CompiledQuery.raw(COUNT, values));
      for (const { key, points, expire } of rows as (Counted & { key: string })[]) {
        const ofKey = byKey.get(key)!;
        learn(ofKey, { points, expire });
        let counted = points;
        for (const hit of ofKey.reverse()) {
          hit.resolve({ points: counted, expire });
          counted -= hit.points;
        }
      }
    } catch (error) {
      // the next hit of these keys waits for the table
      for (const ofKey of byKey.values()) learn(ofKey, UNKNOWN);
      for (const { reject } of hits) reject(error);
    }
  }

  function learn(hits: readonly WaitingHit[], counted: Counted): void {
    const { key } = hits[0]!;
    const { unstored } = known.get(key) ?? UNKNOWN;
    known.set(key, { ...counted, unstored: Math.max(0, unstored - pointsOf(hits)) });
  }

  /** The count of a hit that need not wait; null: it must. */
  function countedAhead({ key, points, now, sureUpTo }: Hit): Counted | null {
    if (known.size >= KNOWN_KEYS) known.clear();
    const at = known.get(key) ?? UNKNOWN;
    const unstored = at.unstored + points;
    known.set(key, { ...at, unstored });
    if (at.expire <= now || at.points + unstored > sureUpTo) return null;
    return { points: at.points + unstored, expire: at.expire };
  }

  return (hit) => {
    const ahead = countedAhead(hit);
    if (ahead) {
      waiting.push({ ...hit, resolve: ignored, reject: ignored });
      if (!isRunning) later ??= setTimeout(() => void countAll(), STORE_LATER_MS).unref();
      return Promise.resolve(ahead);
    }
    return new Promise((resolve, reject) => {
      waiting.push({ ...hit, resolve, reject });
      if (!isRunning) void countAll();
    });
  };
}

const UNKNOWN: KnownKey = { points: 0, expire: 0, unstored: 0 };
const ignored = () => undefined;
const pointsOf = (hits: readonly Hit[]) => hits.reduce((sum, { points }) => sum + points, 0);
