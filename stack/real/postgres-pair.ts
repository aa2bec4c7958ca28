import { chown, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, freePort, waitUntilReady } from './child.ts';
import type { PostgresPart } from './parts.ts';
import { type Cluster, createCluster, processesOf, signalAll, startOn, withClient } from './postgres.ts';

/** A primary and its synchronous standby: a commit waits until the standby has it on disk. */
export type PostgresPair = {
  /** Names both servers. */
  url: string;
  primary: string;
  standby: string;
  /** Ends every process of the primary at once, as a power cut does. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary; resolves once it takes writes. It then waits for no other server. */
  promote(): Promise<void>;
  /** The standby gets nothing any more; nobody is told, as when a network fails. */
  cutStandby(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts both on ephemeral ports of 127.0.0.1. The standby begins as a copy of the primary's files. Not `isSynchronous`: no commit
 * waits for it.
 */
export async function startPostgresPair(
  part: Exclude<PostgresPart, { kind: 'given' }>,
  { isSynchronous = true }: { readonly isSynchronous?: boolean } = {},
): Promise<PostgresPair> {
  const cluster = await createCluster(part);
  const copy: Cluster = { ...cluster, data: join(cluster.folder, 'standby') };
  await cp(cluster.data, copy.data, { recursive: true, preserveTimestamps: true });
  await writeFile(join(copy.data, 'standby.signal'), '');
  if (cluster.user) await ownAll(copy.data, cluster.user);
  const [port, standbyPort] = [await freePort(), await freePort()];
  const urlOf = (at: number) => `postgres://ordbook@127.0.0.1:${at}/postgres`;
  const primary = startOn(cluster, port, {
    synchronous_standby_names: isSynchronous ? 'standby' : '',
    wal_keep_size: '256MB',
  });
  await isUp(primary, urlOf(port));
  const standby = startOn(copy, standbyPort, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=ordbook application_name=standby`,
  });
  await isUp(standby, urlOf(standbyPort));
  await waitUntilReady(primary, () =>
    withClient(urlOf(port), async (client) => {
      const { rows } = await client.query(
        `select from pg_stat_replication where sync_state = '${isSynchronous ? 'sync' : 'async'}'`,
      );
      if (rows.length === 0) throw new Error('the standby does not follow');
    }),
  );
  return {
    url: `postgres://ordbook@127.0.0.1:${port},127.0.0.1:${standbyPort}/postgres?target_session_attrs=read-write`,
    primary: urlOf(port),
    standby: urlOf(standbyPort),
    async killPrimary() {
      signalAll((await processesOf(primary)).reverse(), 'SIGKILL');
      await primary.kill();
    },
    promote: () => withClient(urlOf(standbyPort), (client) => client.query('select pg_promote()')),
    cutStandby: () =>
      withClient(urlOf(port), async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_replication');
        signalAll(
          rows.map(({ pid }) => pid),
          'SIGSTOP',
        );
      }),
    async stop() {
      await standby.stop();
      await primary.stop();
      await rm(cluster.folder, { recursive: true, force: true });
    },
  };
}

const isUp = (server: Child, url: string) =>
  waitUntilReady(server, () => withClient(url, (client) => client.query('select 1')));

async function ownAll(folder: string, { uid, gid }: NonNullable<Cluster['user']>): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), uid, gid);
}
