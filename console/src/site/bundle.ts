import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainAnswers } from '@ordbook/api/answers-module';
import { build, type Metafile } from 'esbuild';
import { type ConsoleFile, type ConsoleFiles, contentTypeOf } from './files.ts';

const SOURCE = new URL('../', import.meta.url);

/** What is compiled: a page of its own, which shares no file with another. */
interface Entry {
  /** Of the source. */
  readonly script: string;
  readonly page: string;
  /** Folder of pages whose files the page names, so that no file waits for another; null: none. */
  readonly first: string | null;
}

const ENTRIES = {
  /** For visitors and traders. */
  market: { script: 'main.tsx', page: 'index.html', first: '/src/pages/' },
  /** For the operator, at the admin listener only. */
  operator: { script: 'operator/main.tsx', page: 'operator/index.html', first: null },
} as const satisfies Record<string, Entry>;

export type ConsoleName = keyof typeof ENTRIES;

/**
 * Compiles a console into memory, about a third of a second: a script and a style sheet for the first load,
 * and a chunk for each page and part that is loaded when it is needed. Throws an Error with the messages of
 * the compiler.
 */
export async function bundle(name: ConsoleName): Promise<ConsoleFiles> {
  const { script: source, page, first } = ENTRIES[name];
  const { outputFiles, metafile } = await build({
    entryPoints: { main: fileURLToPath(new URL(source, SOURCE)) },
    // nothing is written: the name decides only what the compiler calls its files
    outdir: fileURLToPath(new URL('../dist/browser/assets', SOURCE)),
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['source'],
    plugins: [plainAnswers],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'file' },
  });
  const assets = new Map<string, ConsoleFile>(
    outputFiles.map(({ path, contents }) => [
      basename(path),
      { body: contents, contentType: contentTypeOf(path) },
    ]),
  );
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith(`src/${source}`),
  );
  if (!entry) throw new Error('the console has no entry');
  const [script, { cssBundle }] = entry;
  const pages = Object.entries(metafile.outputs).filter(
    ([, { entryPoint }]) => first !== null && entryPoint?.includes(first),
  );
  const preloads = loadedWith([script, ...pages.map(([path]) => path)], metafile);
  preloads.delete(script);
  const icon = await readFile(new URL('favicon.svg', SOURCE));
  const iconName = `favicon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
  assets.set(iconName, { body: icon, contentType: contentTypeOf(iconName) });
  const template = await readFile(new URL(page, SOURCE), 'utf8');
  const links = [
    `<link rel="icon" href="assets/${iconName}" type="image/svg+xml">`,
    ...(cssBundle ? [`<link rel="stylesheet" href="assets/${basename(cssBundle)}">`] : []),
    ...[...preloads].map((path) => `<link rel="modulepreload" href="assets/${basename(path)}">`),
    `<script type="module" src="assets/${basename(script)}"></script>`,
  ];
  return { page: template.replace('<!-- built files -->', links.join('\n    ')), assets };
}

/** Outputs with everything that they load at once. */
function loadedWith(paths: readonly string[], { outputs }: Metafile): Set<string> {
  const found = new Set<string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    for (const { kind, path: next } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') open.push(next);
  }
  return found;
}
