import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Bundles a program of this repository into `folder`, and returns the file for Node: it starts in a seventh of what a loader takes. */
export async function bundledProgram(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, 'program.mjs');
  await build({
    ...{ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
    ...{ conditions: ['source'], mainFields: ['module', 'main'] },
    plugins: [readsItsOwnFiles('tiny-secp256k1')],
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) },
    banner: {
      js: `import { createRequire as requireAt } from 'node:module'; const require = requireAt(${JSON.stringify(entry)});`,
    },
  });
  return outfile;
}

/** A package with a file beside its code stays where it is. */
function readsItsOwnFiles(name: string): Plugin {
  const path = createRequire(import.meta.url).resolve(name);
  const setup: Plugin['setup'] = ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path, external: true }));
  return { name, setup };
}
