/**
 * Faults of a real PostgreSQL, each caused, and what the service says of it. A fake one only where it must
 * be.
 */
import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { operatorSentence, Refusal } from '@ordbook/protocol/refusals';
import { sql } from 'kysely';
import pg from 'pg';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkDatabase } from '../../server/src/composition/check/database.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import { DATABASE_FAULTS } from '../../server/src/store/database/faults.ts';
import { openPostgres, type PostgresOptions } from '../../server/src/store/database/postgres.ts';
import { inTransaction } from '../../server/src/store/database/transaction.ts';
import type { Database } from '../../server/src/store/port.ts';
import { type Chain, startChain, startReplica, until } from '../edge/replica.ts';
import { type Child, freePort, waitUntilReady } from '../real/child.ts';
import { findPostgres } from '../real/parts.ts';
import { type Cluster, createCluster, signalAll, startOn, withClient } from '../real/postgres.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 120_000 });

const part = findPostgres();
const run = promisify(execFile);

let cluster: Cluster;
let server: Child;
let port: number;
const caused = new Set<string>();

const urlOf = (user = 'ordbook', database = 'postgres', query = '') =>
  `postgres://${user}@127.0.0.1:${port}/${database}${query}`;
const admin = (...statements: string[]) =>
  withClient(urlOf(), async (client) => {
    for (const statement of statements) await client.query(statement);
  });
const setServer = async (name: string, value: string) => {
  await admin(`alter system set ${name} = ${value}`, 'select pg_reload_conf()');
  await sleep(300);
};
/** A file that the server may read, and nobody else. */
async function serverFile(name: string, text: string): Promise<string> {
  const path = join(cluster.folder, name);
  await writeFile(path, text);
  await chmod(path, 0o600);
  if (cluster.user) await chown(path, cluster.user.uid, cluster.user.gid);
  return path;
}
async function startServer(): Promise<void> {
  server = startOn(cluster, port, {});
  await waitUntilReady(server, () => withClient(urlOf(), (client) => client.query('select 1')));
}

beforeAll(async () => {
  if (!part || part.kind === 'given') return;
  cluster = await createCluster(part);
  const rules = await readFile(join(cluster.data, 'pg_hba.conf'), 'utf8');
  const own = ['locked all scram-sha-256', 'outside all reject'].map((rule) => {
    const [user, , method] = rule.split(' ');
    return `host all ${user} 127.0.0.1/32 ${method}`;
  });
  await writeFile(join(cluster.data, 'pg_hba.conf'), `${own.join('\n')}\n${rules}`);
  port = await freePort();
  await startServer();
  await admin(
    `create role locked login password 'right'`,
    'create role outside login',
    'create role few login connection limit 0',
    'create role reader login',
    'alter role reader set default_transaction_read_only = on',
  );
});
afterAll(async () => {
  await server?.stop();
  if (cluster) await rm(cluster.folder, { recursive: true, force: true });
});

async function isUp(): Promise<boolean> {
  const { db, close } = openPostgres(urlOf());
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return answer.finally(close);
}

/** What the operator reads of the fault of `work`; clients read one sentence, whatever it is. */
async function faultOf(
  url: string,
  work: (db: Database) => Promise<unknown> = (db) => sql`select 1`.execute(db),
  options: PostgresOptions = {},
): Promise<string> {
  const { db, close } = openPostgres(url, options);
  try {
    const error = await work(db).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).message).toBe('the database is unreachable');
    return operatorSentence(error);
  } finally {
    await close();
  }
}

/** Expects the sentence of the rule that has this code. */
function expectRule(code: string, sentence: string, about = ''): void {
  const rule = DATABASE_FAULTS.find(({ codes, is }) => codes.includes(code) && is.includes(about))!;
  caused.add(rule.is);
  expect(sentence.startsWith(`${rule.is} (`), `${code}: ${sentence}`).toBe(true);
  expect(sentence.endsWith(`; ${rule.mend}`)).toBe(true);
}

