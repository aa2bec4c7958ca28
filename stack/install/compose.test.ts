/**
 * The compose file that `ordbook init` makes: the start commands of its containers, run as processes with their
 * own settings, mounts and users, until the service is ready behind TLS and `ordbook check` finds every part.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyOf } from '../../sandbox/src/keys.ts';
import { completeAnswers } from '../../server/src/cli/init/answers.ts';
import { makeFolder } from '../../server/src/cli/init.ts';
import { type ComposeProject, composeProject } from './compose.ts';
import { nameContainers, startContainer } from './containers.ts';
import { type Machine, noMachine, startMachine } from './machine.ts';
import { installParts, installProgram, missingParts } from './parts.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const missing = missingParts();
const reason = noMachine() ?? (missing.length > 0 ? `missing: ${missing.join(', ')}` : null);
if (reason !== null) process.stdout.write(`\nthe containers are not started: ${reason}\n`);
const OURS = ['market', 'policy', 'gate', 'service'] as const;
/** The image of Caddy keeps its data in /data, which here is a folder of the machine. */
const CADDY_DATA = '/var/lib/caddy';
const AUTHORITY = '/var/volumes/certificates/caddy/pki/authorities/local/root.crt';

describe.runIf(reason === null)('the containers of the compose file', () => {
  let folder: string;
  let machine: Machine;
  let project: ComposeProject;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-compose-'));
    await makeFolder(
      join(folder, 'ordbook'),
      completeAnswers({
        ...{ target: 'compose', network: 'regtest', domain: 'localhost' },
        feeAddress: keyOf('fees', 'p2wpkh').address,
      }),
    );
    project = await composeProject(join(folder, 'ordbook'));
    machine = await startMachine();
    await machine.run(`chmod 755 ${folder} ${folder}/ordbook`);
    await installParts(machine, folder, { node: false });
    await installProgram(machine);
    await nameContainers(machine, project);
    const {
      POSTGRES_USER: user,
      POSTGRES_DB: name,
      POSTGRES_PASSWORD: password,
    } = project.services['postgres']!.environment!;
    // what the image of PostgreSQL does with these on its first start
    await machine.run(`runuser -u postgres -- psql <<'SQL'
CREATE ROLE ${user} LOGIN PASSWORD '${password}';
CREATE DATABASE ${name} OWNER ${user};
SQL`);
    await machine.run('mkdir -p /var/volumes');
    const start = (part: string) => startContainer(machine, part, project.services[part]!, folder);
    await start('bitcoind');
    // ord ends where the node does not answer yet; Docker then starts it again
    await until('the node answers', () =>
      machine.run('grep -q "init message: Done loading" /var/log/bitcoind.log'),
    );
    for (const part of ['ord', ...OURS]) await start(part);
    const { volumes = [], ...proxy } = project.services['proxy']!;
    const moved = volumes.map((each) => (each.target === '/data' ? { ...each, target: CADDY_DATA } : each));
    const environment = { XDG_DATA_HOME: CADDY_DATA };
    await startContainer(machine, 'proxy', { ...proxy, volumes: moved, environment }, folder);
  });
  afterAll(async () => {
    await machine?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const processOf = async (what: string) => (await machine.run(`pgrep --oldest --full -- '${what}'`)).trim();

  /** What `docker compose exec service` does. */
  const inService = async (command: string) => {
    const environment = Object.entries(project.services['service']!.environment!).map(
      ([name, value]) => `${name}='${value}'`,
    );
    const pid = await processOf('ordbook start');
    return machine.run(`env ${environment.join(' ')} nsenter --target=${pid} --mount ${command}`);
  };

  test('start, find each other by name, and trust only the certificates of init', async () => {
    // the index needs a block above the first one
    await machine.run(generate(project));
    await until('check finds every part', async () => {
      // it ends with 1: the pools are not funded yet
      const output = await inService('ordbook check || true');
      for (const part of ['node', 'index', 'database', 'market signer', 'policy signer', 'gate signer'])
        expect(output).toMatch(new RegExp(`^ok +${part}`, 'm'));
    });
    for (const role of ['market', 'policy', 'gate'])
      expect(await machine.run(`tail -n 50 /var/log/${role}.log`)).toContain('the signer is listening');
  });

  test('are ready behind TLS', async () => {
    await until('the service is ready', () =>
      machine.run(`curl --silent --fail --cacert ${AUTHORITY} https://localhost/healthz`),
    );
  });

  test('run as the user of the compose file, with a key that no other one sees', async () => {
    const { user } = project.services['market']!;
    for (const role of ['market', 'policy', 'gate']) {
      const pid = await processOf(`--role ${role} `);
      expect(await machine.run(`stat -c %u:%g /proc/${pid}`)).toBe(`${user}\n`);
      const keys = await machine.run(`nsenter --target=${pid} --mount cat /var/lib/ordbook/keys.json`);
      expect(Object.keys(JSON.parse(keys) as object)).toEqual(
        role === 'market' ? ['market', 'anchor'] : [role],
      );
    }
    await expect(inService('cat /var/lib/ordbook/keys.json')).rejects.toThrow('No such file');
  });
});

/** Makes a block over the node's RPC, with the password that init made. */
function generate({ services }: ComposeProject): string {
  const url = new URL(services['service']!.environment!['CHAIN_RPC_URL']!);
  const body = JSON.stringify({
    ...{ jsonrpc: '1.0', id: 1, method: 'generatetoaddress' },
    params: [1, keyOf('miner', 'p2wpkh').address],
  });
  return `curl --silent --fail --user ${url.username}:${url.password} --data '${body}' http://127.0.0.1:${url.port}/`;
}

/** Repeats what throws until it does not; after a minute and a half throws its last error. */
async function until(what: string, attempt: () => Promise<unknown>, timeoutMs = 90_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`in vain: ${what}`, { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
