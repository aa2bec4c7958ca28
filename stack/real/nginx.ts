import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { nginxSite } from '../../server/src/cli/init/proxy.ts';
import { type Child, freePort, startChild } from './child.ts';

const DOMAIN = 'trade.example';
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts nginx of the deploy tools with the file that `ordbook init` writes, before these ports of loopback.
 * Its certificate is one that nobody trusts.
 */
export async function startNginx(
  program: string,
  folder: string,
  upstreamPorts: readonly number[],
  atPort?: number,
): Promise<{ readonly url: string; readonly child: Child }> {
  const [port, plain] = [atPort ?? (await freePort()), await freePort()];
  const certificate = await generate([{ name: 'commonName', value: DOMAIN }], { keyType: 'ec' });
  await writeFile(join(folder, 'fullchain.pem'), certificate.cert);
  await writeFile(join(folder, 'privkey.pem'), certificate.private);
  const [upstream] = /^ {2}server 127\.0\.0\.1:8080 .*$/m.exec(nginxSite(DOMAIN))!;
  const site = nginxSite(DOMAIN)
    .replaceAll(`/etc/letsencrypt/live/${DOMAIN}`, folder)
    .replace(upstream, upstreamPorts.map((one) => upstream.replace('8080', String(one))).join('\n'))
    .replace(/listen 443 (.*)\n.*\n/, `listen 127.0.0.1:${port} $1\n`)
    .replace(/listen 80;\n.*\n/, `listen 127.0.0.1:${plain};\n`);
  const temporary = TEMPORARY.map((each) => `${each}_temp_path ${folder}/${each};`);
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;\nuser root;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}}\n`,
  );
  const child = startChild(program, ['-c', join(folder, 'nginx.conf')]);
  return { url: `https://127.0.0.1:${port}`, child };
}
