import { CompiledQuery, type DatabaseConnection } from 'kysely';
import type { Database } from '../../src/store/port.ts';

/** As `readOnly` of `openPostgres`, for the one session of PGlite: each statement in a transaction that only reads. */
export function readOnly(db: Database): Database {
  const over = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery(query) {
      await connection.executeQuery(CompiledQuery.raw('begin read only'));
      try {
        return await connection.executeQuery(query);
      } finally {
        await connection.executeQuery(CompiledQuery.raw('rollback'));
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  });
  const provideConnection = <T>(work: (connection: DatabaseConnection) => Promise<T>) =>
    db.getExecutor().provideConnection((connection) => work(over(connection)));
  return { getExecutor: () => ({ provideConnection }) } as unknown as Database;
}
