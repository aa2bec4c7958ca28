import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
