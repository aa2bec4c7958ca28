/**
 * Compiles devnode's code for publishing: one bundle with its two entries, because whoever starts it waits
 * for every file that is loaded. Its types come from `tsc`, as those of the other packages.
 *   npx tsx scripts/bundle-devnode.ts [package folder, default devnode] [output folder, default its dist]
 */
import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../devnode', import.meta.url)));
const outdir = resolve(process.argv[3] ?? join(root, 'dist'));
const source = join(root, 'src');

await build({
  entryPoints: [join(source, 'index.ts'), join(source, 'cli/main.ts')],
  outbase: source,
  outdir,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  // the package has the sources
  sourcesContent: false,
  logLevel: 'warning',
});
chmodSync(join(outdir, 'cli/main.js'), 0o755);
