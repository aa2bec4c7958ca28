import { inject } from 'vitest';
import { createDatabase } from './postgres.ts';

/**
 * An empty database of the run's shared cluster, for one test file; undefined when this machine has no
 * PostgreSQL (the run said so at its start). Call `drop` in `afterAll`.
 */
export async function openTestDatabase(): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const cluster = inject('postgresUrl');
  return cluster === undefined ? undefined : createDatabase(cluster);
}
