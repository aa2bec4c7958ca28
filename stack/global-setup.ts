import type { TestProject } from 'vitest/node';
import { describeParts, findPostgres } from './real/parts.ts';
import { startPostgres } from './real/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL cluster of this run; undefined when none was found. */
    postgresUrl: string | undefined;
  }
}

/** Says which real parts this run uses, and starts the one PostgreSQL cluster that all its files share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.stdout.write(
    `\nreal parts of this run\n${describeParts()
      .map((line) => `  ${line}\n`)
      .join('')}`,
  );
  const cluster = findPostgres() ? await startPostgres() : undefined;
  project.provide('postgresUrl', cluster?.url);
  return async () => cluster?.stop();
}
