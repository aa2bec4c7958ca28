import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from '../../../stack/bundled-program.ts';

let bundled: Promise<string> | undefined;

/** The file of `ordbook` for `node`, for commands that open no database; the files of a worker share it, and it ends with the worker. */
export function commandFile(): Promise<string> {
  bundled ??= bundleCommand();
  return bundled;
}

function bundleCommand(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ordbook-command-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return bundledProgram(fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url)), folder);
}
