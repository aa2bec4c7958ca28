/**
 * The files of an installation, each read by the program that reads it in production or by its own linter:
 * Dockerfile, compose file, units, proxies and workflows. Nothing of Docker runs.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { completeAnswers } from '../../server/src/cli/init/answers.ts';
import { nginxSite } from '../../server/src/cli/init/proxy.ts';
import { makeFolder } from '../../server/src/cli/init.ts';
import { run } from '../clients/run.ts';
import { findDeployTools } from '../real/parts.ts';
import { composeProject } from './compose.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const tools = findDeployTools();
const tool = (name: string) => join(tools ?? '', 'bin', name);
const answers = (target: string) =>
  completeAnswers({
    target,
    network: 'regtest',
    domain: 'trade.example',
    feeAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  });

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'ordbook-deploy-'));
  folder = join(parent, 'ordbook');
  await makeFolder(folder, answers('compose'));
});
afterAll(() => rm(parent, { recursive: true }));

describe.runIf(tools)('the Dockerfile', () => {
  test('has no finding of hadolint, which finds what is wrong', async () => {
    expect(await run(tool('hadolint'), [join(ROOT, 'Dockerfile')], { cwd: ROOT })).toEqual({
      code: 0,
      output: '',
    });
    await writeFile(join(parent, 'Dockerfile'), 'FROM debian\nRUN cd /tmp && sudo ls\n');
    expect((await run(tool('hadolint'), [join(parent, 'Dockerfile')], { cwd: ROOT })).code).toBe(1);
  });

  test('ends as a user without rights, with a health check, and has the images of the compose file', async () => {
    const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    const stages = text.split(/^(?=FROM )/m).slice(1);
    const named = new Map(stages.map((stage) => [/^FROM \S+ AS (\S+)/.exec(stage)![1]!, stage]));
    for (const target of ['ordbook', 'ord']) expect(named.get(target)).toContain('\nUSER 10001:10001\n');
    expect(named.get('ordbook')).toMatch(/^HEALTHCHECK /m);
    const built = [...text.matchAll(/docker build --target (\S+) -t (\S+)/g)].map(([, target, image]) => [
      target,
      image,
    ]);
    const { services } = await composeProject(folder);
    expect(built).toEqual([
      ['ordbook', services['service']!.image],
      ['ord', services['ord']!.image],
    ]);
    const page = readFileSync(join(ROOT, 'docs/install.md'), 'utf8');
    for (const [target, image] of built) expect(page).toContain(`--target ${target} --tag ${image} .`);
    expect(text).toContain(`ORD_VERSION=${services['ord']!.image.split(':')[1]}`);
  });

  test('names every base image once, where a release pins them', () => {
    const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    const [head, ...stages] = text.split(/^FROM /m);
    const named = [...head!.matchAll(/^ARG (\w+_IMAGE)=(.+)$/gm)];
    const digest = /^[a-z]+:[\w.-]+(@sha256:[0-9a-f]{64})?$/;
    expect(named.filter(([, , image]) => !digest.test(image!))).toEqual([]);
    const used = new Set(stages.map((stage) => /^\S+/.exec(stage)![0]));
    expect([...used].sort()).toEqual(named.map(([, name]) => `\${${name}}`).sort());
    const release = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
    expect(release).toContain(`! grep --perl-regexp '^ARG \\w+_IMAGE=(?!.*@sha256:)' Dockerfile`);
  });

  test('copies no secret: what init makes is left out of the build', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    for (const pattern of ['**/*.env', '**/*.key', '**/keys.json*', '**/publisher.json', '.git'])
      expect(ignored).toContain(pattern);
  });
});

