/**
 * PGlite parses and plans a statement at every call, in six messages: a third of the work of `npm test`. Here each
 * statement is prepared once per database, and a call is one message. `npm run test:long` leaves PGlite as it is.
 */
import { PGlite, parse, protocol, type Results } from '@electric-sql/pglite';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type Query = (text: string, values?: unknown[], options?: object) => Promise<Results>;

interface Prepared {
  readonly name: string;
  readonly types: readonly number[];
  readonly columns: Messages;
}

const { serialize } = protocol;
const whole = Object.getPrototypeOf(PGlite.prototype) as { query: Query };
const known = new WeakMap<PGlite, Map<string, Prepared>>();

/** A database that has more of them forgets all. */
const MOST = 1_000;

/** From now on every database of this process prepares what it is asked. */
export function prepareStatements(): void {
  PGlite.prototype.query = prepared as PGlite['query'];
}

/** For a test of PGlite itself, or one that compares times: until the end of its file, PGlite is as the service has it. */
export function leavePgliteAsItIs(): void {
  PGlite.prototype.query = async function (this: PGlite, ...call: Parameters<Query>) {
    if (known.delete(this)) await this.exec('deallocate all; reset plan_cache_mode');
    return whole.query.call(this, ...call);
  } as PGlite['query'];
}

async function prepared(
  this: PGlite,
  text: string,
  values: unknown[] = [],
  options?: object,
): Promise<Results> {
  const canPrepare = /^\s*(select|with|insert|update|delete)\b/i.test(text);
  // A statement that changes the schema may change what others return.
  if (!canPrepare && /^\s*(alter|create|drop)\b/i.test(text)) known.get(this)?.clear();
  if (!canPrepare || options) return whole.query.call(this, text, values, options);
  await this._checkReady();
  return this._runExclusiveTransaction(() =>
    this._runExclusiveQuery(async () => {
      const { name, types, columns } = await preparedBy(this, text);
      const bound = values.map((value, i) => {
        if (value === null || value === undefined) return null;
        return this.serializers[types[i]!]?.(value) ?? String(value);
      });
      const messages = await send(
        this,
        serialize.bind({ statement: name, values: bound }),
        serialize.execute({}),
      );
      return parse.parseResults([...columns, ...messages], this.parsers)[0]!;
    }),
  );
}

async function preparedBy(database: PGlite, text: string): Promise<Prepared> {
  let statements = known.get(database);
  if (!statements) {
    statements = new Map();
    known.set(database, statements);
    await send(database, serialize.query("set plan_cache_mode = 'force_generic_plan'"));
  }
  const found = statements.get(text);
  if (found) return found;
  if (statements.size === 0 || statements.size >= MOST) {
    statements.clear();
    await send(database, serialize.query('deallocate all'));
  }
  const name = `s${statements.size}`;
  const messages = await send(
    database,
    serialize.parse({ name, text }),
    serialize.describe({ type: 'S', name }),
  );
  const statement = {
    name,
    types: parse.parseDescribeStatementResults(messages),
    columns: messages.filter((message) => message.name === 'rowDescription'),
  };
  statements.set(text, statement);
  return statement;
}

function send(database: PGlite, ...messages: Uint8Array[]): Promise<Messages> {
  return database.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });
}
