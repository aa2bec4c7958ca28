import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The service of this tree under another version. `main`: its program, for `--conditions=source`. */
export async function serviceOfVersion(version: string): Promise<{ main: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-version-'));
  await cp(join(ROOT, 'server/src'), join(folder, 'server/src'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const manifest = await readFile(join(ROOT, 'server/package.json'), 'utf8');
  const renamed = manifest.replace(/"version": "[^"]+"/, `"version": "${version}"`);
  await writeFile(join(folder, 'server/package.json'), renamed);
  return {
    main: join(folder, 'server/src/cli/main.ts'),
    remove: () => rm(folder, { recursive: true }),
  };
}
