import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const FREE = ['--rpc-port', '0', '--ord-port', '0', '--esplora-port', '0'];

const running: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'devnode-cli-'));
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function start(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, output: () => output };
}

/** Starts it and waits for its lines; returns the URLs and a function that ends it. */
async function serving(...args: string[]) {
  const { child, ended, output } = start(...FREE, ...args);
  while (!/^height/m.test(output())) {
    if (child.exitCode !== null) throw new Error(output());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const url = (name: string) => new RegExp(`^${name} +(http\\S+)$`, 'm').exec(output())![1]!;
  const call = async (method: string, params: unknown[] = []) => {
    const body = JSON.stringify({ id: 1, method, params });
    const response = await fetch(url('RPC'), {
      method: 'POST',
      body,
      headers: { authorization: 'Basic YTpi' },
    });
    return ((await response.json()) as { result: unknown }).result;
  };
  const end = async () => {
    child.kill('SIGINT');
    return ended;
  };
  return { url, call, end, output };
}

test('the program serves RPC, ord and Esplora, and prints where', async () => {
  const { url, call, end } = await serving('--blocks', '3', '--policy', 'knots');
  expect(await call('getblockcount')).toBe(3);
  expect(await call('getmempoolinfo')).toMatchObject({ fullrbf: true });
  expect(await (await fetch(`${url('Esplora')}/blocks/tip/height`)).text()).toBe('3');
  expect(await (await fetch(`${url('ord')}/blockheight`)).text()).toBe('3');
  expect(await end()).toBe(0);
}, 30_000);

test('a state file is written at the end and read at the start', async () => {
  const file = join(folder, 'state.json');
  const first = await serving('--blocks', '5', '--state', file);
  const [hash] = (await first.call('generatetoaddress', [
    1,
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ])) as [string];
  await first.end();
  const second = await serving('--state', file);
  expect(await second.call('getbestblockhash')).toBe(hash);
  await second.end();
}, 30_000);

test('a seed makes the same chain every time', async () => {
  const tips = [];
  for (let i = 0; i < 2; i++) {
    const { call, end } = await serving('--seed', 'mine', '--blocks', '2');
    tips.push(await call('getbestblockhash'));
    await end();
  }
  expect(tips[0]).toBe(tips[1]);
}, 30_000);

test.each([
  [['--policy', 'other'], 'devnode: --policy other is unknown; use core or knots'],
  [['--blocks', '-1x'], 'devnode:'],
  [['--blocks', 'many'], 'devnode: --blocks many is not a whole number from 0 to 100000'],
  [['--nothing'], '(--help lists the options)'],
  [
    ['--state', '/nowhere/at/all.json'],
    'devnode: --state /nowhere/at/all.json cannot be kept in /nowhere/at',
  ],
  [['--state', MAIN], `devnode: --state ${MAIN}: this is no state that devnode wrote`],
])(
  '%j is refused with a sentence',
  async (args, sentence) => {
    const { ended, output } = start(...args);
    expect(await ended).toBe(1);
    expect(output()).toContain(sentence);
    expect(output().trim().split('\n')).toHaveLength(1);
  },
  30_000,
);

test('a port that is taken is named', async () => {
  const { url, end } = await serving('--blocks', '1');
  const { port } = new URL(url('RPC'));
  const second = start('--blocks', '1', '--rpc-port', port, '--ord-port', '0', '--esplora-port', '0');
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`devnode: port ${port} is taken; name another one or 0`);
  await end();
}, 30_000);
