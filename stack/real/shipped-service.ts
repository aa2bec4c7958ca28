/**
 * The service in its shipped form: the compiled program, `ordbook start` and three `ordbook signer`, each a
 * process of its own, with the keys and settings that `ordbook init` makes. PostgreSQL is real. So are node
 * and index where there are any; else devnode takes their place, in this process.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createOrd, type RpcCall, startOrdServer } from '@ordbook/devnode';
import type { SignedKeySet } from '@ordbook/protocol/key-set';
import { MEMORY_OPTIONS } from '../../server/src/cli/init/units.ts';
import type { PolicyCollection } from '../../server/src/signer/fill-port.ts';
import { startAnyNode } from './any-node.ts';
import { type Child, freePort, startChild, waitUntilReady } from './child.ts';
import { startOrd } from './ord.ts';
import { findOrd } from './parts.ts';
import { createDatabase, startPostgres } from './postgres.ts';
import { writeSignedList } from './signed-list.ts';

const PROGRAM = fileURLToPath(new URL('../../server/dist/cli/main.js', import.meta.url));
/** Whether `npm run build` has made what `startShipped` starts. */
export const isBuilt = () => existsSync(PROGRAM);
const FEE_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const ROLES = ['market', 'policy', 'gate'] as const;
/** What units and images give to Node. */
const NODE_OPTIONS = MEMORY_OPTIONS;
/** For a busy machine. */
const START_MS = 180_000;
const INDEX_POLL_MS = 1_000;
/** So that the chain has coins of age, and `ord` a block above genesis. */
const FIRST_BLOCKS = 101;

export interface Shipped {
  /** Where the API listens. */
  readonly base: string;
  readonly port: number;
  /** The unix socket of the admin API. */
  readonly adminSocket: string;
  readonly database: string;
  /** What runs, by name; the service is the first. */
  readonly processes: Readonly<Record<string, Child>>;
  /** The names of node and index. */
  readonly world: string;
  /** Where the index answers. */
  readonly indexUrl: string;
  readonly call: RpcCall;
  /** Runs a command of the program on the machine of the service, and returns what it prints. */
  ordbook(...args: string[]): Promise<string>;
  /** Starts another service on the same database, with these settings on top. Resolves as `startShipped`. */
  replica(env: Readonly<Record<string, string>>): Promise<{ readonly base: string; readonly port: number }>;
  stop(): Promise<void>;
}

/** What a service finds when it starts. */
export interface BeforeStart {
  readonly call: RpcCall;
  readonly database: string;
  readonly keySet: SignedKeySet;
  /** Writes the policy signer's list. */
  readonly publish: (collections: readonly PolicyCollection[]) => Promise<void>;
}

/**
 * Starts everything, and resolves when `/healthz` returns 200. `env` is for the service, on top of its
 * settings files. `prepare` runs when there are keys, but no signer and no service. Throws without a compiled
 * program.
 */
