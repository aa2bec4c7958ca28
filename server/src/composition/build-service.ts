import type { SignedKeySet } from '@ordbook/protocol/key-set';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { COUNT_TIMEOUT_MS, limitsInDatabase, limitsInRedis } from '../api/edge/limit-stores.ts';
import { DEFAULT_RATE_LIMITS, type LimiterFactory, limitsInMemory } from '../api/edge/limits.ts';
import { createLogger } from '../api/edge/log.ts';
import { createApi } from '../api/server.ts';
import type { ApiSettings, TokenKey } from '../api/settings.ts';
import { systemClock } from '../base/clock.ts';
import { openParts } from '../base/open-parts.ts';
import { bitcoind } from '../chain/bitcoind.ts';
import { esploraCoins } from '../chain/esplora.ts';
import { createFollower, type Follower } from '../follower/follow.ts';
import { checkedFirst } from '../ordinals/checked-first.ts';
import { ordServer } from '../ordinals/ord-server.ts';
import { mempoolSpacePrices } from '../price/mempool-space.ts';
import type { FillSigners } from '../signer/fill-port.ts';
import type { Signer } from '../signer/port.ts';
import { type SignerAddress, signerAddress } from '../signer/transport/address.ts';
import { SERVICE } from '../signer/transport/certificate-role.ts';
import { signerClient } from '../signer/transport/client.ts';
import { fillSigners } from '../signer/transport/fill-clients.ts';
import { alwaysLeading } from '../store/database/election.ts';
import { electByDatabase } from '../store/database/leader.ts';
import { migrate } from '../store/database/migrate.ts';
import { openPglite } from '../store/database/pglite.ts';
import { openPostgres } from '../store/database/postgres.ts';
import type { Database } from '../store/port.ts';
import type { CollectionOfferParts, TradingContext } from '../trading/context.ts';
import { FLOWS } from '../trading/flows.ts';
import { checkSettings } from './check-settings.ts';
import { followAsLeader, type LedFollower } from './follow-as-leader.ts';
import { readKeySet, requireSignersOf } from './key-set-file.ts';
import { installPoolMetrics } from './pool-metrics.ts';
import { scheduledAudit } from './scheduled-audit.ts';
import { listOf, type Settings, tlsFiles, tradingSettings } from './settings.ts';
import { readTiers } from './tiers.ts';

/** A complete service that does not listen or follow the chain yet. */
export interface Service {
  readonly ctx: TradingContext;
  readonly api: FastifyInstance;
  readonly follower: Follower;
  /**
   * `follower`, running only while this replica is the leader. With the embedded database the one process
   * always is.
   */
  readonly ledFollower: LedFollower;
  /** Stops the follower, then the API, then closes the database. */
  close(): Promise<void>;
}

/** Parts supplied by the caller instead of built from the settings, e.g. the sandbox's own signer. */
export interface BroughtParts {
  readonly logger?: Logger;
  readonly signer?: Signer;
  readonly keySet?: SignedKeySet;
  readonly collectionOffers?: (
    parts: Pick<TradingContext, 'chain' | 'ordinals'>,
  ) => Promise<CollectionOfferParts>;
}

/**
 * Builds the service; the only place that creates adapters. Throws when the database, the signer or a setting
 * is unusable.
 */
export function buildService(settings: Settings, brought: BroughtParts = {}): Promise<Service> {
  return openParts(async (opened) => {
    checkSettings(settings, brought.signer ? ['SIGNER_ENDPOINT'] : []);
    const logger = brought.logger ?? createLogger(settings.LOG_LEVEL);
    const { db } = opened.add(await openStore(settings), (store) => store.close());
    await migrate(db);
    const adapters = openAdapters(settings);
    const signer = brought.signer ?? adapters.signer;
    const collectionOffers = brought.collectionOffers
      ? await brought.collectionOffers(adapters)
      : await collectionOfferParts(settings, signer);
    const keys = await signer.publicKeys();
    const keySet =
      brought.keySet ?? (settings.KEY_SET ? await readKeySet(settings.KEY_SET, settings.NETWORK) : null);
    if (keySet) requireSignersOf(keySet, { ...keys, ...collectionOffers?.keys });
    const audits = scheduledAudit({ everyHours: settings.AUDIT_EVERY_HOURS, pollMs: settings.POLL_MS });
    const ctx: TradingContext = {
      ...adapters,
      signer,
      keys,
      db,
      settings: tradingSettings(settings),
      clock: systemClock,
      log: logger,
      flows: settings.AUDIT_EVERY_HOURS > 0 ? [...FLOWS, audits.flow] : FLOWS,
      ...(collectionOffers ? { collectionOffers } : {}),
    };
    const limits = opened.add(openLimits(settings, db), async ({ close }) => close());
    const metrics = serviceMetrics(ctx);
    audits.install(metrics);
    const api = opened.add(
      createApi(ctx, apiSettings(settings, { logger, limiters: limits.limiters, metrics, keySet })),
      (app) => app.close(),
    );
    const follower = opened.add(createFollower(ctx, { pollMs: settings.POLL_MS }), ({ stop }) => stop());
    const election = settings.DATABASE_URL ? electByDatabase(settings.DATABASE_URL) : alwaysLeading;
    const ledFollower = opened.add(followAsLeader(election, follower, logger), ({ stop }) => stop());
    return { ctx, api, follower, ledFollower, close: opened.close };
  });
}

