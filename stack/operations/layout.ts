/** Three replicas as docs/growth.md lays them out, behind the shipped proxy, and two traders who come through it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import {
  buy,
  createClient,
  listInscriptions,
  localWallet,
  memoryStorage,
  ordSource,
  signIn,
} from '../../client/src/index.ts';
import type { SandboxWallet } from '../../sandbox/src/keys.ts';
import { caddyfile } from '../../server/src/cli/init/proxy.ts';
import { until } from '../edge/replica.ts';
import { freePort, startChild } from '../real/child.ts';
import { allReady, fundPools, type Market, startMarket } from '../soak/market.ts';

const SLUGS = ['embers', 'tidepools'];
const PRICE_SATS = 50_000;
const CONNECTIONS = 16;
/** A call is repeated as long, because a part may be away. */
const PATIENCE = { timeout: 90_000, interval: 200 };

export interface Layout {
  readonly market: Market;
  /** The status of a read through the proxy; 0: none came. */
  read(): Promise<number>;
  /** Reads a second and their p99, for some seconds. Fails for a status that is not 200. `at`: not the proxy. */
  reads(seconds: number, at?: string): Promise<string>;
  /** Lists one more inscription. */
  list(): Promise<Listed>;
  /** Lists an inscription, buys it and waits for its block. Returns the ms of listing and purchase. */
  trade(): Promise<number>;
  mine(blocks?: number): Promise<void>;
  close(): Promise<void>;
}

export interface Listed {
  readonly collectionSlug: string;
  readonly listings: readonly { listingId: string; inscriptionId: string; priceSats: number }[];
}

/** `tools`: the folder of the proxy; `folder`: for its files. See `startMarket` for `main` and `env`. */
export async function openLayout(options: {
  readonly tools: string;
  readonly folder: string;
  readonly main: string;
  readonly env: Readonly<Record<string, string>>;
}): Promise<Layout> {
  const { tools, folder, main, env } = options;
  const market = await startMarket({ services: 3, main, env, progress: () => undefined });
  const [port, admin] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const upstreams = market.services.map((service) => new URL(service.url).host).join(' ');
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin 127.0.0.1:${admin}\n}\n${caddyfile(url, upstreams)}`);
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  const proxy = startChild(join(tools, 'bin/caddy'), args, { env: { HOME: folder, XDG_DATA_HOME: folder } });
  const isServing = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the proxy serves', isServing);

  const enter = (wallet: SandboxWallet) =>
    signIn(
      createClient({ baseUrl: url, network: 'regtest', timeoutMs: 20_000 }),
      localWallet({ ...wallet, network: 'regtest' }),
      { source: ordSource(market.ord.url), storage: memoryStorage(), domain: 'localhost' },
    );
  const [alice, , carol] = market.world.wallets;
  const [seller, buyer] = [await enter(alice!), await enter(carol!)];
  await fundPools(market);
  const goods: { slug: string; inscriptionId: string }[] = [];
  for (const slug of SLUGS) {
    const query = { limit: 100 };
    const { items } = await seller.client.get('/collection/{slug}/inscriptions', { path: { slug }, query });
    const own = items.filter(({ owner }) => owner === seller.wallet.ordinalsAddress);
    goods.push(...own.map(({ inscriptionId }) => ({ slug, inscriptionId })));
  }

  const readAt = (base: string) =>
    fetch(`${base}/api/v1/listings?limit=100`, {
      headers: { authorization: `Bearer ${seller.client.options.token}` },
      signal: AbortSignal.timeout(20_000),
    }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );

  async function list(): Promise<Listed> {
    const { slug, inscriptionId } = goods.shift()!;
    const request = { collectionSlug: slug, items: [{ inscriptionId, priceSats: PRICE_SATS }] };
    const listings = await vi.waitFor(() => listInscriptions(seller, request), PATIENCE);
    return { collectionSlug: slug, listings: listings.map((one) => ({ ...one, priceSats: PRICE_SATS })) };
  }

  async function largestCoin() {
    const address = buyer.wallet.paymentAddress;
    const { unspents } = (await market.node.call('scantxoutset', ['start', [`addr(${address})`]])) as {
      unspents: { txid: string; vout: number; amount: number }[];
    };
    const { txid, vout, amount } = unspents.sort((a, b) => b.amount - a.amount)[0]!;
    return { txid, vout, valueSats: Math.round(amount * 1e8) };
  }

  async function mine(blocks = 1): Promise<void> {
    await market.miner.mine(blocks);
    await market.ord.caughtUp(60_000);
    await allReady(market.services);
  }

  return {
    market,
    read: () => readAt(url),
    list,
    mine,
    async reads(seconds, at = url) {
      const times: number[] = [];
      const end = performance.now() + seconds * 1_000;
      await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          while (performance.now() < end) {
            const started = performance.now();
            expect(await readAt(at)).toBe(200);
            times.push(performance.now() - started);
          }
        }),
      );
      times.sort((a, b) => a - b);
      const p99 = Math.round(times[Math.floor(times.length * 0.99)]!);
      return `${Math.round(times.length / seconds)} a second, p99 ${p99} ms`;
    },
    async trade() {
      const started = performance.now();
      const listed = await list();
      const request = { ...listed, spendableUtxos: [await largestCoin()] };
      const { settlementTxid } = await vi.waitFor(() => buy(buyer, request), PATIENCE);
      const took = performance.now() - started;
      await mine();
      const { collectionSlug } = listed;
      const isConfirmed = async () => {
        const { sales } = await buyer.client.get('/sales', { query: { collectionSlug } });
        return sales.some((sale) => sale.txid === settlementTxid);
      };
      await until('the sale is confirmed', isConfirmed, 60_000);
      return took;
    },
    async close() {
      await proxy.stop();
      await market.close();
    },
  };
}
