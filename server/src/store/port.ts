import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * PostgreSQL's SQL, on a real PostgreSQL or on embedded PGlite: the same migrations and the same queries.
 * Promises:
 * - a statement is atomic; several belong together in `inTransaction`, which retries
 *   serialization failures and deadlocks, so its work must touch nothing but the database;
 * - inside `inTransaction` use only the handle passed in (on PGlite the outer one would wait for ever);
 * - an unreachable database throws `Refusal('unavailable')`.
 * Files of queries, in a folder for each aggregate, are named after what they read or write.
 */
export type Database = Kysely<Schema>;
