import type { ColumnType } from 'kysely';

/** Read as `T`; written as its JSON text, because a driver would turn an array into a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>;
