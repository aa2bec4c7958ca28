import { Refusal } from '@ordbook/protocol/refusals';
import type { FastifyInstance } from 'fastify';
import { cached } from '../../base/cached.ts';
import { requireTransactionIndex } from '../../chain/transaction-index.ts';
import { storedTip } from '../../store/chain/blocks.ts';
import { type DatabaseFault, databaseFault } from '../../store/database/faults.ts';
import type { TradingContext } from '../../trading/context.ts';

/** The follower may be this many blocks behind the node before the service reports that it is not ready. */
const FOLLOWER_LAG_BLOCKS = 1;

/** One reading serves all requests of this time, ms: it asks node, index and database. */
export const READING_LASTS_MS = 1_000;

interface Part {
  readonly ready: boolean;
  readonly detail: string;
}

/** A signer as it was last seen. */
export interface SignerState {
  readonly name: string;
  /** False: only collection offers need it, so the service is ready without it. */
  readonly isRequired: boolean;
  /** It responds, and signs whatever it is asked within its rules. */
  readonly isUp: boolean;
  readonly detail: string;
}

/** What the process knows of its parts without asking them. */
export interface HealthParts {
  /** As they were last seen. */
  readonly signers: () => readonly SignerState[];
  /** What lately kept this process from writing; null: nothing. */
  readonly writeFault?: () => DatabaseFault | null;
}

/**
 * GET /livez: 200 while this process responds. GET /readyz: 200 when it can serve reads, that is, its
 * database responds; proxies ask it. GET /healthz: 200 `{ready: true, parts}` when every part is reachable
 * and in sync with the node, else 503. A signer that only collection offers need is reported, and does not
 * count. What it says was so within the last second.
 */
export function installHealth(app: FastifyInstance, ctx: TradingContext, parts: HealthParts): void {
  const read = cached(ctx.clock, READING_LASTS_MS, () => readHealth(ctx, parts));
  const canRead = cached(ctx.clock, READING_LASTS_MS, () => part(databasePart(ctx)));
  const probe = { schema: { hide: true }, config: { bucket: 'probes' } } as const;
  app.get('/livez', probe, async () => ({ live: true }));
  app.get('/readyz', probe, async (_request, reply) => {
    const database = await canRead();
    return reply.code(database.ready ? 200 : 503).send(database);
  });
  app.get('/healthz', probe, async (_request, reply) => {
    const health = await read();
    return reply.code(health.ready ? 200 : 503).send(health);
  });
}

/** Whether every part that is needed is ready, and each part. */
export async function readHealth(
  ctx: TradingContext,
  { signers, writeFault = () => null }: HealthParts,
): Promise<{ readonly ready: boolean; readonly parts: Readonly<Record<string, Part>> }> {
  const needed: Record<string, Part> = await readParts(ctx, writeFault);
  const optional: Record<string, Part> = {};
  for (const { name, isRequired, isUp, detail } of signers())
    (isRequired ? needed : optional)[name] = { ready: isUp, detail };
  const ready = Object.values(needed).every((part) => part.ready);
  return { ready, parts: { ...needed, ...optional } };
}

const databasePart = async ({ db }: TradingContext): Promise<Part> => {
  await storedTip(db);
  return { ready: true, detail: 'reachable' };
};

async function readParts(
  ctx: TradingContext,
  writeFault: () => DatabaseFault | null,
): Promise<Record<string, Part>> {
  const tip = ctx.chain.tip();
  const stored = storedTip(ctx.db);
  const behind = async (height: number | null, allowed: number): Promise<Part> => {
    const lag = (await tip).height - (height ?? -1);
    return {
      ready: lag <= allowed,
      detail: height === null ? 'no block yet' : `height ${height}, ${lag} behind the node`,
    };
  };
  const [node, transactionIndex, index, database, follower] = await Promise.all([
    part(tip.then(({ height }) => ({ ready: true, detail: `height ${height}` }))),
    part(requireTransactionIndex(ctx.chain).then((height) => ({ ready: true, detail: `height ${height}` }))),
    part(ctx.ordinals.status().then(({ height }) => behind(height, FOLLOWER_LAG_BLOCKS))),
    part(
      stored.then(() => {
        const fault = writeFault();
        return fault ? { ready: false, detail: fault.is } : { ready: true, detail: 'reachable' };
      }),
    ),
    part(stored.then((block) => behind(block?.height ?? null, FOLLOWER_LAG_BLOCKS))),
  ]);
  return { node, transactionIndex, index, database, follower };
}

async function part(reading: Promise<Part>): Promise<Part> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal) return { ready: false, detail: databaseFault(error)?.is ?? error.message };
    throw error;
  }
}
