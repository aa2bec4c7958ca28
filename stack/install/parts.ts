import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { inject } from 'vitest';
import { findBitcoind, findDeployTools, findOrd, findPostgres, findPostgresClient } from '../real/parts.ts';
import { createCluster } from '../real/postgres.ts';
import type { Machine } from './machine.ts';
import type { WorldRequest } from './world.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSX = ['--import', join(ROOT, 'node_modules/tsx/dist/loader.mjs'), '--conditions=source'];
const WORLD_PASSWORD = 'world';

/** Ports as docs/install.md has them. */
export const RPC_PORT = 18443;
export const ORD_URL = 'http://127.0.0.1:8081';
export const ESPLORA_PORT = 8094;

/** Which real programs are missing for an installation; empty when none is. */
export function missingParts(): string[] {
  const postgres = findPostgres();
  return [
    ...(findBitcoind() ? [] : ['bitcoind']),
    ...(findOrd() ? [] : ['ord']),
    ...(postgres && postgres.kind !== 'given' ? [] : ['PostgreSQL of our own']),
    ...(findDeployTools() ? [] : ['npx tsx scripts/fetch.ts deploy-tools']),
  ];
}

/**
 * Puts on the machine what an operator has before the installation: bitcoind, `ord`, PostgreSQL and Caddy, each
 * with a user and a unit, and `systemctl`. PostgreSQL runs, and the node unless `node` is false. `folder`: shared
 * with the machine, for files of the test.
 */
export async function installParts(
  machine: Machine,
  folder: string,
  { node = true }: { readonly node?: boolean } = {},
): Promise<void> {
  const postgres = findPostgres()!;
  if (postgres.kind === 'given') throw new Error('DATABASE_URL names a server outside of the machine');
  const cluster = await createCluster(postgres);
  // the machine makes its own data, as its own user
  await rm(cluster.data, { recursive: true });
  const programs = join(folder, 'postgresql');
  if (postgres.kind === 'embedded') await rename(join(cluster.folder, 'programs'), programs);
  await rm(cluster.folder, { recursive: true, force: true });
  const bin = join(postgres.kind === 'embedded' ? programs : postgres.folder, 'bin');
  const systemctl = join(folder, 'systemctl.mjs');
  const source = fileURLToPath(new URL('systemctl.ts', import.meta.url));
  await build({ entryPoints: [source], outfile: systemctl, logLevel: 'silent' });
  await mkdir(join(folder, 'units'));
  const units = {
    bitcoind: unit(
      'bitcoin',
      '/usr/local/bin/bitcoind -conf=/etc/bitcoin/bitcoin.conf -datadir=/var/lib/bitcoin',
    ),
    ord: unit(
      'ord',
      `/usr/local/bin/ord --regtest --data-dir=/var/lib/ord --bitcoin-rpc-url=127.0.0.1:${RPC_PORT} --bitcoin-rpc-username=world --bitcoin-rpc-password=${WORLD_PASSWORD} --index-sats --index-addresses --index-runes server --address 127.0.0.1 --http --http-port 8081 --polling-interval=200ms`,
    ),
    postgresql: unit(
      'postgres',
      `${bin}/postgres -D /var/lib/postgresql/data -k /var/run/postgresql -h 127.0.0.1`,
    ),
    caddy: `${unit('caddy', '/usr/local/bin/caddy run --config /etc/caddy/Caddyfile')}ExecReload=/usr/local/bin/caddy reload --config /etc/caddy/Caddyfile\nEnvironment=XDG_DATA_HOME=/var/lib/caddy\n`,
  };
  for (const [name, text] of Object.entries(units))
    await writeFile(join(folder, `units/${name}.service`), text);
  const client = findPostgresClient();
  const caddy = join(findDeployTools()!, 'root/usr/bin/caddy');
  await machine.run(`
    # its whole folder: a packed one brings its libraries
    cp -r ${dirname(findBitcoind()!.path)} /opt/bitcoin
    ln -s /opt/bitcoin/bitcoind /usr/local/bin/bitcoind
    install -m 0755 ${findOrd()!.path} /usr/local/bin/ord
    install -m 0755 ${caddy} /usr/local/bin/caddy
    ${client ? `ln -s ${client}/pg_dump ${client}/pg_restore /usr/local/bin/` : ''}
    for user in bitcoin ord postgres caddy; do
      getent passwd $user >/dev/null || useradd --system --user-group --no-create-home $user
      install -d -m 0750 -o $user -g $user /var/lib/$user
    done
    install -d -o postgres -g postgres /var/lib/postgresql /var/run/postgresql
    rm -rf /var/lib/postgresql/data
    cd / && runuser -u postgres -- ${bin}/initdb -D /var/lib/postgresql/data --username=postgres --auth-local=peer --auth-host=scram-sha-256 --no-sync >/dev/null
    mkdir -p /etc/bitcoin /etc/caddy /etc/systemd/system
    install -m 0644 ${folder}/units/*.service /etc/systemd/system/
    install -m 0755 /dev/stdin /usr/local/bin/systemctl <<'SHIM'
#!/bin/sh
exec node ${systemctl} "$@"
SHIM
    cat >/etc/bitcoin/bitcoin.conf <<'CONF'
rpcuser=world
rpcpassword=${WORLD_PASSWORD}
listen=0
dnsseed=0
fallbackfee=0.00001
chain=regtest
txindex=1
server=1
CONF
    systemctl start ${node ? 'bitcoind ' : ''}postgresql`);
}

