import { refuse } from '@ordbook/protocol/refusals';
import { collectionBySlug } from '../../store/catalogue/collections.ts';
import { endPause, type Pause, setPause } from '../../store/operation/stops.ts';
import type { Database } from '../../store/port.ts';
import { act, type By, type OperationContext } from './act.ts';
import { PAUSABLE_FLOWS } from './open-for-trade.ts';

/**
 * Pauses `everything`, `flow:<flow>` or `collection:<slug>`. Once it returns, no such trade is stored any
 * more; those that are stored go on to settle. Retry-safe: the last reason counts. Refuses 400 for an unknown
 * flow, 404 for an unknown collection.
 */
export async function pauseTrading(ctx: OperationContext, by: By, scope: string): Promise<Pause> {
  const pause = { scope, reason: by.reason, actor: by.actor.name, since: ctx.clock.now() };
  return act(
    ctx,
    by,
    async (db) => {
      await requireScope(db, scope);
      const before = await setPause(db, pause);
      return { result: pause, log: { act: 'pause', subject: scope, before, after: pause } };
    },
    { stops: true },
  );
}

/** Ends a pause. Refuses 404 when there is none of this scope. */
export async function resumeTrading(ctx: OperationContext, by: By, scope: string): Promise<Pause> {
  return act(ctx, by, async (db) => {
    const before = await endPause(db, scope);
    if (!before) refuse('not_found', `${scope} is not paused`);
    return { result: before, log: { act: 'resume', subject: scope, before } };
  });
}

async function requireScope(db: Database, scope: string): Promise<void> {
  const [kind, name = ''] = scope.split(':');
  if (kind === 'collection') {
    if (!(await collectionBySlug(db, name))) refuse('not_found', `no collection ${name}`);
  } else if (kind === 'flow') {
    if (!(PAUSABLE_FLOWS as readonly string[]).includes(name))
      refuse('malformed', `${name} is no flow; use ${PAUSABLE_FLOWS.join(', ')}`);
  } else if (scope !== 'everything') {
    refuse('malformed', `${scope} cannot be paused; use everything, flow:<flow> or collection:<slug>`);
  }
}
