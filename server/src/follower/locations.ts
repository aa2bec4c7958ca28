/**
 * Checks our record of inscription locations against the index. Stale rows, which a rollback touched or a
 * miner lost, are read again. Every poll compares a slice of all rows, so that no fault of ours or of the
 * index goes unnoticed.
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

/**
 * Reads stale rows again; one that the index does not know, or that two indexes differ about, stays stale.
 * Retry-safe; does nothing until the index is in sync.
 */
export async function rereadStale(ctx: TradingContext, tip: BlockRef): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await staleInscriptions(ctx.db, after, REREAD_STEP);
    if (ids.length === 0) return;
    if ((await compare(ctx, tip, ids)) === null) return;
    after = ids.at(-1)!;
  }
}

/**
 * Returns a step that compares the next `slice` rows with the index at each call. It corrects rows that
 * differ and logs an error: the index is the authority. It starts at a random row, so that restarts do not
 * always check the same rows.
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

/**
 * Updates rows to what the index says and returns those that were elsewhere; null while the index or the
 * store is not at `tip`.
 */
async function compare(
  ctx: TradingContext,
  tip: BlockRef,
  ids: readonly string[],
): Promise<Difference[] | null> {
  const read = await readAt(ctx, tip, () => ctx.ordinals.inscriptions(ids, { undisputed: true }));
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