describe.runIf(part && part.kind !== 'given')('the fault of a database', () => {
  test('that refuses a role, a password or a name', async () => {
    expectRule('28P01', await faultOf(urlOf('locked:wrong')));
    expectRule('28000', await faultOf(urlOf('outside')), 'pg_hba');
    expectRule('28000', await faultOf(urlOf('nobody')), 'log in');
    expectRule('3D000', await faultOf(urlOf('ordbook', 'nowhere')));
    expectRule('53300', await faultOf(urlOf('few')));
    expectRule('25006', await faultOf(urlOf('reader')));
  });

  test('that is slow, cut off, or loses its session', async () => {
    const slow = (db: Database) => sql`select pg_sleep(20)`.execute(db);
    expectRule('57014', await faultOf(urlOf(), slow, { statementTimeoutMs: 200 }));
    expectRule(
      '57P01',
      await faultOf(urlOf(), (db) => endedBy(db, (pid) => admin(`select pg_terminate_backend(${pid})`))),
    );
    const idle = (db: Database) =>
      inTransaction(db, async (transaction) => {
        await sql`set local idle_in_transaction_session_timeout = 100`.execute(transaction);
        await sleep(500);
        await sql`select 1`.execute(transaction);
      });
    expect(await faultOf(urlOf(), idle)).toMatch(/did nothing for 5 s|connection to PostgreSQL broke/);
    expectRule('26000', await faultOf(urlOf(), (db) => sql`execute none`.execute(db)));
  });

  /** Lets `signal` end a session while it waits for a statement. */
  async function endedBy(db: Database, signal: (pid: number) => Promise<unknown>): Promise<unknown> {
    return inTransaction(db, async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      const waiting = sql`select pg_sleep(20)`.execute(transaction);
      await sleep(200);
      await Promise.all([signal(rows[0]!.pid), waiting]);
    });
  }

  test('one of whose processes crashed, or that shuts down', async () => {
    const crash = (db: Database) =>
      endedBy(db, async () => {
        const [other] = await backend();
        process.kill(other!, 'SIGKILL');
      });
    const backend = async () => {
      const client = new pg.Client({ connectionString: urlOf() });
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      return rows.map(({ pid }) => pid);
    };
    expectRule('57P02', await faultOf(urlOf(), crash));
    await until('it has recovered', isUp, 30_000);
    const held = new pg.Client({ connectionString: urlOf() });
    held.on('error', () => undefined);
    await held.connect();
    // the smart shutdown waits for its clients
    signalAll([server.pid!], 'SIGTERM');
    await sleep(300);
    expectRule('57P03', await faultOf(urlOf()));
    await held.end();
    await server.stop();
    expectRule('ECONNREFUSED', await faultOf(urlOf()));
    await startServer();
  });

  test('whose certificate has expired, is of another name or authority, or that has none; one of its own authority is none', async () => {
    const files = { notBeforeDate: new Date('2020-01-01'), keyType: 'ec', algorithm: 'sha256' } as const;
    const { cert: caCert, private: caKey } = await generate(
      [{ name: 'commonName', value: 'own authority' }],
      {
        ...files,
        notAfterDate: new Date('2099-01-01'),
        extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
      },
    );
    const authority = join(cluster.folder, 'authority.pem');
    await writeFile(authority, caCert);
    const certificate = async (host: string, end: string) =>
      generate([{ name: 'commonName', value: host }], {
        ...files,
        notAfterDate: new Date(end),
        ca: { key: caKey, cert: caCert },
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
      });
    const verified = `postgres://ordbook@localhost:${port}/postgres?sslmode=verify-full`;
    const known = `${verified}&sslrootcert=${authority}`;
    expectRule(
      'does not support SSL connections',
      await faultOf(urlOf('ordbook', 'postgres', '?sslmode=verify-full')),
    );
    const serve = async (host: string, end: string) => {
      const { cert, private: key } = await certificate(host, end);
      const [certFile, keyFile] = [await serverFile('server.pem', cert), await serverFile('server.key', key)];
      await admin(
        `alter system set ssl_cert_file = '${certFile}'`,
        `alter system set ssl_key_file = '${keyFile}'`,
        'alter system set ssl = on',
        'select pg_reload_conf()',
      );
      await sleep(300);
    };
    await serve('db.example', '2099-01-01');
    expectRule('UNABLE_TO_VERIFY_LEAF_SIGNATURE', await faultOf(verified));
    expectRule('ERR_TLS_CERT_ALTNAME_INVALID', await faultOf(known));
    await serve('localhost', '2021-01-01');
    expectRule('CERT_HAS_EXPIRED', await faultOf(known));
    await serve('localhost', '2099-01-01');
    const { db, close } = openPostgres(known);
    const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
      .execute(db)
      .finally(close);
    expect(rows).toEqual([{ ssl: true }]);
    expectRule(
      'ENOENT',
      await faultOf(urlOf('ordbook', 'postgres', '?sslmode=verify-full&sslrootcert=/no.pem')),
    );
    await setServer('ssl', 'off');
  });

  test('that cannot be found, does not respond, or hangs up', async () => {
    expectRule('ENOTFOUND', await faultOf('postgres://ordbook@nowhere.invalid/x'));
    const listener = async (talk: (socket: Socket) => void): Promise<{ url: string; server: Server }> => {
      const fake = createServer((socket) => {
        socket.on('error', () => undefined);
        talk(socket);
      });
      await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
      return {
        url: `postgres://ordbook@127.0.0.1:${(fake.address() as { port: number }).port}/x`,
        server: fake,
      };
    };
    /** The message of an error, as the protocol of PostgreSQL has it. */
    const refusal = (code: string, message: string) => {
      const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
      const head = Buffer.alloc(5);
      head.write('E');
      head.writeInt32BE(fields.length + 4, 1);
      return Buffer.concat([head, fields]);
    };
    for (const [code, talk] of [
      ['ETIMEDOUT', () => undefined],
      ['ECONNRESET', (socket: Socket) => socket.once('data', () => socket.end())],
      ['53200', (socket: Socket) => socket.once('data', () => socket.end(refusal('53200', 'out of memory')))],
      [
        '58030',
        (socket: Socket) => socket.once('data', () => socket.end(refusal('58030', 'could not read file'))),
      ],
    ] as const) {
      const fake = await listener(talk);
      expectRule(code, await faultOf(fake.url));
      fake.server.close();
    }
  });

  test('whose synchronous standby is missing; `check` and health say it too', async () => {
    await admin('create table written (x int)');
    await setServer('synchronous_standby_names', "'second'");
    const write = (db: Database) => sql`insert into written values (1)`.execute(db);
    try {
      const { db, writeFault, close } = openPostgres(urlOf(), { statementTimeoutMs: 500 });
      await expect(write(db)).rejects.toThrow('the database is unreachable');
      expect(writeFault()).toMatchObject({ code: '08007' });
      expectRule('08007', await faultOf(urlOf(), write, { statementTimeoutMs: 500 }));
      expect((await checked(urlOf(), db)).map(({ is }) => is)).toContain(
        'PostgreSQL waits for a synchronous standby, and none is connected: nothing can be stored',
      );
      await close();
    } finally {
      await admin(
        'set synchronous_commit = local',
        "alter system set synchronous_standby_names = ''",
        'select pg_reload_conf()',
      );
    }
  });

  // that it is ready again once there is room: stack/operations
  test('whose disk is full is that of the disk, in log, health and `check`, and none of it for clients', async ({
    skip,
  }) => {
    const disk = join(cluster.folder, 'disk');
    await mkdir(disk);
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=0777', 'tmpfs', disk]).then(
      () => true,
      () => false,
    );
    if (!mounted) return skip('no file system can be mounted here');
    let chain: Chain | undefined;
    let service: Awaited<ReturnType<typeof startReplica>> | undefined;
    try {
      const space = join(disk, 'space');
      await mkdir(space);
      if (cluster.user) await chown(space, cluster.user.uid, cluster.user.gid);
      await admin(`create tablespace small location '${space}'`, 'create database small tablespace small');
      chain = await startChain();
      const env = { DATABASE_URL: urlOf('ordbook', 'small') };
      service = await startReplica(chain, env);
      service.ledFollower.start();
      await sql`create table more (x text)`.execute(service.ctx.db);
      await chain.miner.mine(1);
      const health = async () => (await (await fetch(`${service!.url}/healthz`)).json()) as Health;
      await until('it is ready', async () => (await health()).parts.database.ready, 30_000);
      await appendFile(join(disk, 'filler'), Buffer.alloc(63 * 1024 * 1024)).catch(() => undefined);
      await until(
        'health names the full disk',
        async () => {
          await chain!.miner.mine(1);
          await sql`insert into more select repeat(n::text, 500) from generate_series(1, 20000) n`
            .execute(service!.ctx.db)
            .catch(() => undefined);
          return (await health()).parts.database.detail === 'the disk of PostgreSQL is full';
        },
        30_000,
      );
      expect(await health()).toMatchObject({ ready: false });
      const found = await checked(env.DATABASE_URL, service.ctx.db);
      expect(found[0]).toMatchObject({
        level: 'error',
        is: expect.stringMatching(/^127.*: the disk of PostgreSQL is full/),
      });
      const insert = sql`insert into more select repeat(n::text, 500) from generate_series(1, 20000) n`;
      expectRule('53100', await faultOf(env.DATABASE_URL, (db) => insert.execute(db)));
    } finally {
      await service?.close();
      await chain?.close();
      await admin('drop database if exists small with (force)', 'drop tablespace if exists small').catch(
        () => undefined,
      );
      await run('umount', ['-l', disk]);
    }
  });

  test('is caused above for twenty rules of the table at least', () => {
    expect(caused.size).toBeGreaterThanOrEqual(20);
  });
});

interface Health {
  readonly ready: boolean;
  readonly parts: { readonly database: { readonly ready: boolean; readonly detail: string } };
}

/** What `ordbook check` says of the database. */
const checked = (url: string, db: Database) =>
  checkDatabase(readSettings({ NETWORK: 'regtest', DATABASE_URL: url }), async () => db, {
    chain: { blockHash: async () => null },
    signer: { publicKeys: () => Promise.reject(new Error('not asked')) },
  });
