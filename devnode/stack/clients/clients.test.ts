import { execFile, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createWorld, type Endpoints, type World } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findBdkPython,
  findBitcoinlibPython,
  findNpmClients,
  findRustClient,
} from '../../../stack/real/parts.ts';

type Json = Record<string, unknown>;

const OTHER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

let world: World;
let endpoints: Endpoints;
beforeAll(async () => {
  world = await createWorld();
  endpoints = await world.listen();
});
afterAll(() => endpoints?.close());

const pool = async () => (await world.call('getrawmempool')) as string[];

describe.runIf(findBdkPython())('the Bitcoin Development Kit', () => {
  test('scans, syncs and sends through Esplora', async () => {
    const script = fileURLToPath(new URL('bdk-client.py', import.meta.url));
    const child = spawn(findBdkPython()!.path, [script, endpoints.esploraUrl], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += String(chunk);
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<Json> => {
      const { value, done } = await lines.next();
      if (done) throw new Error(errors);
      return JSON.parse(value) as Json;
    };
    const goOn = () => child.stdin.write('\n');
    try {
      const { address } = (await next()) as { address: string };
      await world.fund(address, 100_000);
      goOn();
      const height = await world.call('getblockcount');
      expect(await next()).toEqual({ tip: height, confirmed: 100_000, pending: 0 });
      await world.fund(address, 20_000, { confirm: false });
      goOn();
      expect(await next()).toEqual({ confirmed: 100_000, pending: 20_000 });
      const { txid, fee } = (await next()) as { txid: string; fee: number };
      expect(await pool()).toContain(txid);
      // A reorg between two syncs: the wallet follows it.
      await world.mine(1);
      await world.reorg(1, { empty: false });
      expect(await pool()).toEqual([]);
      goOn();
      expect(await next()).toEqual({
        tip: await world.call('getblockcount'),
        transactions: 3,
        confirmed: 120_000 - 30_000 - fee,
        pending: 0,
      });
    } finally {
      child.kill();
    }
  });
});

describe.runIf(findBitcoinlibPython())('python-bitcoinlib', () => {
  test('reads the chain, and receives, locks, signs and sends in a wallet', async () => {
    const own = await createWorld();
    const { rpcUrl, close } = await own.listen();
    try {
      const script = fileURLToPath(new URL('bitcoinlib-client.py', import.meta.url));
      const url = rpcUrl.replace('//', '//any:any@');
      const { stdout } = await promisify(execFile)(findBitcoinlibPython()!, [script, url]);
      expect(stdout).toBe('done\n');
    } finally {
      await close();
    }
  });
});

describe.runIf(findRustClient())("rust-bitcoin's RPC client", () => {
  // With Bitcoin Core 31 it cannot read mempool entries: see devnode/stack/clients/rust-client.
  test.each([
    ['core', 310_000, /^mempool entry without true$/],
    ['knots', 290_000, /^mempool vsize 142 fee 284$/],
  ] as const)(
    'reads blocks, coins and errors of the %s policy in its own types',
    async (policy, version, entry) => {
      const own = await createWorld({ policy });
      const { rpcUrl, close } = await own.listen();
      try {
        const { txid } = await own.fund(OTHER, 70_000, { confirm: false });
        const raw = (await own.call('getrawtransaction', [txid])) as string;
        own.node.mempool.clear();
        const { stdout } = await promisify(execFile)(findRustClient()!, [rpcUrl, OTHER, raw]);
        expect(stdout.trim().split('\n')).toEqual([
          'chain regtest height 110',
          `version ${version}`,
          expect.stringMatching(entry),
          'waiting 1',
          'merkle root true witnesses true',
          'mined true',
          'confirmations 1',
          'outputs 2 block true',
          'coin 70000 coinbase false',
          'best true',
          'waited true',
          'again true',
        ]);
      } finally {
        await close();
      }
    },
  );
});

const folder = findNpmClients();
describe.runIf(folder)('packages of npm', () => {
  const load = folder
    ? createRequire(join(folder, 'node_modules', 'package.json'))
    : createRequire(import.meta.url);

  test('bitcoinjs-lib builds, signs and sends, and its transaction is found', async () => {
    const bitcoin = load('bitcoinjs-lib') as BitcoinJs;
    const ecc = createRequire(import.meta.url)('tiny-secp256k1') as unknown;
    const { ECPairFactory } = load('ecpair') as { ECPairFactory: (curve: unknown) => EcPairs };
    const network = bitcoin.networks.regtest;
    const key = ECPairFactory(ecc).fromPrivateKey(new Uint8Array(32).fill(7), { network });
    const { address, output } = bitcoin.payments.p2wpkh({ pubkey: key.publicKey, network });
    const coin = await world.fund(address, 90_000);
    const psbt = new bitcoin.Psbt({ network });
    psbt.addInput({ hash: coin.txid, index: coin.vout, witnessUtxo: { script: output, value: 90_000n } });
    psbt.addOutput({ address: OTHER, value: 89_000n });
    psbt.signInput(0, key).finalizeAllInputs();
    const transaction = psbt.extractTransaction();
    const sent = await fetch(`${endpoints.esploraUrl}/tx`, { method: 'POST', body: transaction.toHex() });
    expect(await sent.text()).toBe(transaction.getId());
    const [hash] = await world.mine(1);
    const block = bitcoin.Block.fromHex((await world.call('getblock', [hash, 0])) as string);
    expect(block.checkTxRoots()).toBe(true);
    expect(block.getId()).toBe(hash);
    expect(block.transactions!.map((tx) => tx.getId())).toContain(transaction.getId());
  });

  test('bitcoin-core speaks JSON-RPC, in batches too', async () => {
    const Client = load('bitcoin-core') as new (options: Json) => Record<string, Method>;
    const client = new Client({ host: endpoints.rpcUrl, username: 'any', password: 'any' });
    expect(await client['getBlockCount']!()).toBe(await world.call('getblockcount'));
    const batch = [{ method: 'getbestblockhash' }, { method: 'getblockhash', parameters: [0] }];
    expect(await client['command']!(batch)).toEqual([
      await world.call('getbestblockhash'),
      await world.call('getblockhash', [0]),
    ]);
    await expect(client['getBlockHash']!(99_999)).rejects.toMatchObject({ code: -8 });
    await expect(client['getNewAddress']!()).rejects.toMatchObject({ code: -18 });
  });
});

type Method = (...args: unknown[]) => Promise<unknown>;

interface EcPairs {
  fromPrivateKey(secret: Uint8Array, options: Json): { publicKey: Uint8Array };
}

/** What the test uses of bitcoinjs-lib, whose types are not installed here. */
interface BitcoinJs {
  networks: { regtest: unknown };
  payments: { p2wpkh(options: Json): { address: string; output: Uint8Array } };
  Psbt: new (
    options: Json,
  ) => {
    addInput(input: Json): void;
    addOutput(output: Json): void;
    signInput(index: number, key: unknown): { finalizeAllInputs(): void };
    extractTransaction(): { toHex(): string; getId(): string };
  };
  Block: {
    fromHex(hex: string): {
      checkTxRoots(): boolean;
      getId(): string;
      transactions?: { getId(): string }[];
    };
  };
}
