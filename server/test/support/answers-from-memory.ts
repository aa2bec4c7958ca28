import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Database } from '../../src/store/port.ts';
import type { Schema } from '../../src/store/schema.ts';

/**
 * `db`, which is asked once for each statement with its values, and for one that inserts, whatever its values are. What is left is
 * what a statement costs this process when the database is another one.
 */
export function answersFromMemory(db: Database): Database {
  const known = new Map<string, Promise<QueryResult<unknown>>>();
  const connection: DatabaseConnection = {
    executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const key = JSON.stringify(/\binsert into\b/i.test(sql) ? sql : [sql, parameters]);
      const answer = known.get(key) ?? db.executeQuery(CompiledQuery.raw(sql, [...parameters]));
      known.set(key, answer);
      return answer as Promise<QueryResult<R>>;
    },
    streamQuery() {
      throw new Error('nothing streams');
    },
  };
  const nothing = async () => undefined;
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: nothing,
      }),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}
