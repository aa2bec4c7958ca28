import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startChild, waitUntilReady } from './child.ts';
import { findPgbouncer } from './parts.ts';
import { type Cluster, withClient } from './postgres.ts';

/**
 * A pgbouncer before the server of `cluster`, which listens on `serverPort`; what is not set is as it comes.
 * Throws when none is found.
 */
export async function startPgbouncer(cluster: Cluster, serverPort: number, mode: 'session' | 'transaction') {
  const part = findPgbouncer();
  if (!part) throw new Error('no pgbouncer: run npx tsx scripts/fetch.ts pgbouncer, or set PGBOUNCER');
  const port = await freePort();
  const settings = join(cluster.folder, `${mode}.ini`);
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${serverPort} user=ordbook
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
`,
  );
  // it refuses to run as root, and its program is in a folder that only root may read
  const child = startChild(part.path, [...(cluster.user ? ['-u', 'nobody'] : []), settings]);
  const url = `postgres://ordbook@127.0.0.1:${port}/postgres`;
  await waitUntilReady(child, () => withClient(url, (client) => client.query('select 1')));
  return { url, stop: () => child.stop() };
}
