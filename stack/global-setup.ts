import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { describeParts, findPostgres } from './real/parts.ts';
import { startPostgres } from './real/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL cluster of this run; undefined when none was found. */
    postgresUrl: string | undefined;
    /** Where the packages are packed once; empty until a test needs them. */
    packagesFolder: string;
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
  const packages = await mkdtemp(join(tmpdir(), 'ordbook-packages-'));
  await chmod(packages, 0o755);
  project.provide('packagesFolder', packages);
  return async () => {
    await cluster?.stop();
    await rm(packages, { recursive: true });
  };
}