describe.runIf(tools)('the compose file', () => {
  test('is loaded by the loader of Docker Compose, which refuses what it does not know', async () => {
    const { name, services } = await composeProject(folder);
    expect(name).toBe('ordbook');
    expect(Object.keys(services).sort()).toEqual([
      'bitcoind',
      'gate',
      'market',
      'ord',
      'policy',
      'postgres',
      'proxy',
      'service',
    ]);
    await mkdir(join(parent, 'wrong'));
    await writeFile(join(parent, 'wrong/compose.yaml'), 'services: {a: {image: b, comand: c}}');
    await expect(composeProject(join(parent, 'wrong'))).rejects.toThrow(
      "additional properties 'comand' not allowed",
    );
  });

  test('gives each signer its own key and certificate only, and a network that leads nowhere', async () => {
    const { services, networks } = await composeProject(folder);
    for (const role of ['market', 'policy', 'gate'] as const) {
      const { volumes, networks: own } = services[role]!;
      expect(volumes!.map(({ source, target }) => [source, target])).toEqual([
        [join(folder, `keys/${role}`), '/var/lib/ordbook'],
        [join(folder, 'public'), '/etc/ordbook/public'],
        [join(folder, `tls/${role}`), '/etc/ordbook/tls'],
      ]);
      expect(Object.keys(own!).sort()).toEqual(role === 'policy' ? ['chain', 'signers'] : ['signers']);
    }
    expect(networks['signers']).toMatchObject({ internal: true });
    expect(networks['database']).toMatchObject({ internal: true });
    const holders = Object.entries(services).filter(([, { volumes = [] }]) =>
      volumes.some(({ source }) => source.includes('/keys/')),
    );
    expect(holders.map(([name]) => name).sort()).toEqual(['gate', 'market', 'policy']);
  });

  test('runs our programs without rights, and never pulls their images', async () => {
    const { services } = await composeProject(folder);
    for (const name of ['market', 'policy', 'gate', 'service', 'ord'])
      expect(services[name]).toMatchObject({
        pull_policy: 'never',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        user: expect.not.stringMatching(/^0|^root/),
      });
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
  });
});

describe('the units', () => {
  const units = readdirSync(join(ROOT, 'deploy/systemd')).map((name) => join(ROOT, 'deploy/systemd', name));
  const hasSystemd = existsSync('/usr/bin/systemd-analyze');
  if (!hasSystemd) process.stdout.write('\nno systemd-analyze: the units are not verified\n');

  test.runIf(hasSystemd)('are what systemd understands', async () => {
    expect(await run('systemd-analyze', ['verify', '--man=no', ...units], { cwd: ROOT })).toEqual({
      code: 0,
      output: '',
    });
  });

  test.runIf(hasSystemd).each(units)(
    '%s has at most a tenth of the exposure of a unit without sandbox',
    async (path) => {
      const { output } = await run('systemd-analyze', ['security', '--offline=yes', '--no-pager', path], {
        cwd: ROOT,
      });
      const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(output)?.[1]);
      expect(exposure).toBeLessThan(2);
      expect(exposure).toBeGreaterThan(0);
    },
  );

  test('have a user each', () => {
    const users = units.map((path) => /^User=(.+)$/m.exec(readFileSync(path, 'utf8'))![1]);
    expect(users.sort()).toEqual(['ordbook', 'ordbook-gate', 'ordbook-market', 'ordbook-policy']);
  });
});

describe.runIf(tools)('the proxies', () => {
  test.each(['systemd', 'compose'])('Caddy takes the file for %s', async (target) => {
    const made = join(parent, `caddy-${target}`);
    await makeFolder(made, answers(target));
    const { code, output } = await run(
      tool('caddy'),
      ['validate', '--adapter', 'caddyfile', '--config', join(made, 'proxy/Caddyfile')],
      { cwd: made },
    );
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('Valid configuration'),
    });
    // as `caddy fmt` writes it: it prints nothing when nothing changes
    expect((await run(tool('caddy'), ['fmt', join(made, 'proxy/Caddyfile')], { cwd: made })).output).toBe(
      readFileSync(join(made, 'proxy/Caddyfile'), 'utf8'),
    );
  });

  test('nginx takes the site, with a certificate in its place', async () => {
    const certificate = await generate([{ name: 'commonName', value: 'trade.example' }], { keyType: 'ec' });
    await writeFile(join(parent, 'fullchain.pem'), certificate.cert);
    await writeFile(join(parent, 'privkey.pem'), certificate.private);
    const site = nginxSite('trade.example').replaceAll('/etc/letsencrypt/live/trade.example', parent);
    const config = `pid ${parent}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${parent}/${each};`).join('\n')}\n${site}}\n`;
    await writeFile(join(parent, 'nginx.conf'), config);
    const { code, output } = await run(tool('nginx'), ['-t', '-c', join(parent, 'nginx.conf')], {
      cwd: parent,
    });
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('test is successful'),
    });
    expect(output).not.toContain('[warn]');
  });
});

describe.runIf(tools)('the workflows', () => {
  test('have no finding of actionlint', async () => {
    expect(await run(tool('actionlint'), [], { cwd: ROOT })).toEqual({ code: 0, output: '' });
  });
});

test('the notes of a release are the section of its version, and a tag of another version is refused', async () => {
  const notes = (tag: string) => promisify(execFile)(join(ROOT, 'scripts/release-notes.sh'), [tag]);
  await expect(notes('v9.9.9')).rejects.toThrow('the tag is v9.9.9, but protocol has version');
});
