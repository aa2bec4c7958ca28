import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { caddyfile } from '../../server/src/cli/init/proxy.ts';
import { type Child, freePort, startChild } from './child.ts';

/** Starts Caddy of the deploy tools with the file that `ordbook init` writes, without TLS, before these ports. */
export async function startCaddy(
  program: string,
  folder: string,
  upstreamPorts: readonly number[],
  atPort?: number,
): Promise<{ readonly url: string; readonly child: Child }> {
  const [port, admin] = [atPort ?? (await freePort()), await freePort()];
  const upstreams = upstreamPorts.map((one) => `127.0.0.1:${one}`).join(' ');
  const url = `http://127.0.0.1:${port}`;
  await writeFile(
    join(folder, 'Caddyfile'),
    `{\n\tadmin 127.0.0.1:${admin}\n}\n${caddyfile(url, upstreams)}`,
  );
  const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  return { url, child: startChild(program, args, { env: { HOME: folder, XDG_DATA_HOME: folder } }) };
}
