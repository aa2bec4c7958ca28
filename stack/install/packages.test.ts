/** What the packed programs bring with them. `stack/clients` reads and uses all packages. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../clients/run.ts';
import { PROGRAM, packedPackages } from './parts.ts';
import { startRegistry } from './registry.ts';

const here = promisify(execFile);
vi.setConfig({ testTimeout: 300_000 });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NPM = ['--ignore-scripts', '--no-audit', '--no-fund'];

interface Lock {
  readonly packages: Readonly<Record<string, Pinned>>;
}
interface Pinned {
  readonly version: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
}

/** Every package below a folder, by its path there, with its version. */
async function installedIn(folder: string, at = ''): Promise<Readonly<Record<string, string>>> {
  const modules = join(folder, at, 'node_modules');
  if (!existsSync(modules)) return {};
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'));
  const scoped = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@') ? (await readdir(join(modules, name))).map((one) => `${name}/${one}`) : [name],
    ),
  );
  const found = scoped.flat().map(async (name) => {
    const path = join(at, 'node_modules', name);
    const { version } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')) as Pinned;
    return { [path]: version, ...(await installedIn(folder, path)) };
  });
  return Object.assign({}, ...(await Promise.all(found))) as Record<string, string>;
}

describe('what the program needs', () => {
  let folder: string;
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  let pinned: Lock;
  const wanted = () =>
    Object.fromEntries(
      Object.entries(pinned.packages).flatMap(([path, { version }]) =>
        path === '' ? [] : [[path, version]],
      ),
    );

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-pinned-'));
    const tarball = await packedPackages();
    registry = await startRegistry();
    await registry.publish(...[...PROGRAM, 'devnode', 'sandbox'].map(tarball));
    pinned = await lockOf(tarball('server'));
  }, 400_000);
  afterAll(async () => {
    registry?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const lockOf = async (path: string) =>
    JSON.parse((await here('tar', ['-xzOf', path, 'package/npm-shrinkwrap.json'])).stdout) as Lock;

  test.each(['server', 'mcp', 'conformance', 'sandbox'])(
    'is pinned in the tarball of %s, as package-lock.json has it',
    async (name) => {
      const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
      const lock = await lockOf((await packedPackages())(name));
      const tested = new Set(
        Object.entries(packages).map(
          ([path, { version, integrity }]) => `${path.split('node_modules/').at(-1)} ${version} ${integrity}`,
        ),
      );
      const others = Object.entries(lock.packages).filter(
        ([path]) => !/^$|^node_modules\/@ordbook\//.test(path),
      );
      expect(others.length).toBeGreaterThan(5);
      expect(
        others.filter(
          ([path, { version, integrity }]) =>
            !tested.has(`${path.split('node_modules/').at(-1)} ${version} ${integrity}`),
        ),
      ).toEqual([]);
    },
  );

  test('is installed from a registry in exactly these versions, and no other', async () => {
    const args = ['install', '--global', '--prefix', folder, registry.option, ...NPM, '@ordbook/server'];
    const { code, output } = await run('npm', args, { cwd: folder });
    expect(code, output).toBe(0);
    const installed = await installedIn(join(folder, 'lib/node_modules/@ordbook/server'));
    const optional = Object.entries(pinned.packages).flatMap(([path, one]) => (one.optional ? [path] : []));
    const left = (versions: object) =>
      Object.fromEntries(Object.entries(versions).filter(([path]) => !optional.includes(path)));
    expect(left(installed)).toEqual(left(wanted()));
    expect((await run(join(folder, 'bin/ordbook'), ['--version'], { cwd: folder })).code).toBe(0);
  });

  test('is what the SBOM lists, with its checksum', async () => {
    const tarballs = fileURLToPath(new URL('.', `file://${(await packedPackages())('server')}`));
    const { stdout } = await here(join(ROOT, 'scripts/sbom.sh'), [tarballs], { maxBuffer: 1 << 26 });
    const { components } = JSON.parse(stdout) as {
      components: { name: string; version: string; hashes: { content: string }[] }[];
    };
    const listed = components.map(
      ({ name, version, hashes }) =>
        `${name} ${version} sha512-${Buffer.from(hashes[0]!.content, 'hex').toString('base64')}`,
    );
    const locked = Object.entries(pinned.packages)
      .filter(([path]) => path !== '')
      .map(
        ([path, { version, integrity }]) => `${path.split('node_modules/').at(-1)} ${version} ${integrity}`,
      );
    expect([...new Set(listed)].sort()).toEqual([...new Set(locked)].sort());
  });
});
