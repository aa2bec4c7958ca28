/** Which requests a flow makes to node, index, database and signer, and how many of them wait for one another. */
import type { RootOperationNode } from 'kysely';
import type { Database } from '../../src/store/port.ts';
import type { TradingContext } from '../../src/trading/context.ts';

export interface RoundTrip {
  /** As `node unspents`, `database update listings` or `signer signSale`. */
  readonly name: string;
  /** Positions among all beginnings and ends, not times. */
  readonly begin: number;
  end: number;
}

/** A context that notes every request. `take` returns those since the last call, in the order of their ends. */
export function traced(ctx: TradingContext): { readonly ctx: TradingContext; take(): RoundTrip[] } {
  let position = 0;
  let trips: RoundTrip[] = [];
  const begin = (name: string) => {
    position += 1;
    const trip: RoundTrip = { name, begin: position, end: Number.POSITIVE_INFINITY };
    return () => {
      if (trip.end !== Number.POSITIVE_INFINITY) return;
      position += 1;
      trip.end = position;
      trips.push(trip);
    };
  };
  return {
    ctx: {
      ...ctx,
      chain: tracedPort('node', ctx.chain, begin),
      ordinals: tracedPort('index', ctx.ordinals, begin),
      signer: tracedPort('signer', ctx.signer, begin),
      db: tracedDatabase(ctx.db, begin),
    },
    take() {
      const taken = trips;
      trips = [];
      return taken;
    },
  };
}

/** A longest row of requests of which each began after the one before it had ended: what a slow network multiplies. */
export function sequential(trips: readonly RoundTrip[]): RoundTrip[] {
  const row: RoundTrip[] = [];
  for (const trip of [...trips].sort((a, b) => a.end - b.end))
    if (row.length === 0 || trip.begin > row.at(-1)!.end) row.push(trip);
  return row;
}

type Begin = (name: string) => () => void;

function tracedPort<Port extends object>(what: string, port: Port, begin: Begin): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver) as unknown;
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        const end = begin(`${what} ${String(name)}`);
        return Promise.resolve(method.apply(target, args)).finally(end);
      };
    },
  });
}

/** Statements, and the beginning and end of transactions, which Kysely tells no plugin of. */
function tracedDatabase(db: Database, begin: Begin): Database {
  const ends = new WeakMap<object, () => void>();
  const statements = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      ends.set(queryId, begin(`database ${nameOf(node)}`));
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      ends.get(queryId)?.();
      return result;
    },
  });
  const execute = async <T>(work: (transaction: Database) => Promise<T>): Promise<T> => {
    let end = begin('database begin');
    try {
      return await statements.transaction().execute(async (transaction) => {
        end();
        const result = await work(transaction);
        end = begin('database commit');
        return result;
      });
    } finally {
      end();
    }
  };
  return new Proxy(statements, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** What a statement does, and to which table. */
function nameOf(node: RootOperationNode): string {
  const text = JSON.stringify(node);
  // a statement that reads what it inserted
  const inserted =
    /"kind":"InsertQueryNode".*?"kind":"IdentifierNode","name":"(\w+)"/.exec(text)?.[1] ??
    /"name":"made_(\w+)"/.exec(text)?.[1];
  if (inserted) return `insert ${inserted}`;
  // a transition, which writes its move as well
  const updated = /"kind":"UpdateQueryNode".*?"kind":"IdentifierNode","name":"(\w+)"/.exec(text)?.[1];
  if (updated) return `update ${updated}`;
  const table = /"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(text)?.[1];
  const kind = node.kind.replace(/QueryNode$/, '').toLowerCase();
  if (node.kind !== 'RawNode') return `${kind} ${table ?? ''}`.trim();
  const raw = node.sqlFragments.join('?').replace(/\s+/g, ' ').trim();
  const [, verb, target] =
    /^(?:with .*?\) )?(select|insert into|update|delete from)\b(?:.*? from)? ?(\w+)?/.exec(raw) ?? [];
  return verb ? `${verb.split(' ')[0]} ${target ?? ''}`.trim() : raw.slice(0, 40);
}
