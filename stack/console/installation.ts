/**
 * The console as an installation serves it: the compiled program with its three signers, behind the proxies
 * with the files that `ordbook init` writes, on a chain with the sandbox's collections and wallets. Nothing
 * of the sandbox answers: traders sign with fakes of browser wallets. Needs `npm run build`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEsplora, startEsploraServer } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { vi } from 'vitest';
import { type SandboxWallet, secretOf } from '../../sandbox/src/keys.ts';
import { createMiner, type Miner } from '../../sandbox/src/miner.ts';
import type { World } from '../../sandbox/src/world.ts';
import { startCaddy } from '../real/caddy.ts';
import { freePort } from '../real/child.ts';
import { startChromium } from '../real/chromium.ts';
import { makeDemoWorld } from '../real/demo-world.ts';
import { startNginx } from '../real/nginx.ts';
import { findChromium, findDeployTools } from '../real/parts.ts';
import { isBuilt, type Shipped, startShipped } from '../real/shipped-service.ts';
import { walletScript } from './fake-wallets.ts';
import { type Trader, traderOf } from './trader.ts';
import { type VisitOptions, visit } from './visit.ts';

const tools = findDeployTools();

/** Whether everything is here that `openInstallation` needs. */
export const hasInstallation = findChromium() !== undefined && tools !== undefined && isBuilt();
if (!hasInstallation)
  process.stdout.write('\nthe shipped console is not tested: npm run build, chromium, deploy-tools\n');

/** Of the operator `ada`. */
export const ADMIN_SECRET = 'c'.repeat(40);
/** All traders have one address, and are faster than people. */
const LIMIT_SCALE = 100;
/** All that the pool wants, so that the service makes none by itself. */
const ANCHORS = 200;
const ANCHOR_SATS = 1_000;
/** Pays for the coins of collection offers. */
const SPARE_SATS = 1_000_000;
/** Custody proofs need as many. */
const CONFIRMATIONS = 6;
const POSTAGE_SATS = 10_000;

export type Proxy = 'Caddy' | 'nginx';

export interface Installation extends Pick<Shipped, 'call' | 'database'> {
  readonly browser: Browser;
  /** The service behind each proxy. */
  readonly urls: Readonly<Record<Proxy, string>>;
  /** Of the operator's console, as `ssh -L` forwards it from its socket. */
  readonly adminUrl: string;
  /** A server that a trader can name as their own. */
  readonly esploraUrl: string;
  readonly miner: Miner;
  wallet(name: string): SandboxWallet;
  /** Resolves when the service has read the blocks. */
  mine(blocks?: number): Promise<void>;
  /** Replaces the last blocks by empty ones, one more. Resolves when the service has read them. */
  reorg(depth: number): Promise<void>;
  /** New members of Embers for a wallet, with the confirmations of a proof. */
  inscribe(name: string, count: number): Promise<void>;
  /** Opens the console behind a proxy and connects the wallet of this name, which Xverse holds. */
  trader(name: string, options?: VisitOptions & { readonly proxy?: Proxy }): Promise<Trader>;
  close(): Promise<void>;
}

export async function openInstallation(): Promise<Installation> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'ordbook-installation-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const port = await freePort();
    let miner!: Miner;
    let world!: World;
    const shipped = await startShipped({
      env: {
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        POLL_MS: '500',
        LIMIT_SCALE: String(LIMIT_SCALE),
        ADMIN_TOKEN: `ada:${ADMIN_SECRET}`,
      },
      async prepare(found) {
        miner = createMiner(found.call);
        world = await makeDemoWorld(found, miner);
        const address = anchorAddress(found.keySet, 'regtest');
        const anchors = Array.from({ length: ANCHORS }, () => ({ address, sats: ANCHOR_SATS }));
        await miner.pay([...anchors, { address, sats: SPARE_SATS }]);
        await miner.mine(CONFIRMATIONS);
      },
    });
    closing.push(() => shipped.stop());
    const caddy = await startCaddy(join(tools!, 'bin', 'caddy'), folder, [shipped.port], port);
    closing.push(() => caddy.child.stop());
    const nginxPort = await freePort();
    const replica = await shipped.replica({ PUBLIC_URL: `https://127.0.0.1:${nginxPort}` });
    const nginx = await startNginx(join(tools!, 'bin', 'nginx'), folder, [replica.port], nginxPort);
    closing.push(() => nginx.child.stop());
    const forwarded = await forward(shipped.adminSocket);
    closing.push(() => forwarded.close());
    const browser = await startChromium();
    closing.push(() => browser.close());
    const urls = { Caddy: caddy.url, nginx: nginx.url };
    await vi.waitFor(async () => {
      nginx.child.assertRunning();
      if (!(await fetch(`${caddy.url}/readyz`)).ok) throw new Error('Caddy does not serve');
    }, 30_000);

    const { call } = shipped;
    const store = new pg.Pool({ connectionString: shipped.database, max: 1 });
    closing.push(() => store.end());
    /** Until the service has read the newest block, and the members that it brought. */
    async function settle(): Promise<void> {
      const tip = await call('getblockcount');
      for (;;) {
        const { rows } = await store.query(
          'select least((select max(height) from blocks), (select min(read_height) from source_readings where not finished)) as at',
        );
        if (rows[0].at === tip) return;
        await sleep(50);
      }
    }
    const mine = async (blocks = 1) => {
      await miner.mine(blocks);
      await settle();
    };
    await settle();
    await shipped.ordbook('pools', 'fund', '--yes', '--reason', 'first funding', '--as', 'ada');
    await mine();
    const esplora = await startEsploraServer(createEsplora({ call }), { port: 0 });
    closing.push(() => esplora.close());
    const wallet = (name: string) => world.wallets.find((one) => one.name === name)!;
    return {
      ...{ browser, urls, adminUrl: forwarded.url, esploraUrl: esplora.url },
      ...{ miner, call, database: shipped.database, wallet, close },
      mine,
      async reorg(depth) {
        const height = (await call('getblockcount')) as number;
        await call('invalidateblock', [await call('getblockhash', [height - depth + 1])]);
        // another address than the miner's: a block could equal one that was just invalidated
        for (let block = 0; block <= depth; block += 1)
          await miner.mineOnly([], wallet('dave').payment.address);
        await settle();
      },
      async inscribe(name, count) {
        const { address } = wallet(name).ordinals;
        await world.inscribeAt({ address, collectionSlug: 'embers', count, postageSats: POSTAGE_SATS });
        await mine(CONFIRMATIONS);
      },
      async trader(name, { proxy = 'Caddy', ...options } = {}) {
        const own = { others: [esplora.url], ...options };
        const visited = await visit(browser, `${urls[proxy]}/inspect`, own);
        const { page } = visited;
        const secrets = ['ordinals', 'payment'].map((role) => hexOf(secretOf(`${name} ${role}`)));
        const keys = `keysOf(secrets, '${wallet(name).payment.type}')`;
        const script = `window.XverseProviders = { BitcoinProvider: injectedXverse(${keys}) };`;
        await page.addInitScript(await walletScript(secrets as [string, string], script));
        await page.reload();
        await page.getByRole('button', { name: 'Connect', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Xverse', exact: true }).click();
        await page.getByRole('button', { name: 'Wallet: Xverse' }).waitFor();
        return traderOf(visited);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Forwards a port of loopback to a socket, as `ssh -L` does. */
async function forward(socketPath: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((client) => {
    const socket = connect(socketPath);
    for (const [from, to] of [
      [client, socket],
      [socket, client],
    ] as const)
      from.pipe(to).on('error', () => from.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
