import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createWorld, type Endpoints, type World } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOrd } from '../../../stack/real/parts.ts';

type Json = Record<string, unknown>;

const OTHER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

describe.runIf(findOrd())("ord's wallet on devnode and its index", () => {
  let folder: string;
  let file: string;
  let world: World;
  let endpoints: Endpoints;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'devnode-ord-wallet-'));
    file = join(folder, 'greeting.txt');
    await writeFile(file, 'hello');
    world = await createWorld();
    endpoints = await world.listen();
  });
  afterAll(async () => {
    await endpoints?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs `ord wallet --name <name> …`, in a folder for each name, with an input; resolves to what it prints. */
  async function reading<T = Json>(input: string, name: string, ...args: string[]): Promise<T> {
    const where = [
      '--regtest',
      `--data-dir=${join(folder, name)}`,
      `--bitcoin-rpc-url=${new URL(endpoints.rpcUrl).host}`,
      '--bitcoin-rpc-username=any',
      '--bitcoin-rpc-password=any',
    ];
    const wallet = ['wallet', `--server-url=${endpoints.ordUrl}`, `--name=${name}`];
    const run = promisify(execFile)(findOrd()!.path, [...where, ...wallet, ...args]);
    run.child.stdin!.end(input);
    const { stdout } = await run;
    return (stdout.trim() === '' ? {} : JSON.parse(stdout)) as T;
  }
  const ord = <T = Json>(name: string, ...args: string[]) => reading<T>('', name, ...args);

  /** Mines what waits, and lets the index see it. */
  async function mine(): Promise<void> {
    expect(await world.call('getrawmempool')).not.toEqual([]);
    await world.mine(1);
    await expect
      .poll(async () => (await fetch(`${endpoints.ordUrl}/blockheight`)).text())
      .toBe(String(await world.call('getblockcount')));
  }

  const receive = async (name: string) => (await ord<{ addresses: string[] }>(name, 'receive')).addresses[0]!;
  const inscriptions = async (name: string) =>
    (await ord<{ inscription: string }[]>(name, 'inscriptions')).map(({ inscription }) => inscription);
  const cardinal = async (name: string) => (await ord<{ cardinal: number }>(name, 'balance')).cardinal;

  async function open(name: string): Promise<void> {
    await ord(name, 'create');
    await world.fund(await receive(name), 1_000_000, { confirm: false });
    await mine();
    expect(await cardinal(name)).toBe(1_000_000);
  }

  test('creates, receives, inscribes, offers, accepts, sends and comes back from its mnemonic', {
    timeout: 180_000,
  }, async () => {
    const { mnemonic } = await ord<{ mnemonic: string }>('maker', 'create');
    await world.fund(await receive('maker'), 1_000_000);
    await open('buyer');

    const inscribe = ['inscribe', '--fee-rate=2', `--file=${file}`];
    const made = await ord<{ inscriptions: { id: string }[] }>('maker', ...inscribe);
    const { id } = made.inscriptions[0]!;
    await mine();
    expect(await inscriptions('maker')).toEqual([id]);

    const child = await ord<{ inscriptions: { id: string }[] }>('maker', ...inscribe, `--parent=${id}`);
    await mine();
    expect(await world.ord(`/inscription/${child.inscriptions[0]!.id}`)).toMatchObject({ parents: [id] });

    const before = await cardinal('maker');
    const terms = [`--inscription=${id}`, '--amount=50000 sat'];
    const { psbt } = await ord<{ psbt: string }>('buyer', 'offer', 'create', ...terms, '--fee-rate=2');
    await ord('maker', 'offer', 'accept', ...terms, `--psbt=${psbt}`);
    await mine();
    expect(await inscriptions('buyer')).toEqual([id]);
    expect(await inscriptions('maker')).not.toContain(id);
    expect((await cardinal('maker')) - before).toBeGreaterThanOrEqual(50_000);

    await ord('buyer', 'send', '--fee-rate=2', OTHER, id);
    await ord('buyer', 'send', '--fee-rate=2', await receive('maker'), '12345 sat');
    await mine();
    expect(await inscriptions('buyer')).toEqual([]);
    expect(await world.ord(`/inscription/${id}`)).toMatchObject({ address: OTHER });

    await reading(mnemonic, 'again', 'restore', '--from=mnemonic');
    const outputs = async (name: string) =>
      (await ord<{ output: string }[]>(name, 'outputs')).map(({ output }) => output);
    expect((await outputs('again')).sort()).toEqual((await outputs('maker')).sort());
    expect((await ord<Json[]>('again', 'transactions')).length).toBeGreaterThan(3);
  });
});
