/**
 * The sandbox: one process that holds a regtest node, an index, a database, the signer, the service and a
 * demo world.
 *
 *   devnode (or CHAIN_RPC_URL, ORD_URL) ◄── the same adapters as in production ──► service ◄── clients
 *        ▲                                                                            │
 *        └──────────── miner, inscriber: POST /sandbox/… ◄────────────────────────────┘
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  type Answer,
  createEsplora,
  createNode,
  createOrd,
  startOrdServer,
  startRpcServer,
} from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { openLogger } from '@ordbook/server/api/edge/log';
import { atMost } from '@ordbook/server/base/concurrency';
import { type OpenParts, openParts } from '@ordbook/server/base/open-parts';
import { listenForAdmin } from '@ordbook/server/composition/admin-listener';
import { buildService } from '@ordbook/server/composition/build-service';
import type { Constants } from '@ordbook/server/composition/constants';
import { readSettings } from '@ordbook/server/composition/settings';
import { countedSigner } from '@ordbook/server/signer/limits/counted';
import { fillLimits, marketLimits } from '@ordbook/server/signer/limits/limits';
import { marketSigner } from '@ordbook/server/signer/market/market-signer';
import { addSource, upsertCollection } from '@ordbook/server/store/catalogue/collections';
import type { CollectionKind } from '@ordbook/server/store/catalogue/schema';
import { fundPools } from '@ordbook/server/trading/operator-coins/pools';
import { hex } from '@scure/base';
import { sandboxBooks, sandboxBounds } from './books.ts';
import { SANDBOX_TIERS, sandboxCollectionOffers, sandboxKeySet } from './collection-offers.ts';
import { controlRoutes } from './control-routes.ts';
import { documentControlRoutes } from './document.ts';
import { exampleValues } from './example-values.ts';
import { keyOf, secretOf } from './keys.ts';
import { manualFiles, manualRoutes } from './manual.ts';
import { createMiner, type RpcCall } from './miner.ts';
import { freePort } from './ports.ts';
import { realNode } from './real-node.ts';
import { openSession } from './session.ts';
import { createWorld, type World } from './world.ts';

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Ports of the built-in node and index. Default 0: any free port. */
  readonly nodePort?: number;
  readonly indexPort?: number;
  /** Seconds between blocks; 0: only on request. */
  readonly blockSeconds: number;
  /** A real node and a real index; empty: devnode. */
  readonly chainRpcUrl?: string;
  readonly ordUrl?: string;
  /** Empty: an embedded database in memory. */
  readonly databaseUrl?: string;
  readonly logLevel?: string;
  /** Factor on the API's rate limits and daily costs. Default 1,000: a sandbox is for tests. */
  readonly limitScale?: number;
  /** Where what a start prepares is kept for the next one. Default `~/.cache/ordbook`, or $ORDBOOK_CACHE. */
  readonly cacheFolder?: string;
  /** Where the admin API listens, as ADMIN_LISTEN says; absent: nowhere. */
  readonly adminListen?: string;
  /** Further settings of the service, by name. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Constants of the service that are others here, by name. */
  readonly constants?: Partial<Constants>;
  readonly progress?: (step: string) => void;
}

export interface Sandbox {
  /** Without the /api/v1 prefix. */
  readonly url: string;
  readonly node: string;
  readonly index: string;
  readonly world: World;
  readonly service: Awaited<ReturnType<typeof buildService>>;
  /** Path of the socket, or `host:port`, of the admin API; null: there is none. */
  readonly admin: string | null;
  close(): Promise<void>;
}

/** Polling interval of devnode's index, ms. */
const INDEX_POLL_MS = 200;
const CACHE = process.env['ORDBOOK_CACHE'] || join(homedir(), '.cache', 'ordbook');
/** Number of anchors at the start. */
const ANCHORS = 100;

/**
 * Starts everything. Resolves when the API responds and the demo world exists. Throws when a part cannot be
 * started.
 */
export function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  return openParts((opened) => open(options, opened));
}

