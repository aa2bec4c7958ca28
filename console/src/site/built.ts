import { readdir, readFile } from 'node:fs/promises';
import { type ConsoleFiles, contentTypeOf } from './files.ts';

export type { ConsoleFile, ConsoleFiles } from './files.ts';

/** The console as the package has it. Throws an Error when a file cannot be read. */
export function consoleFiles(): Promise<ConsoleFiles> {
  return filesIn(new URL('../browser/', import.meta.url));
}

/** The operator's console as the package has it. Throws an Error when a file cannot be read. */
export function operatorFiles(): Promise<ConsoleFiles> {
  return filesIn(new URL('../operator-browser/', import.meta.url));
}

async function filesIn(folder: URL): Promise<ConsoleFiles> {
  const names = await readdir(new URL('assets/', folder));
  const assets = await Promise.all(
    names.map(async (name) => {
      const body = await readFile(new URL(`assets/${name}`, folder));
      return [name, { body, contentType: contentTypeOf(name) }] as const;
    }),
  );
  return { page: await readFile(new URL('index.html', folder), 'utf8'), assets: new Map(assets) };
}