function unit(user: string, program: string): string {
  return `[Service]\nUser=${user}\nGroup=${user}\nExecStart=${program}\n`;
}

/** Installs the packed program as the image does, for tests that are about something else. */
export async function installProgram(machine: Machine): Promise<void> {
  const folder = dirname((await packedPackages())('server'));
  await machine.run(`${join(ROOT, 'scripts/install-packed.sh')} ${folder} /opt/ordbook`, { online: true });
  await machine.run('ln -s /opt/ordbook/dist/cli/main.js /usr/local/bin/ordbook');
}

export interface World {
  ask(request: WorldRequest): Promise<unknown>;
  stop(): void;
}

/** Starts the miner and the Esplora server in the machine (`world.ts`). */
export function startWorld(machine: Machine): World {
  const url = `http://world:${WORLD_PASSWORD}@127.0.0.1:${RPC_PORT}`;
  const script = fileURLToPath(new URL('world.ts', import.meta.url));
  const command = [...machine.enter, process.execPath, ...TSX, script, url, String(ESPLORA_PORT)];
  const child = spawn(command[0]!, command.slice(1), { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('the world has ended');
      const answer = JSON.parse(value) as { value?: unknown; error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/**
 * Packs every package, as a release does, once for all files of this run. Returns where each tarball is.
 * `PACKAGES_DIR` names a folder with tarballs that are ready.
 */
export async function packedPackages(): Promise<(name: string) => string> {
  const ready = process.env['PACKAGES_DIR'];
  const folder = ready ?? inject('packagesFolder');
  if (!ready) await promisify(execFile)(join(ROOT, 'scripts/pack.sh'), [folder, '--once']);
  return (name: string) => join(folder, `ordbook-${name}-${releasedVersion()}.tgz`);
}

/** The version of the packages. */
function releasedVersion(): string {
  const file = readFileSync(join(ROOT, 'server/package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

/** What `ordbook` is made of. */
export const PROGRAM = ['protocol', 'judge', 'api', 'client', 'mcp', 'console', 'server'] as const;

/**
 * The packages of the program as a later version, in `folder`: with another number, and with a migration more.
 * Returns where each tarball is.
 */
export async function laterPackages(
  tarball: (name: string) => string,
  version: string,
  folder: string,
): Promise<(name: string) => string> {
  const later = (name: string) => join(folder, `ordbook-${name}-${version}.tgz`);
  const now = releasedVersion();
  for (const name of PROGRAM) {
    const unpacked = join(folder, name);
    await mkdir(unpacked, { recursive: true });
    await promisify(execFile)('tar', ['-xzf', tarball(name), '-C', unpacked]);
    const manifest = join(unpacked, 'package/package.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replaceAll(`"${now}"`, `"${version}"`));
    const lock = join(unpacked, 'package/npm-shrinkwrap.json');
    if (existsSync(lock)) await writeFile(lock, pinsOf(await readFile(lock, 'utf8'), version, later));
    if (name === 'server') {
      const migrations = join(unpacked, 'package/dist/store/migrations');
      const last = (await readdir(migrations)).sort().at(-1)!;
      const next = String(Number(last.split('-')[0]) + 1).padStart(4, '0');
      await writeFile(join(migrations, `${next}-later.sql`), 'create table later_version (n integer);\n');
    }
    await promisify(execFile)('tar', ['-czf', later(name), '-C', unpacked, 'package']);
  }
  return later;
}

/** npm-shrinkwrap.json with our own packages in that version, as they were packed before. */
function pinsOf(text: string, version: string, tarball: (name: string) => string): string {
  const lock = JSON.parse(text) as { packages: Record<string, object> };
  for (const path of Object.keys(lock.packages)) {
    const [, name] = /^node_modules\/@ordbook\/(\w+)$/.exec(path) ?? [];
    if (path !== '' && name === undefined) continue;
    const entry = JSON.stringify(lock.packages[path]).replaceAll(`"${releasedVersion()}"`, `"${version}"`);
    const packed =
      name &&
      createHash('sha512')
        .update(readFileSync(tarball(name)))
        .digest('base64');
    lock.packages[path] = { ...JSON.parse(entry), ...(packed ? { integrity: `sha512-${packed}` } : {}) };
  }
  return JSON.stringify(lock);
}