async function open(options: SandboxOptions, opened: OpenParts): Promise<Sandbox> {
  const progress = options.progress ?? (() => undefined);
  progress('starting node and index');
  const chain = await openChain(options, opened);
  // its pools are empty until the world is made, which needs no warning
  const logger = await openLogger('error');
  const limitScale = options.limitScale ?? 1_000;
  const bounds = sandboxBounds(limitScale);
  const marketBooks = sandboxBooks(marketLimits(bounds, SANDBOX_TIERS), logger);
  const local = marketSigner({
    market: hex.encode(secretOf('market')),
    anchor: hex.encode(secretOf('anchor')),
    network: 'regtest',
    feeAddress: keyOf('fees', 'p2wpkh').address,
  });
  const port = options.port === 0 ? await freePort() : options.port;
  // the policy signer has its own list of collections, as in production
  const described: { slug: string; kind: CollectionKind; sources: string[] }[] = [];
  let examples: Readonly<Record<string, string>> = {};
  progress('starting the service');
  const byDefault = readSettings({});
  const settings = readSettings(
    {
      NETWORK: 'regtest',
      CHAIN_RPC_URL: chain.rpcUrl,
      ORD_URL: chain.ordUrl,
      DATABASE_URL: options.databaseUrl ?? '',
      DOMAIN: 'localhost',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      EXPLORER_URL: `http://127.0.0.1:${port}/sandbox/explorer`,
      TOKEN_KEYS: `sandbox:${hex.encode(secretOf('tokens'))}`,
      FEE_ADDRESS: keyOf('fees', 'p2wpkh').address,
      ANCHOR_POOL_TARGET: ANCHORS,
      LIMIT_SCALE: limitScale,
      PROFILE_DAILY_COST_SATS: Math.ceil(byDefault.PROFILE_DAILY_COST_SATS * limitScale),
      UNPAID_DAILY_COST_SATS: Math.ceil(byDefault.UNPAID_DAILY_COST_SATS * limitScale),
      FAILURE_DEPTH: 1,
      POLL_MS: 500,
      DONATION_NAME: 'Regtest Relief',
      DONATION_URL: 'https://example.org/regtest-relief',
      DONATION_ADDRESS: keyOf('donations', 'p2wpkh').address,
      ADMIN_LISTEN: options.adminListen ?? 'off',
      WEBHOOKS_ALLOW_PRIVATE: true,
      ...options.settings,
    },
    { PATIENCE_BLOCKS: 12, ...options.constants },
  );
  const started = await buildService(settings, {
    logger,
    isOnlyProcess: true,
    cacheFolder: options.cacheFolder ?? CACHE,
    keySet: sandboxKeySet(),
    exampleValues: () => examples,
    signer: countedSigner(local, await local.publicKeys(), marketBooks),
    collectionOffers: (parts) =>
      sandboxCollectionOffers(parts.chain, {
        collections: () => described,
        marketBooks,
        booksOf: () => sandboxBooks(fillLimits(bounds), logger),
      }),
  });
  const service = opened.add(started, ({ close }) => close());
  const { ctx, api, follower, ledFollower } = service;
  const miner = createMiner(chain.call);
  const settle = async () => {
    await chain.syncIndex();
    return follower.sync();
  };

  const world = await createWorld(miner, {
    progress,
    async addSource(slug, id) {
      described.find((collection) => collection.slug === slug)?.sources.push(id);
      await addSource(ctx.db, slug, id);
    },
  });
  progress('reading the collections');
  for (const collection of world.collections) {
    described.push({ ...collection, sources: [...collection.sources] });
    await upsertCollection(ctx.db, { ...collection, createdAt: ctx.clock.now() });
  }
  await miner.pay([
    { address: anchorAddress(ctx.keys, 'regtest'), sats: 10 * ANCHORS * ctx.settings.anchorSats },
  ]);
  await miner.mine(1);
  await settle();
  progress('creating anchors');
  await miner.mine(1);
  await settle();
  progress('creating admission coins');
  await fundPools(ctx);
  await miner.mine(1);
  await settle();

  const alone = atMost(1);
  const signIn = async (wallet: string) => {
    const session = await openSession(url, world.wallets, wallet);
    examples = await exampleValues(ctx, world, session);
    return session;
  };
  const { call, esplora } = chain;
  const url = `http://127.0.0.1:${port}`;
  examples = await exampleValues(ctx, world);
  const ord = indexAt(chain.ordUrl);
  api.register(
    async (app) => {
      documentControlRoutes(app);
      controlRoutes(app, { ctx, call, miner, world, esplora, ord, settle, signIn, alone });
    },
    { prefix: '/sandbox' },
  );
  manualRoutes(api, manualFiles());
  await api.listen({ host: '127.0.0.1', port });
  const admin = await listenForAdmin(service, settings);
  ledFollower.start();
  logger.level = options.logLevel ?? 'warn';
  if (options.blockSeconds > 0)
    opened.add(
      everySeconds(options.blockSeconds, () => alone(() => miner.mine(1))),
      async (blocks) => clearInterval(blocks),
    );
  return {
    ...{ url, node: chain.rpcUrl, index: chain.ordUrl, world, service },
    admin: admin && ('port' in admin ? `${admin.host}:${admin.port}` : admin.socketPath),
    close: opened.close,
  };
}

