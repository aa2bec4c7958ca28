/**
 * Holds our record of where inscriptions are against the index: stale rows, touched by a rollback or lost by a miner, are read again,
 * and a slice of all rows is compared at every poll, so that a fault of ours or of the index cannot stay unseen.
 */
import { randomBytes } from 'node:crypto';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { BlockRef } from '../chain/port.ts';
import type { Inscription } from '../ordinals/port.ts';
import {
  inscriptionIdsAfter,
  inscriptionsByIds,
  type Location,
  resetLocations,
  type StoredInscription,
} from '../store/chain/inscriptions.ts';
import { staleInscriptions } from '../store/chain/source-readings.ts';
import { storeAt } from '../store/database/sync-lock.ts';
import type { TradingContext } from '../trading/context.ts';
import { recheckCoins } from '../trading/recheck-coins.ts';
import { readAt } from './read-at-tip.ts';

const REREAD_STEP = 500;

/** Reads stale rows again. Safe to repeat; waits while the index is not level. */
export async function rereadStale(ctx: TradingContext, tip: BlockRef): Promise<void> {
  for (;;) {
    const ids = await staleInscriptions(ctx.db, REREAD_STEP);
    if (ids.length === 0) return;
    if ((await compare(ctx, tip, ids)) === null) return;
  }
}

/**
 * Returns a step that compares the next `slice` rows with the index at each call and corrects what differs, with an error in the log: the
 * index is the authority. It starts at a random row, so that restarts do not always check the same rows.
 */
export function createLocationCheck(ctx: TradingContext, slice: number): (tip: BlockRef) => Promise<void> {
  let after = randomBytes(32).toString('hex');
  return async (tip) => {
    const ids = await inscriptionIdsAfter(ctx.db, after, slice);
    const differing = await compare(ctx, tip, ids);
    if (differing === null) return;
    after = ids.length < slice ? '' : ids.at(-1)!;
    for (const { id, stored, read } of differing)
      ctx.log.error({ id, stored, read }, 'an inscription was not where the index has it: corrected');
  };
}

interface Difference {
  readonly id: string;
  readonly stored: Location;
  readonly read: Location;
}

/** Brings rows level with the index and tells which ones were elsewhere; null while the index or the store is not at `tip`. */
async function compare(
  ctx: TradingContext,
  tip: BlockRef,
  ids: readonly string[],
): Promise<Difference[] | null> {
  const read = await readAt(ctx, tip, () => ctx.ordinals.inscriptions(ids));
  if (!read) return null;
  const stored = await inscriptionsByIds(ctx.db, ids);
  const pairs = stored.flatMap((row, i) => {
    const inscription = read[i];
    return row && inscription
      ? [{ id: row.id, row, stored: storedLocation(row), read: readLocation(inscription) }]
      : [];
  });
  const differing = pairs.filter((pair) => !isSamePlace(pair.stored, pair.read));
  const toSet = pairs.filter((pair) => pair.row.stale || differing.includes(pair));
  if (toSet.length === 0) return [];
  const places = toSet.map(({ row, read: after }) => ({ key: row.key, after }));
  const isSet = await storeAt(ctx.db, tip.hash, async (db) => {
    await resetLocations(db, places, tip.height);
    return true;
  });
  if (!isSet) return null;
  const touched: Outpoint[] = differing.flatMap((pair) => [pair.stored, pair.read]);
  await recheckCoins(ctx, { outpoints: touched, height: null });
  return differing.filter(({ row }) => !row.stale);
}

function storedLocation(row: StoredInscription): Location {
  const { txid, vout, satOffset, valueSats, ownerAddress } = row;
  return { txid, vout, offset: satOffset, valueSats, ownerAddress };
}

function readLocation(inscription: Inscription): Location {
  return {
    ...inscription.location,
    offset: inscription.offset,
    valueSats: inscription.outputValueSats ?? 0,
    ownerAddress: inscription.address,
  };
}

function isSamePlace(a: Location, b: Location): boolean {
  return (
    a.txid === b.txid &&
    a.vout === b.vout &&
    a.offset === b.offset &&
    a.valueSats === b.valueSats &&
    a.ownerAddress === b.ownerAddress
  );
}
