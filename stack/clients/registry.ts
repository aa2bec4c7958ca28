/**
 * An npm registry on this machine that has our packages alone, as `npm run pack` left them. npm asks it for the
 * scope, and its own registry for everything else, so that a command runs as it is printed.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packedPackages } from '../install/parts.ts';

export interface Registry {
  /** What makes npm and npx ask it. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Packs what is not packed yet, and serves it until it is closed. */
export async function startRegistry(): Promise<Registry> {
  const folder = dirname((await packedPackages())('client'));
  const manifests = new Map<string, [manifest: Manifest, tarball: string]>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.tgz'))) {
    const tarball = join(folder, file);
    const { stdout } = await promisify(execFile)('tar', ['-xzOf', tarball, 'package/package.json']);
    const manifest = JSON.parse(stdout) as Manifest;
    manifests.set(manifest.name, [manifest, tarball]);
  }
  const respond = async (path: string): Promise<Buffer | string | null> => {
    if (path.endsWith('.tgz')) return readFile(join(folder, basename(path)));
    const found = manifests.get(path);
    if (!found) return null;
    const [manifest, tarball] = found;
    const { name, version } = manifest;
    const hash = createHash('sha512').update(await readFile(tarball));
    const dist = { integrity: `sha512-${hash.digest('base64')}`, tarball: `${address}/${basename(tarball)}` };
    const versions = { [version]: { ...manifest, dist } };
    return JSON.stringify({ name, 'dist-tags': { latest: version }, versions });
  };
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    void respond(decodeURIComponent(request.url!).slice(1)).then(
      (body) => response.writeHead(body === null ? 404 : 200).end(body ?? '{}'),
      () => response.writeHead(404).end('{}'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { 'npm_config_@ordbook:registry': address, npm_config_prefer_offline: 'true' },
    close: () => void server.close(),
  };
}
