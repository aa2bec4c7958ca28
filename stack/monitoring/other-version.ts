import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ORDBOOK } from '../real/ordbook.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** It reads the version from the package that it is in. */
const READER = 'server/src/base/version.ts';

/** The service of this tree under another version. `main`: its program, for Node. */
export async function serviceOfVersion(version: string): Promise<{ main: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-version-'));
  const urlIn = (root: string) => JSON.stringify(pathToFileURL(join(root, READER)).href);
  const program = await readFile(ORDBOOK, 'utf8');
  if (!program.includes(urlIn(ROOT))) throw new Error(`${READER} does not read the version`);
  const main = join(folder, 'ordbook.mjs');
  await writeFile(main, program.replaceAll(urlIn(ROOT), urlIn(folder)));
  await mkdir(join(folder, 'server'));
  const manifest = await readFile(join(ROOT, 'server/package.json'), 'utf8');
  const renamed = manifest.replace(/"version": "[^"]+"/, `"version": "${version}"`);
  await writeFile(join(folder, 'server/package.json'), renamed);
  return { main, remove: () => rm(folder, { recursive: true }) };
}
