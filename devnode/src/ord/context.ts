import type { Request, Route } from '../http/router.ts';
import type { RpcCall } from '../rpc/call.ts';
import type { Tables } from './tables.ts';

/** What responses are built from. */
export interface OrdContext {
  readonly tables: Tables;
  readonly call: RpcCall;
  /** When the index was made, in ms since 1970. */
  readonly startedMs: number;
  /**
   * Whether to answer as an `ord` with a rune index on a chain without runes. Without it, rune members are
   * null, as in an `ord` without `--index-runes`.
   */
  readonly emptyRuneIndex: boolean;
}

export type OrdRequest = Request<OrdContext>;
export type OrdRoute = Route<OrdContext>;
