import { statfs } from 'node:fs/promises';
import { AuditStarted } from '@ordbook/api/admin/acts';
import { ReasonBody } from '@ordbook/api/admin/records';
import { Audit, Machine, Overview, Pools } from '@ordbook/api/admin/state';
import { Refusal } from '@ordbook/protocol/refusals';
import { VERSION } from '../../base/version.ts';
import { storedTip } from '../../store/chain/blocks.ts';
import { databaseSize } from '../../store/database/size.ts';
import { lastBackupAt } from '../../store/operation/acts.ts';
import { packageCounts } from '../../store/trade/packages.ts';
import type { TradingContext } from '../../trading/context.ts';
import { act } from '../../trading/operation/act.ts';
import { poolStatus, remedy } from '../../trading/operator-coins/pools.ts';
import type { ApiApp } from '../edge/route-config.ts';
import { by } from './actor.ts';
import type { LiveParts, Started } from './live.ts';

/** How the service is: its parts, signers, packages, pools and audits. */
export function adminStateRoutes(
  app: ApiApp,
  ctx: TradingContext,
  {
    signers,
    audits,
    started,
    publicUrl,
  }: LiveParts & { readonly started: Started; readonly publicUrl: string },
): void {
  app.get(
    '/v1/overview',
    {
      schema: {
        summary: 'Heights, signers and packages, as they are now',
        response: { 200: Overview },
      },
    },
    async ({ actor }) => {
      const at = ctx.clock.now();
      const [parts, packages] = await Promise.all([partsOf(ctx), packageCounts(ctx.db, at)]);
      return {
        at,
        actor: actor!.name,
        mayAct: actor!.mayAct,
        version: VERSION,
        network: ctx.settings.network,
        publicUrl,
        parts,
        signers: signers(),
        packages,
      };
    },
  );
  app.get(
    '/v1/machine',
    {
      schema: {
        summary: 'This process, the size of its database, the newest backup, and the settings in force',
        response: { 200: Machine },
      },
    },
    async () => {
      const [databaseBytes, backupAt, disk] = await Promise.all([
        databaseSize(ctx.db),
        lastBackupAt(ctx.db),
        started.dataDir === null ? null : statfs(started.dataDir),
      ]);
      return {
        startedAt: new Date(Date.now() - Math.round(process.uptime() * 1_000)),
        node: process.version,
        databaseBytes,
        freeBytes: disk && disk.bavail * disk.bsize,
        backupAt,
        settings: started.settings,
      };
    },
  );
  app.get(
    '/v1/pools',
    { schema: { summary: 'Pools of anchors and admission coins', response: { 200: Pools } } },
    async () => (await poolStatus(ctx, ctx.clock.now())).map((pool) => ({ ...pool, remedy: remedy(pool) })),
  );
  app.get(
    '/v1/audit',
    { schema: { summary: 'The last audit of this process, and whether one runs', response: { 200: Audit } } },
    async () => audits.state(),
  );
  app.post(
    '/v1/audit',
    {
      schema: {
        summary: 'Start an audit, unless one runs; it changes nothing',
        body: ReasonBody,
        response: { 200: AuditStarted },
      },
    },
    async (request) => {
      const who = by(request, request.body.reason);
      const isStarted = who.isDryRun ? !audits.state().isRunning : audits.start();
      if (isStarted)
        await act(ctx, who, async () => ({
          result: undefined,
          log: { act: 'start audit', subject: 'everything' },
        }));
      return { isStarted, audit: audits.state() };
    },
  );
}

interface Part {
  readonly name: 'node' | 'index' | 'follower';
  readonly height: number | null;
  readonly behind: number | null;
  readonly detail: string;
}

/** Node, index and follower. One that is unreachable does not hide the others. */
async function partsOf({ chain, ordinals, db }: TradingContext): Promise<Part[]> {
  const [node, index, follower] = await Promise.all([
    read(chain.tip().then(({ height }) => height)),
    read(ordinals.status().then(({ height }) => height)),
    read(storedTip(db).then((tip) => tip?.height ?? null)),
  ]);
  const behindNode = (name: 'index' | 'follower', part: Reading): Part => {
    const behind =
      node.height === null || part.height === null ? null : Math.max(0, node.height - part.height);
    const lag =
      behind === 0 ? 'in sync with the node' : `behind by ${behind} ${behind === 1 ? 'block' : 'blocks'}`;
    return { name, height: part.height, behind, detail: part.detail ?? (behind === null ? 'no block' : lag) };
  };
  return [
    { name: 'node', height: node.height, behind: null, detail: node.detail ?? 'reachable' },
    await withPair(behindNode('index', index), ordinals),
    behindNode('follower', follower),
  ];
}

/** Differences that the page shows. */
const SHOWN = 3;

/** Of two indexes also which one does not respond, and what they differ about. */
async function withPair(part: Part, { pair }: TradingContext['ordinals']): Promise<Part> {
  if (!pair) return part;
  const silent = await Promise.all(
    pair.indexes.map(async (index, i) => {
      const { detail } = await read(index.status().then(({ height }) => height));
      return detail === null ? [] : [`the ${i === 0 ? 'first' : 'second'} index: ${detail}`];
    }),
  );
  const differences = pair.differences();
  const shown = differences.slice(0, SHOWN).map(({ about, first, second, wrong }) => {
    const verdict = wrong === null ? 'not traded' : `a custody proof shows that the ${wrong} is wrong`;
    return `${about}: the first ${first}, the second ${second}; ${verdict}`;
  });
  const count = differences.length === 0 ? [] : [`the two indexes differ about ${differences.length}`];
  return { ...part, detail: [part.detail, ...silent.flat(), ...count, ...shown].join('. ') };
}

interface Reading {
  readonly height: number | null;
  /** Why there is no height; null: there is one, or none yet. */
  readonly detail: string | null;
}

async function read(height: Promise<number | null>): Promise<Reading> {
  try {
    return { height: await height, detail: null };
  } catch (error) {
    if (error instanceof Refusal) return { height: null, detail: error.message };
    throw error;
  }
}
