import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleOf } from '../../scripts/bundle.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ordbook-bundle-'));
  await put(
    'app/src/main.ts',
    "import { name } from './name.ts';\nexport const said: string = 'hello '.concat(name);\n",
  );
  await put(
    'app/src/name.ts',
    "export const name: string = 'alice';\nexport const here = import.meta.url;\n",
  );
  await put('package-lock.json', '{}');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
const bundle = (entry = 'app/src/main.ts') => bundleOf({ root, entry, cache: join(root, 'cache') });
const run = async (path: string) => (await import(pathToFileURL(path).href)) as Record<string, unknown>;

describe('the bundle of a sandbox', () => {
  test('runs what the sources say', async () => {
    expect(await run(await bundle())).toMatchObject({ said: 'hello alice' });
  });

  test('is used again while nothing has changed', async () => {
    const first = await bundle();
    // what runs is this file, and not a new one
    await writeFile(first, "export const said = 'kept';");
    expect(await bundle()).toBe(first);
    expect(await run(first)).toEqual(expect.objectContaining({ said: 'kept' }));
  });

  test.each([
    ['a source', 'app/src/name.ts', "export const name = 'bob';"],
    ['the versions of the packages', 'package-lock.json', '{"lockfileVersion":3}'],
    ['the settings of a package', 'app/package.json', '{"sideEffects":false}'],
  ])('is made again after a change of %s, and the last one is removed', async (_, path, text) => {
    await put('app/package.json', '{}');
    const first = await bundle();
    await put(path, text);
    const second = await bundle();
    expect(second).not.toBe(first);
    expect((await readdir(join(root, 'cache'))).sort()).toEqual(
      ['bundle.json', second.split('/').at(-1)!].sort(),
    );
  });

  test('is made again when a source or the bundle itself is gone', async () => {
    const first = await bundle();
    await rm(first);
    expect(await run(await bundle())).toMatchObject({ said: 'hello alice' });
    await put('app/src/main.ts', "export const said = 'alone';");
    await rm(join(root, 'app/src/name.ts'));
    expect(await run(await bundle())).toMatchObject({ said: 'alone' });
  });

  test('leaves each source its own address', async () => {
    expect(await run(await bundle('app/src/name.ts'))).toMatchObject({
      here: pathToFileURL(join(root, 'app/src/name.ts')).href,
    });
  });

  test('is refused with the place of the error when a source does not compile', async () => {
    await put('app/src/name.ts', 'export const name = ;');
    await expect(bundle()).rejects.toThrow('app/src/name.ts:1:20');
  });
});

describe('Ctrl-C while the bundle is made', () => {
  const BUNDLE = fileURLToPath(new URL('../../scripts/bundle.js', import.meta.url));

  /** How a program ends whose esbuild is `compiler`, a shell script. */
  async function endWith(compiler: string) {
    await put('esbuild', `#!/bin/sh\n${compiler}\n`);
    await chmod(join(root, 'esbuild'), 0o755);
    const of = JSON.stringify({ root, entry: 'app/src/main.ts', cache: join(root, 'cache') });
    const program = `import { bundleToRun } from ${JSON.stringify(pathToFileURL(BUNDLE).href)};
      await bundleToRun(${of});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, ESBUILD_BINARY_PATH: join(root, 'esbuild') },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (printed += String(chunk)));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { code, signal, printed };
  }

  test.each([
    // a terminal sends the signal to both
    ['before esbuild has ended', 'kill -INT $PPID; sleep 0.3'],
    ['after esbuild has ended', '(sleep 0.05; kill -INT $PPID) & exit 130'],
  ])('ends the program by the signal, and prints nothing (%s)', async (_, compiler) => {
    expect(await endWith(compiler)).toEqual({ code: null, signal: 'SIGINT', printed: '' });
  });

  test('is not what an esbuild that fails by itself looks like', async () => {
    const { code, printed } = await endWith('exit 1');
    expect(code).toBe(1);
    expect(printed).toContain('The service was stopped');
  });
});
