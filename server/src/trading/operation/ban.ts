import { describeAddress } from '@ordbook/protocol/bitcoin/keys';
import { refuse } from '@ordbook/protocol/refusals';
import { profileById } from '../../store/account/profiles.ts';
import { type Ban, endBan, setBan } from '../../store/operation/stops.ts';
import type { Database } from '../../store/port.ts';
import type { TradingContext } from '../context.ts';
import { act, actAndEnd, type By, type OperationContext } from './act.ts';
import { type Ended, endTradesOfBanned } from './end-trades.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Bans a profile (its id), or every wallet with an address. Its listings and offers end, with the reason. It
 * may still sign in, delist, cancel, decline and take back. Retry-safe. Refuses 404 for an unknown profile,
 * 400 for what is neither a profile nor an address of this network.
 */
export async function banParty(
  ctx: OperationContext & Pick<TradingContext, 'settings'>,
  by: By,
  subject: string,
): Promise<{ readonly ban: Ban; readonly ended: Ended }> {
  const ban = { subject, reason: by.reason, actor: by.actor.name, since: ctx.clock.now() };
  const work = async (db: Database) => {
    await requireSubject(db, subject, ctx);
    const before = await setBan(db, ban);
    return { result: ban, log: { act: 'ban', subject, before, after: ban } };
  };
  // Once it is stored, nothing of theirs is. The follower ends what this process leaves when it is killed.
  const { ended } = await actAndEnd(ctx, by, work, endTradesOfBanned);
  return { ban, ended };
}

/** Ends a ban. What it ended stays ended. Refuses 404 when there is none. */
export async function unbanParty(ctx: OperationContext, by: By, subject: string): Promise<Ban> {
  return act(ctx, by, async (db) => {
    const before = await endBan(db, subject);
    if (!before) refuse('not_found', `${subject} is not banned`);
    return { result: before, log: { act: 'unban', subject, before } };
  });
}

async function requireSubject(
  db: Database,
  subject: string,
  { settings }: Pick<TradingContext, 'settings'>,
): Promise<void> {
  if (!UUID.test(subject)) describeAddress(subject, settings.network);
  else if (!(await profileById(db, subject))) refuse('not_found', `no profile ${subject}`);
}
