import { CompiledQuery } from 'kysely';

/** One hit of a rate limit. */
interface Hit {
  readonly key: string;
  readonly points: number;
  /** End of a window that begins now, ms. */
  readonly expire: number;
  readonly now: number;
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
 */
export function hitCounter(
  run: (query: CompiledQuery) => Promise<{ readonly rows: unknown[] }>,
): (hit: Hit) => Promise<Counted> {
  const waiting: WaitingHit[] = [];
  let isRunning = false;

  async function countAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await count(waiting.splice(0));
    isRunning = false;
  }

  async function count(hits: readonly WaitingHit[]): Promise<void> {
    const byKey = new Map<string, WaitingHit[]>();
    for (const hit of hits) byKey.set(hit.key, [...(byKey.get(hit.key) ?? []), hit]);
    const sums = [...byKey.values()].map((ofKey) => ofKey.reduce((sum, { points }) => sum + points, 0));
    const ends = [...byKey.values()].map(([first]) => first!.expire);
    try {
      const values = [[...byKey.keys()], sums, ends, hits.at(-1)!.now];
      const { rows } = await run(CompiledQuery.raw(COUNT, values));
      for (const { key, points, expire } of rows as (Counted & { key: string })[]) {
        let counted = points;
        for (const hit of byKey.get(key)!.reverse()) {
          hit.resolve({ points: counted, expire });
          counted -= hit.points;
        }
      }
    } catch (error) {
      for (const { reject } of hits) reject(error);
    }
  }

  return (hit) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...hit, resolve, reject });
      if (!isRunning) void countAll();
    });
}
