import { followChain } from '../follow/follow-chain.ts';
import type { Answer } from '../http/answer.ts';
import { createRouter, type HandleOptions } from '../http/router.ts';
import type { RpcCall } from '../rpc/call.ts';
import { chainRoutes } from './chain-routes.ts';
import type { OrdContext } from './context.ts';
import { indexBlock } from './index-block.ts';
import { inscriptionRoutes } from './inscription-routes.ts';
import { recursiveRoutes } from './recursive-routes.ts';
import { createTables, tipHeight } from './tables.ts';

/** An index of inscriptions over a regtest chain with the HTTP interface of the server of `ord` 0.29.1. */
export interface Ord {
  /**
   * Brings the index to the node's tip, through reorganisations, and returns once it is there. Calls may
   * overlap and be repeated. Rejects with the node's error, leaving the index at a whole block.
   */
  sync(): Promise<void>;
  /** Answers a request from the index as it is; it does not sync. Never rejects. */
  handle(path: string, options?: HandleOptions): Promise<Answer>;
  /** Stops polling and waits for a sync that runs. */
  close(): Promise<void>;
}

export interface OrdOptions {
  /** The node to follow. It must know all transactions by id (`-txindex` on a real one). */
  readonly call: RpcCall;
  /** Sync on its own every so many ms; 0, the default, means only on `sync()`. */
  readonly pollMs?: number;
  /**
   * Answer as `ord --index-runes` on a chain without runes, the default, which the service asks for; false
   * responds like an `ord` without that flag. Runes themselves are never indexed.
   */
  readonly emptyRuneIndex?: boolean;
  /** Told of errors that no caller sees: failed polls and bugs in an answer. */
  readonly report?: (error: unknown) => void;
}

/** What every answer of `ord` carries unless it sets it itself. */
const EVERYWHERE = {
  'content-security-policy': "default-src 'self'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
  'access-control-allow-origin': '*',
};

const ROUTES = [...inscriptionRoutes, ...chainRoutes, ...recursiveRoutes];

/**
 * Creates an empty index over a node. It responds like `ord --regtest --index-sats --index-addresses
 * --index-runes server`, JSON only: pages of HTML, and with them `/parents/<id>`, are not there.
 */
export function createOrd(options: OrdOptions): Ord {
  const { call, pollMs = 0, emptyRuneIndex = true, report = console.error } = options;
  const tables = createTables();
  const context: OrdContext = { tables, call, startedMs: Date.now(), emptyRuneIndex };
  const sync = followChain(call, {
    tip() {
      const height = tipHeight(tables);
      return height === undefined ? undefined : { height, hash: tables.blocks.get(height)!.hash };
    },
    apply: (block) => indexBlock(tables, block),
    undoTip: () => tables.journal.undoBlock(),
    reset: () => tables.journal.clear(),
  });
  let running: Promise<void> | undefined;
  const poll = (): void => {
    running ??= sync()
      .catch(report)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = pollMs > 0 ? setInterval(poll, pollMs) : undefined;
  return {
    sync,
    handle: createRouter({ routes: ROUTES, context: () => context, headers: EVERYWHERE, report }),
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