export async function startShipped({
  env = {},
  prepare,
}: {
  readonly env?: Readonly<Record<string, string>>;
  prepare?(found: BeforeStart): Promise<void>;
} = {}): Promise<Shipped> {
  if (!isBuilt()) throw new Error(`${PROGRAM} is missing; run npm run build`);
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const postgres = await startPostgres({ durable: true });
    closing.push(() => postgres.stop());
    const { url: database } = await createDatabase(postgres.url);
    const node = await startAnyNode();
    closing.push(() => node.stop());
    await node.call('generatetoaddress', [FIRST_BLOCKS, FEE_ADDRESS]);
    const index = await startIndex(node);
    closing.push(() => index.stop());
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-shipped-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const made = join(folder, 'made');
    await promisify(execFile)(process.execPath, [
      ...[PROGRAM, 'init', '--yes', '--folder', made, '--network', 'regtest', '--domain', 'localhost'],
      ...['--fee-address', FEE_ADDRESS, '--node', node.url, '--index', index.url, '--database', database],
    ]);
    if (prepare) {
      const keySet = JSON.parse(readFileSync(join(made, 'key-set.json'), 'utf8')) as SignedKeySet;
      const { publisher } = JSON.parse(readFileSync(join(made, 'publisher.json'), 'utf8')) as {
        publisher: string;
      };
      const publish = (collections: readonly PolicyCollection[]) =>
        writeSignedList(join(made, 'collections.json'), collections, Buffer.from(publisher, 'hex'));
      await prepare({ call: node.call, database, keySet, publish });
      await index.caughtUp();
    }
    const files = (...names: string[]) => names.flatMap((name) => ['--settings', join(made, name)]);
    // what `init` wrote for the paths of an installed machine is elsewhere here
    const places = { KEY_SET: join(made, 'key-set.json'), SIGNER_SOCKET_GROUP: '', NODE_ENV: 'production' };
    const run = (name: string, args: readonly string[], own: Readonly<Record<string, string>>) => {
      const child = startChild(process.execPath, [PROGRAM, ...args], {
        bareEnv: true,
        env: { ...places, NODE_OPTIONS, ...own },
      });
      closing.push(() => child.stop());
      return [name, child] as const;
    };
    const socketOf = (role: string) => join(folder, `${role}.sock`);
    const signers = ROLES.map((role) =>
      run(
        `${role} signer`,
        [
          ...files('signers.env', ...(role === 'policy' ? ['policy.env'] : [])),
          ...[
            'signer',
            '--role',
            role,
            '--socket',
            socketOf(role),
            '--keys',
            join(made, 'keys', role, 'keys.json'),
          ],
          ...(role === 'policy' ? ['--collections', join(made, 'collections.json')] : []),
        ],
        {},
      ),
    );
    for (const [role, signer] of signers)
      await waitUntilReady(signer, async () => {
        if (!existsSync(socketOf(role.split(' ')[0]!))) throw new Error(`the ${role} does not listen`);
      });
    await mkdir(join(folder, 'run'), { mode: 0o700 });
    const adminSocket = join(folder, 'run', 'admin.sock');
    const settings = files('signers.env', 'service.env');
    const endpoints = {
      SIGNER_ENDPOINT: socketOf('market'),
      POLICY_SIGNER_ENDPOINT: socketOf('policy'),
      GATE_SIGNER_ENDPOINT: socketOf('gate'),
    };
    async function startService(own: Readonly<Record<string, string>>) {
      const port = await freePort();
      const service = run('service', [...settings, 'start'], { ...endpoints, PORT: String(port), ...own });
      const base = `http://127.0.0.1:${port}`;
      await waitUntilReady(
        service[1],
        async () => {
          const answer = await fetch(`${base}/healthz`);
          if (!answer.ok) throw new Error(`/healthz returned ${answer.status}: ${await answer.text()}`);
        },
        START_MS,
      );
      return { service, base, port };
    }
    const { service, base, port } = await startService({ ADMIN_LISTEN: adminSocket, ...env });
    const processes = Object.fromEntries([service, ...signers]);
    const world = `${node.name}, ${index.name}`;
    const indexUrl = index.url;
    const ordbook = async (...args: string[]) => {
      const program = [PROGRAM, ...settings, ...args];
      const own = { PATH: process.env['PATH'], ...places, ...endpoints, ADMIN_LISTEN: adminSocket, ...env };
      return (await promisify(execFile)(process.execPath, program, { env: own })).stdout;
    };
    const replica = (own: Readonly<Record<string, string>>) =>
      startService({ ADMIN_LISTEN: 'off', ...env, ...own });
    return {
      ...{ base, port, adminSocket, database, processes, world, indexUrl, call: node.call },
      ...{ ordbook, replica, stop },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startIndex(node: {
  url: string;
  call: RpcCall;
}): Promise<{ name: string; url: string; caughtUp(): Promise<unknown>; stop(): Promise<void> }> {
  const part = findOrd();
  if (part) {
    const ord = await startOrd({ bitcoind: node });
    await ord.caughtUp();
    return { name: part.version, url: ord.url, caughtUp: () => ord.caughtUp(), stop: () => ord.stop() };
  }
  const index = createOrd({ call: node.call });
  await index.sync();
  const polling = setInterval(() => void index.sync().catch(() => undefined), INDEX_POLL_MS);
  const server = await startOrdServer(index, { port: 0 });
  return {
    name: 'devnode for the index',
    url: server.url,
    caughtUp: () => index.sync(),
    async stop() {
      clearInterval(polling);
      await server.close();
    },
  };
}
