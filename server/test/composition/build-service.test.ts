import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode, startRpcServer } from '@ordbook/devnode';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { paymentAddress } from '../../../protocol/test/parties.ts';
import { buildService } from '../../src/composition/build-service.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { marketSigner } from '../../src/signer/market/market-signer.ts';
import { SIGNER_OPTIONS } from '../signer/requests.ts';
import { fillDataDirectory } from '../support/database.ts';

// the embedded database takes seconds to open
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let env: Record<string, string>;
let closeNode: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-build-'));
  const rpc = await startRpcServer({ node: createNode(), port: 0 });
  closeNode = rpc.close;
  for (const name of ['data', 'signet']) await fillDataDirectory(join(folder, name));
  env = {
    NETWORK: 'regtest',
    CHAIN_RPC_URL: rpc.url,
    ORD_URL: 'http://127.0.0.1:9',
    FEE_ADDRESS: paymentAddress('fees', 'p2wpkh'),
    TOKEN_KEYS: `build:${'ab'.repeat(32)}`,
    DATA_DIR: join(folder, 'data'),
  };
});
afterAll(async () => {
  await closeNode();
  await rm(folder, { recursive: true });
});

const build = (more: Record<string, string> = {}, signer = marketSigner(SIGNER_OPTIONS)) =>
  buildService(readSettings({ ...env, ...more }), {
    logger: pino({ level: 'silent' }),
    signer,
    isOnlyProcess: true,
  });

test('a service whose node is of another network does not start', async () => {
  const signet = {
    NETWORK: 'signet',
    FEE_ADDRESS: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    DATA_DIR: join(folder, 'signet'),
  };
  await expect(build(signet)).rejects.toThrow(
    'NETWORK is signet, but the part at CHAIN_RPC_URL follows regtest; set NETWORK, or point CHAIN_RPC_URL at a node of signet',
  );
});

test('a database belongs to the keys and the network that used it first', async () => {
  await (await build()).close();
  await (await build()).close();
  const other = marketSigner({
    ...SIGNER_OPTIONS,
    market: SIGNER_OPTIONS.anchor,
    anchor: SIGNER_OPTIONS.market,
  });
  await expect(build({}, other)).rejects.toThrow(
    /^the database belongs to the market key [0-9a-f]{64}, but the signer has [0-9a-f]{64}; .*"Retire a key"$/,
  );
  const testnet = { NETWORK: 'testnet', FEE_ADDRESS: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' };
  await expect(build(testnet)).rejects.toThrow('the database is of regtest, but NETWORK is testnet');
});

test('a service without a database is refused, unless it brings its signer, as the sandbox does', async () => {
  const forgetful = readSettings({ ...env, DATA_DIR: '', SIGNER_ENDPOINT: join(folder, 's') });
  await expect(buildService(forgetful)).rejects.toThrow('DATABASE_URL is not set: set it, or DATA_DIR');
});
