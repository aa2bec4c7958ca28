/**
 * What the operator has stopped is checked twice: before anything is built or signed, and in the transaction
 * that stores the trade. Delisting, cancelling, declining and taking back are never stopped, and a stored
 * trade goes on to settle.
 */
import { refuse } from '@ordbook/protocol/refusals';
import { type Attempt, bansAmong, type Stop, stopsOf } from '../../store/operation/stops.ts';
import type { Database } from '../../store/port.ts';
import type { Caller, TradingContext } from '../context.ts';

/** What can be paused on its own. Accepting an offer or a counter belongs to the flow that made it. */
export const PAUSABLE_FLOWS = [
  'listing',
  'purchase',
  'offer',
  'counter',
  'collection-offer',
  'fill',
] as const;
export type PausableFlow = (typeof PAUSABLE_FLOWS)[number];

/** A trade that a profile asks for. */
export interface WantedTrade {
  readonly flow: PausableFlow;
  readonly walletBindingId: string;
  /** Absent: only the inscriptions say in which collections it is. */
  readonly slug?: string;
  readonly inscriptionIds?: readonly string[];
}

/** Refuses (403) a banned caller or wallet, and (503) what is paused. Reads the database each time. */
export async function requireOpen(
  { db }: Pick<TradingContext, 'db'>,
  caller: Caller,
  wanted: WantedTrade,
): Promise<void> {
  const [stop] = await stopsOf(db, attemptOf(caller, wanted));
  requireNotStopped(stop);
}

/** Refuses as `requireOpen` does, with the first stop of the attempt. */
export function requireNotStopped(stop: Stop | null | undefined): void {
  if (stop) refuseStopped(stop);
}

/** A wanted trade as the store asks what stops it. */
export function attemptOf(
  { profileId }: Caller,
  { slug, inscriptionIds = [], ...wanted }: WantedTrade,
): Attempt {
  return { ...wanted, slug: slug ?? null, inscriptionIds, profileId };
}

/**
 * Refuses (403) a new wallet with a banned address, and a link to a banned profile. A wallet that has signed
 * in before may do so again, to take back what is its own.
 */
export async function requireWelcome(db: Database, subjects: readonly string[]): Promise<void> {
  const [ban] = await bansAmong(db, subjects);
  if (ban) refuseStopped({ kind: 'ban', ...ban });
}

function refuseStopped({ kind, subject, reason }: Stop): never {
  if (kind === 'ban') refuse('banned', `${subject} is banned by the operator: ${reason}`);
  refuse('paused', `${namedScope(subject)} is paused by the operator: ${reason}; try again later`);
}

function namedScope(scope: string): string {
  const [kind, name] = scope.split(':');
  if (kind === 'collection') return `trading in ${name}`;
  return kind === 'flow' ? `this kind of trade (${name})` : 'all trading';
}
