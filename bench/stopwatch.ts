/**
 * Where the time of a flow goes: inside calls of node, index and database, inside the signers, and what is
 * left.
 */
import { performance } from 'node:perf_hooks';
import { signatureFault } from '@ordbook/protocol/bitcoin/signatures';
import type { Layout } from '@ordbook/protocol/layout/layout';
import type { Party } from '@ordbook/protocol/locks/spending';
import type { Database } from '../server/src/store/port.ts';
import type { TradingContext } from '../server/src/trading/context.ts';

/** Measures the time during which at least one call is in progress. */
export interface Stopwatch {
  begin(): void;
  end(): void;
  /** ms since the last `take`. */
  take(): number;
}

export function stopwatch(): Stopwatch {
  let open = 0;
  let since = 0;
  let total = 0;
  return {
    begin() {
      if (open === 0) since = performance.now();
      open += 1;
    },
    end() {
      open -= 1;
      if (open === 0) total += performance.now() - since;
    },
    take() {
      const taken = total;
      total = 0;
      return taken;
    },
  };
}

export function timed<Port extends object>(port: Port, watch: Stopwatch): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver) as unknown;
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        watch.begin();
        try {
          return (await method.apply(target, args)) as unknown;
        } finally {
          watch.end();
        }
      };
    },
  });
}

/** A context whose node, index and database are on `ports`. */
export function timedPorts(ctx: TradingContext, ports: Stopwatch): TradingContext {
  return {
    ...ctx,
    chain: timed(ctx.chain, ports),
    ordinals: timed(ctx.ordinals, ports),
    db: timedDatabase(ctx.db, ports),
  };
}

/** Statements, and the beginning and end of transactions, which Kysely tells no plugin of. */
export function timedDatabase(db: Database, ports: Stopwatch): Database {
  const timedStatements = db.withPlugin({
    transformQuery: ({ node }) => {
      ports.begin();
      return node;
    },
    transformResult: async ({ result }) => {
      ports.end();
      return result;
    },
  });
  const execute = async <T>(work: (transaction: Database) => Promise<T>): Promise<T> => {
    ports.begin();
    try {
      return await timedStatements.transaction().execute(async (transaction) => {
        ports.end();
        try {
          return await work(transaction);
        } finally {
          ports.begin();
        }
      });
    } finally {
      ports.end();
    }
  };
  return new Proxy(timedStatements, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

export function verify(table: Layout, index: number, party: Party, signature: string): void {
  const fault = signatureFault(table, index, party, signature);
  if (fault) throw new Error(fault);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Figures of a flow, ms, one of each for every round. */
export interface FlowTimes {
  readonly preflight: number[];
  readonly submit: number[];
  /** Of the submit, what is spent in neither ports nor signers. */
  readonly own: number[];
  readonly signer: number[];
  /** The cryptography that any implementation needs, measured right after. */
  readonly bare: number[];
}

export function noTimes(): FlowTimes {
  return { preflight: [], submit: [], own: [], signer: [], bare: [] };
}

/** Medians as a row of a table. */
export function flowRow(times: FlowTimes): Record<string, string> {
  const of = (name: keyof FlowTimes) => median(times[name]);
  const work = of('own') + of('signer');
  return {
    'preflight ms': of('preflight').toFixed(1),
    'submit ms': of('submit').toFixed(1),
    'of it own ms': of('own').toFixed(1),
    'of it signer ms': of('signer').toFixed(1),
    'bare crypto ms': of('bare').toFixed(1),
    'own + signer / bare': (work / of('bare')).toFixed(2),
    'crypto share of own + signer': `${Math.round((100 * of('bare')) / work)} %`,
  };
}