/** Clients of the remote services. Makes no request yet. */
export function openAdapters(settings: Settings) {
  const timeoutMs = settings.REMOTE_TIMEOUT_MS;
  return {
    chain: bitcoind({
      url: settings.CHAIN_RPC_URL,
      timeoutMs,
      ...(settings.ESPLORA_URL
        ? { addressCoins: esploraCoins({ url: settings.ESPLORA_URL, timeoutMs }) }
        : {}),
    }),
    ordinals: checkedFirst(ordServer({ url: settings.ORD_URL, timeoutMs })),
    prices: settings.PRICE_URL ? mempoolSpacePrices({ url: settings.PRICE_URL, timeoutMs }) : null,
    signer: signerClient({ ...signerAt(settings, 'SIGNER_ENDPOINT'), timeoutMs }),
  };
}

function signerAt(
  settings: Settings,
  name: 'SIGNER_ENDPOINT' | 'POLICY_SIGNER_ENDPOINT' | 'GATE_SIGNER_ENDPOINT',
): SignerAddress {
  return signerAddress(settings[name], tlsFiles(settings), SERVICE);
}

/** Clients of the three signers of fills; null unless their endpoints are set. Makes no request yet. */
export function openFillSigners(settings: Settings): FillSigners | null {
  const { REMOTE_TIMEOUT_MS: timeoutMs } = settings;
  if (settings.POLICY_SIGNER_ENDPOINT === '' || settings.GATE_SIGNER_ENDPOINT === '') return null;
  return fillSigners({
    market: { ...signerAt(settings, 'SIGNER_ENDPOINT'), timeoutMs },
    policy: { ...signerAt(settings, 'POLICY_SIGNER_ENDPOINT'), timeoutMs },
    gate: { ...signerAt(settings, 'GATE_SIGNER_ENDPOINT'), timeoutMs },
  });
}

/** What collection offers need, if the signers' endpoints are set. Throws when a signer is unreachable. */
async function collectionOfferParts(
  settings: Settings,
  signer: Signer,
): Promise<CollectionOfferParts | null> {
  const signers = openFillSigners(settings);
  if (!signers) return null;
  const [{ market }, { policy }, { gate }] = await Promise.all([
    signer.publicKeys(),
    signers.policy.publicKeys(),
    signers.gate.publicKeys(),
  ]);
  return { signers, keys: { market, policy, gate }, tiers: readTiers(settings.ADMISSION_TIERS) };
}

/** PostgreSQL when DATABASE_URL is set, else the embedded database in DATA_DIR, or in memory without it. */
export async function openStore(settings: Settings): Promise<{ db: Database; close(): Promise<void> }> {
  if (settings.DATABASE_URL) return openPostgres(settings.DATABASE_URL, { poolSize: settings.DATABASE_POOL });
  return openPglite(settings.DATA_DIR ? { dataDir: settings.DATA_DIR } : { memory: true });
}

/**
 * Where rate limits are counted: in Redis when it is set, else in PostgreSQL; with the embedded database in
 * this process.
 */
function openLimits(settings: Settings, db: Database): { limiters: LimiterFactory; close(): void } {
  if (settings.REDIS_URL) {
    // a command fails at once while Redis is unreachable; each replica then counts for itself
    const redis = new Redis(settings.REDIS_URL, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COUNT_TIMEOUT_MS,
    });
    redis.on('error', () => {});
    return { limiters: limitsInRedis(redis), close: () => redis.disconnect() };
  }
  return { limiters: settings.DATABASE_URL ? limitsInDatabase(db) : limitsInMemory, close: () => {} };
}

/** Resolves when Redis responds. Throws its error when it does not. */
export async function askRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    commandTimeout: COUNT_TIMEOUT_MS,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

/** Runs `work` on the migrated database of the settings, then closes it. */
export async function withStore<T>(settings: Settings, work: (db: Database) => Promise<T>): Promise<T> {
  const store = await openStore(settings);
  try {
    await migrate(store.db);
    return await work(store.db);
  } finally {
    await store.close();
  }
}

function serviceMetrics(ctx: TradingContext): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  installPoolMetrics(ctx, metrics);
  return metrics;
}

function apiSettings(
  settings: Settings,
  parts: Pick<ApiSettings, 'logger' | 'limiters' | 'metrics' | 'keySet'>,
): ApiSettings {
  const scaled = Object.entries(DEFAULT_RATE_LIMITS.buckets).map(([bucket, { perIp, perCaller }]) => [
    bucket,
    {
      perIp: Math.ceil(perIp * settings.LIMIT_SCALE),
      perCaller: Math.ceil(perCaller * settings.LIMIT_SCALE),
    },
  ]);
  return {
    ...parts,
    tokenKeys: tokenKeys(settings.TOKEN_KEYS),
    rateLimits: { ...DEFAULT_RATE_LIMITS, buckets: Object.fromEntries(scaled) },
    trustedProxies: listOf(settings.TRUSTED_PROXIES),
    publicUrl: settings.PUBLIC_URL,
    linkingOrigins: listOf(settings.LINKING_ORIGINS),
    contentUrl: settings.CONTENT_URL || `${settings.ORD_URL}/content`,
    collectionPageUrl: settings.COLLECTION_PAGE_URL || null,
    checkResponses: settings.NETWORK === 'regtest',
  };
}

/** Parses `id:secret,id:secret`, which `checkSettings` has validated. */
function tokenKeys(value: string): [TokenKey, ...TokenKey[]] {
  const keys = listOf(value).map((part): TokenKey => {
    const colon = part.indexOf(':');
    return { id: part.slice(0, colon), secret: part.slice(colon + 1) };
  });
  return keys as [TokenKey, ...TokenKey[]];
}
