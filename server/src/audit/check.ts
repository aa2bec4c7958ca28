import type { OperatorKeys } from '@ordbook/protocol/layout/terms';
import type { NetworkName } from '@ordbook/protocol/network';
import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Chain } from '../chain/port.ts';
import type { Ordinals } from '../ordinals/port.ts';
import type { Database } from '../store/port.ts';
import type { ChainEvidence } from './chain-evidence.ts';
import type { Suspicion } from './finding.ts';

/** What an audit reads: the node, the index and the database. It has no signer and writes nothing. */
export interface AuditedParts {
  readonly chain: Pick<
    Chain,
    'tip' | 'blockHash' | 'block' | 'transaction' | 'unspents' | 'mempoolSpenders' | 'addressCoins'
  >;
  readonly ordinals: Pick<Ordinals, 'inscriptions' | 'blockHash'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly network: NetworkName;
  /**
   * What a walk back from a sat shows of an inscription. Throws a `Refusal` while the node cannot tell.
   * Absent: the index is not compared with custody proofs.
   */
  readonly sighted?: (
    inscriptionId: string,
    place: Outpoint & { readonly offset: Sats },
  ) => Promise<{ readonly is: 'there' } | { readonly is: 'elsewhere' | 'unknown'; readonly why: string }>;
  /** Blocks on top of a conflicting spend before a trade counts as failed. */
  readonly failureDepth: number;
}

/** What a check compares the rows of one page with. */
export interface Examined extends AuditedParts {
  readonly evidence: ChainEvidence;
  /** The stored tip; in a second look, the node's too. */
  readonly height: number;
  /** As the database has them. null: it does not say, so no signature of a maker is verified. */
  readonly keys: OperatorKeys | null;
}

/** Rows of a check: a page, or those that are looked at again. */
export type Range =
  | { readonly after: string | null; readonly limit: number; readonly since: number }
  | { readonly keys: readonly string[] };

/**
 * One rule over all rows of a table. `read` runs in one snapshot of the database; `examine` compares what it
 * read with the chain and changes nothing. Both are retry-safe.
 */
export interface Check<Row> {
  /** What it goes through, for the progress line, e.g. `purchases`. */
  readonly what: string;
  read(db: Database, range: Range): Promise<Row[]>;
  keyOf(row: Row): string;
  examine(parts: Examined, rows: readonly Row[]): Promise<Suspicion[]>;
}

/** SQL: the rows of a range, by a uuid column `id` of `alias`. */
export function inRange(range: Range, alias: string): RawBuilder<unknown> {
  const id = sql.ref(`${alias}.id`);
  if ('keys' in range) return sql`${id} = any(${range.keys}::uuid[])`;
  return range.after === null ? sql`true` : sql`${id} > ${range.after}::uuid`;
}

/** SQL: the end of a statement that reads a range in the order of `id`. */
export function inOrder(range: Range, alias: string): RawBuilder<unknown> {
  const id = sql.ref(`${alias}.id`);
  return 'keys' in range ? sql`order by ${id}` : sql`order by ${id} limit ${range.limit}`;
}

/** SQL: what was not confirmed below the height from which the audit begins. */
export function notBefore(range: Range, height: RawBuilder<unknown>): RawBuilder<unknown> {
  return 'keys' in range || range.since === 0 ? sql`true` : sql`coalesce(${height} >= ${range.since}, true)`;
}
