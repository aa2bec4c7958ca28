import type { RawBuilder } from 'kysely';
import type { Block } from '../chain/port.ts';
import { inscriptionsOn } from '../store/chain/watched-coins.ts';
import { askedKeys } from '../store/database/outpoint-rows.ts';
import type { TradingContext } from '../trading/context.ts';
import { followBlocks, type Hop, type Located, type SatMove, subsidyAt } from './sat-moves.ts';

/** Blocks, each on top of the one before, and the keys of all coins that they spend. */
export interface KeyedBlocks {
  readonly blocks: readonly Block[];
  readonly asked: RawBuilder<unknown>;
}

/** What blocks do to known inscriptions, given where those were below the first block. */
export interface Moved extends KeyedBlocks {
  readonly moves: readonly SatMove[];
  readonly hops: readonly Hop[];
  /** Inscriptions stored after this one were not seen. */
  readonly newest: number;
}

export function withKeys(blocks: readonly Block[]): KeyedBlocks {
  const spent = blocks.flatMap(({ transactions }) => transactions.flatMap(({ inputs }) => inputs));
  return { blocks, asked: askedKeys(spent) };
}

/**
 * Looks up the inscriptions on the coins that blocks spend, and follows them. null: the stored tip is not the
 * block below them.
 *
 * `under`: what the blocks below these move, while another connection stores it. The stored tip may then be
 * the block below those as well. It must be called while their transaction has the lock of all places
 * (`lockPlaces`), and holds only if that one is committed: nobody else moves or stores an inscription between
 * what is seen here and that commit.
 */
export async function movedBy(
  { db, settings }: Pick<TradingContext, 'db' | 'settings'>,
  { blocks, asked }: KeyedBlocks,
  under: Moved | null = null,
): Promise<Moved | null> {
  const first = blocks[0];
  if (!first) return null;
  const seen = await inscriptionsOn(db, asked);
  const { newest, tipHash } = seen;
  const isUnder = under !== null && tipHash === under.blocks[0]!.previousHash;
  if (!isUnder && tipHash !== first.previousHash) return null;
  const located = isUnder ? afterMoves(seen.located, under.moves) : seen.located;
  const interval = settings.network === 'regtest' ? 150 : 210_000;
  const followed = await followBlocks(blocks, located, (height) => subsidyAt(height, interval));
  return { blocks, asked, newest, ...followed };
}

/** Where these are after moves, which are in the order of blocks, and where those are that moved. */
function afterMoves(located: readonly Located[], moves: readonly SatMove[]): Located[] {
  const moved = new Map(moves.map(({ key, after }) => [key, { key, ...after }]));
  return [...located.filter(({ key }) => !moved.has(key)), ...moved.values()];
}
