/** Coins that a reorg removed: what no block spends, because no block has what made it. */
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { outpointRows } from '../store/database/outpoint-rows.ts';
import type { Database } from '../store/port.ts';
import type { Spend } from './chain-evidence.ts';
import type { Examined } from './check.ts';
import type { Suspicion } from './finding.ts';

/** What is looked at of all that a coin comes from. */
const MOST_SOURCES = 500;
/** Blocks that the follower may take, beyond `failureDepth`, to end what a block broke. */
export const SLACK_BLOCKS = 1;

/** A coin that a transaction of a removed block spent. */
interface Source extends Outpoint {
  readonly madeBy: string;
  /** Of the removed block. */
  readonly undoneHeight: number;
}

/** What the coins come from, as far as blocks had it that a reorg removed. */
async function sourcesOf(db: Database, coins: readonly Outpoint[]): Promise<Source[]> {
  if (coins.length === 0) return [];
  const { rows } = await sql<Source>`
    with recursive sources as (
      select u.* from undone_inputs u join ${outpointRows(coins, 'o')} on u.made_by = o.txid
      union
      select u.* from sources s join undone_inputs u on u.made_by = s.txid
    )
    select * from sources limit ${MOST_SOURCES}`.execute(db);
  return rows;
}

/**
 * A transaction in a block that spends what the coins come from, so that no block can have what made them.
 * null: none is found in the blocks that `spendOf` searches. What made them may be in a block again, and then
 * spends its sources itself.
 */
export async function unmakingSpend(
  { db, evidence }: Examined,
  coins: readonly Outpoint[],
  where: { readonly near: number; readonly from: number; readonly to: number },
): Promise<Spend | null> {
  let left = await sourcesOf(db, coins);
  while (left.length > 0) {
    const spend = await evidence.spendOf(left, where);
    if (!spend || left.every(({ madeBy }) => madeBy !== spend.txid)) return spend;
    left = left.filter(({ madeBy }) => madeBy !== spend.txid);
  }
  return null;
}

/** A listing or an offer that may come back, as far as its coins do. */
export interface Invalidated {
  readonly fault: Pick<Suspicion, 'key' | 'subject' | 'outpoint'>;
  readonly coins: readonly Outpoint[];
  /** Replaces the others once it is there. null: it has none. */
  readonly output: Outpoint | null;
}

const allOf = ({ coins, output }: Invalidated) => (output ? [...coins, output] : coins);

/**
 * Those that should have come back or ended. What made one invalid is in the mempool, or in one of the last
 * blocks, or not yet buried under them; older spends have ended it. So few blocks are searched.
 */
export async function invalidatedFaults(parts: Examined, rows: readonly Invalidated[]): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  const to = parts.height;
  const where = { near: to, from: Math.max(0, to - parts.failureDepth - SLACK_BLOCKS), to };
  const fates = await parts.evidence.fates(rows.flatMap(allOf));
  let at = 0;
  for (const row of rows) {
    const all = allOf(row);
    const own = fates.slice(at, at + all.length);
    at += all.length;
    const lost = all.filter((_, i) => own[i] === 'lost');
    const isWhole = own.slice(0, row.coins.length).every((fate) => fate === 'there');
    const isReplaced = row.output !== null && own.at(-1) === 'there';
    if (isWhole || isReplaced || own.includes('pool') || (await parts.evidence.spendOf(lost, where)))
      continue;
    if (await unmakingSpend(parts, lost, where)) continue;
    const sources = await sourcesOf(parts.db, lost);
    if (sources.some(({ undoneHeight }) => undoneHeight >= where.from)) continue;
    const message = 'it is invalidated, and its coin is neither there nor spent by a recent block';
    found.push({ ...row.fault, code: 'invalidated_for_ever', message });
  }
  return found;
}
