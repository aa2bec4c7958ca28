import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** They read files beside their own, or start threads with them. */
const NOT_BUNDLED = [
  '@electric-sql/pglite',
  '@fastify/static',
  '@fastify/swagger',
  'esbuild',
  'jsonc-parser',
  'pino',
  'pino-pretty',
  'tiny-secp256k1',
  'vite',
  'vitepress',
];
/** Besides the sources: how bundles are made, and the version of every installed package. */
const ALWAYS = ['scripts/bundle.js', 'package-lock.json', 'node_modules/.package-lock.json'];

/**
 * The path of one JavaScript file with `entry`, all that it imports, and the packages that it uses. Makes the
 * file in `cache` unless the last one was made from the same contents. Packages count by their versions, so
 * the cache belongs below node_modules, where an installation removes it. Throws esbuild's error when a
 * source does not compile; retry-safe, also from several processes.
 *
 * @param {{ root: string, entry: string, cache: string }} of `entry` is relative to `root`
 * @returns {Promise<string>}
 */
export async function bundleOf({ root, entry, cache }) {
  const last = readLast(cache);
  if (last && last.hash === hashOf(root, last.paths) && existsSync(join(cache, last.file)))
    return join(cache, last.file);
  const { code, sources } = await compile(root, entry);
  const manifests = new Set(sources.map((path) => `${path.split('/')[0]}/package.json`));
  const paths = [...sources, ...manifests, ...ALWAYS].filter((path) => existsSync(join(root, path))).sort();
  const hash = hashOf(root, paths);
  const file = `${hash}.mjs`;
  mkdirSync(cache, { recursive: true });
  replaceFile(join(cache, file), code);
  replaceFile(join(cache, LAST), JSON.stringify({ paths, hash, file }));
  // a process that runs it has read it already
  if (last && last.file !== file) rmSync(join(cache, last.file), { force: true });
  return join(cache, file);
}

/**
 * The same for a program that has nothing else to do: Ctrl-C ends it at once and without a message. It ends esbuild
 * too, and esbuild's error may come before the signal, or no answer of it at all.
 *
 * @param {{ root: string, entry: string, cache: string }} of
 */
export async function bundleToRun(of) {
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    process.kill(process.pid, signal);
    // process 1 of a container gets no signal from itself
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  const untilSignal = () => new Promise((resolve) => setTimeout(resolve, 300));
  process.once('SIGINT', end).once('SIGTERM', end).once('beforeExit', untilSignal);
  try {
    return await bundleOf(of);
  } catch (error) {
    await untilSignal();
    throw error;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end).off('beforeExit', untilSignal);
  }
}

/** What the last bundle was made from, in the cache. */
const LAST = 'bundle.json';

/** @param {string} cache */
function readLast(cache) {
  try {
    return /** @type {{ paths: string[], hash: string, file: string }} */ (
      JSON.parse(readFileSync(join(cache, LAST), 'utf8'))
    );
  } catch {
    return null;
  }
}

/**
 * Of paths below the root and their contents; null when one is missing.
 * @param {string} root
 * @param {readonly string[]} paths
 */
function hashOf(root, paths) {
  const hash = createHash('sha256').update(root);
  try {
    for (const path of paths) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)));
  } catch {
    return null;
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string} root
 * @param {string} entry
 */
async function compile(root, entry) {
  const { build, stop } = await import('esbuild');
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: 'bundle.mjs',
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    metafile: true,
    logLevel: 'silent',
    banner: {
      // for CommonJS inside of the bundle
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [filesInTheirPlaces],
  }).finally(stop);
  const sources = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'));
  return { code: /** @type {{ contents: Uint8Array }} */ (outputFiles[0]).contents, sources };
}

/**
 * Sources keep their own `import.meta.url`, by which they find files beside them.
 * @type {import('esbuild').Plugin}
 */
const filesInTheirPlaces = {
  name: 'files-in-their-places',
  setup(build) {
    const names = new RegExp(`^(${NOT_BUNDLED.join('|')})(/|$)`);
    build.onResolve({ filter: names }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === filesInTheirPlaces) return undefined;
      const found = await build.resolve(path, {
        kind,
        importer,
        resolveDir,
        pluginData: filesInTheirPlaces,
      });
      if (found.errors.length > 0) return { path, external: true };
      return { path: kind === 'require-call' ? found.path : pathToFileURL(found.path).href, external: true };
    });
    build.onLoad({ filter: /\/src\/.*\.[jt]s$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const url = JSON.stringify(pathToFileURL(path).href);
      const contents = readFileSync(path, 'utf8').replaceAll('import.meta.url', url);
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/**
 * Another process may read it meanwhile.
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
function replaceFile(path, contents) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}
