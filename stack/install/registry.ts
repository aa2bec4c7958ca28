import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { run } from '../clients/run.ts';
import { packedPackages } from './parts.ts';

/**
 * A registry of npm packages on the loopback, for the packages of our scope. npm asks its own registry for everything
 * else.
 */
export interface Registry {
  /** Option of npm that takes packages of our scope from here. */
  readonly option: string;
  /** The same as environment, so that a command of npm or npx runs as it is printed. */
  readonly env: Readonly<Record<string, string>>;
  publish(...tarballs: string[]): Promise<void>;
  close(): void;
}

interface Published {
  readonly name: string;
  readonly versions: Record<string, object>;
  readonly 'dist-tags': { readonly latest: string };
}

/** As far as npm installs from it: what a version is and where its tarball lies, with its checksum. */
export async function startRegistry(): Promise<Registry> {
  const packages = new Map<string, Published>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.slice(1));
    const found = tarballs.get(path) ?? JSON.stringify(packages.get(path) ?? { error: 'not found' });
    response.writeHead(tarballs.has(path) || packages.has(path) ? 200 : 404).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    option: `--@ordbook:registry=${base}/`,
    env: { 'npm_config_@ordbook:registry': base, npm_config_prefer_offline: 'true' },
    async publish(...paths) {
      for (const path of paths) {
        const content = await readFile(path);
        const { output } = await run('tar', ['-xzOf', path, 'package/package.json'], { cwd: '/' });
        const files = await run('tar', ['-tzf', path], { cwd: '/' });
        const manifest = JSON.parse(output) as { readonly name: string; readonly version: string };
        const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
        const { name, version } = manifest;
        const versions = packages.get(name)?.versions ?? {};
        versions[version] = {
          ...manifest,
          // npm looks for the file in the tarball only if this says so
          _hasShrinkwrap: files.output.includes('package/npm-shrinkwrap.json'),
          dist: { integrity, tarball: `${base}/${basename(path)}` },
        };
        packages.set(name, { name, versions, 'dist-tags': { latest: version } });
        tarballs.set(basename(path), content);
      }
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One that has all our packages, as `npm run pack` left them. Packs what is not packed yet. */
export async function startPackedRegistry(): Promise<Registry> {
  const folder = dirname((await packedPackages())('client'));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const registry = await startRegistry();
  await registry.publish(...names.map((name) => join(folder, name)));
  return registry;
}