/**
 * devnode in this process, or a real node with a real `ord`, or a real node with devnode's index on top of
 * it.
 */
async function openChain(options: SandboxOptions, opened: OpenParts) {
  let rpcUrl = options.chainRpcUrl ?? '';
  let call: RpcCall;
  if (rpcUrl) {
    call = realNode(rpcUrl);
    await requireResponse('node', rpcUrl, 'CHAIN_RPC_URL', () => call('getblockcount'));
  } else {
    const node = createNode();
    const server = opened.add(await startRpcServer({ node, port: options.nodePort ?? 0 }), (running) =>
      running.close(),
    );
    rpcUrl = server.url;
    call = node.call;
  }
  const esplora = createEsplora({ call });
  let ordUrl = options.ordUrl ?? '';
  let syncIndex = () => levelled(ordUrl, call);
  if (ordUrl) {
    await requireResponse('index', ordUrl, 'ORD_URL', () => fetch(`${ordUrl}/blockheight`));
  } else {
    const ord = opened.add(createOrd({ call, pollMs: INDEX_POLL_MS }), (index) => index.close());
    const server = opened.add(await startOrdServer(ord, { port: options.indexPort ?? 0 }), (running) =>
      running.close(),
    );
    ordUrl = server.url;
    syncIndex = () => ord.sync();
  }
  return { rpcUrl, ordUrl, call, esplora, syncIndex };
}

/** Throws an Error that names the setting when a real program does not respond. */
async function requireResponse(what: string, url: string, setting: string, ask: () => Promise<unknown>) {
  try {
    await ask();
  } catch (error) {
    // without user and password
    const { host } = new URL(url);
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message ? cause.message : message;
    throw new Error(`the ${what} at ${host} does not respond (${reason}); start it, or correct ${setting}`, {
      cause: error,
    });
  }
}

/** Passes GETs to the index at `url`, as a program would that takes JSON. */
function indexAt(url: string) {
  return async (path: string): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, { headers: { accept: 'application/json' } });
    const type = response.headers.get('content-type') ?? 'text/plain';
    const body = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: { 'content-type': type }, body };
  };
}

/** Waits until a real `ord` has indexed the node's tip. Throws an Error when it does not catch up. */
async function levelled(ordUrl: string, call: RpcCall): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [height, answer] = await Promise.all([call('getblockcount'), fetch(`${ordUrl}/blockheight`)]);
    if (Number(await answer.text()) === height) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`ord at ${ordUrl} did not catch up with the node; check that it follows the same node`);
}

/**
 * Runs `work` every so many seconds. Skips a run while the previous one is not done, so that blocks do not
 * pile up.
 */
function everySeconds(seconds: number, work: () => Promise<unknown>): NodeJS.Timeout {
  let isBusy = false;
  return setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void work()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, seconds * 1000);
}
