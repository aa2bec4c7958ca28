import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { limitsInMemory } from '../api/limits.ts';
import { createLogger } from '../api/log.ts';
import { createApi } from '../api/server.ts';
import { type ApiSettings, DEFAULT_RATE_LIMITS, type TokenKey } from '../api/settings.ts';
import { systemClock } from '../base/clock.ts';
import { bitcoind } from '../chain/bitcoind.ts';
import { esploraCoins } from '../chain/esplora.ts';
import { createFollower, type Follower } from '../follower/follow.ts';
import { ordServer } from '../ordinals/ord-server.ts';
import { signerClient } from '../signer/client.ts';
import type { Signer } from '../signer/port.ts';
import { migrate } from '../store/migrate.ts';
import { openPglite } from '../store/pglite.ts';
import type { Database } from '../store/port.ts';
import { openPostgres } from '../store/postgres.ts';
import type { TradingContext } from '../trading/context.ts';
import { listOf, type Settings, tradingSettings } from './settings.ts';

/** A whole service, built but not listening and not following yet. */
export interface Service {
  readonly ctx: TradingContext;
  readonly api: FastifyInstance;
  readonly follower: Follower;
  /** Stops following and answering, in this order, and closes the database. */
  close(): Promise<void>;
}

/** Parts that a caller brings instead of having them built from the settings: the sandbox brings its own signer. */
export interface BroughtParts {
  readonly signer?: Signer;
}

/** The one place where adapters are built. Throws when the database, the signer or a setting is unusable. */
export async function wire(settings: Settings, brought: BroughtParts = {}): Promise<Service> {
  const logger = createLogger(settings.LOG_LEVEL);
  const timeoutMs = settings.REMOTE_TIMEOUT_MS;
  const store = await openStore(settings);
  await migrate(store.db);
  const signer = brought.signer ?? signerClient({ socketPath: settings.SIGNER_SOCKET, timeoutMs });
  const ctx: TradingContext = {
    chain: bitcoind({
      url: settings.CHAIN_RPC_URL,
      timeoutMs,
      ...(settings.ESPLORA_URL
        ? { addressCoins: esploraCoins({ url: settings.ESPLORA_URL, timeoutMs }) }
        : {}),
    }),
    ordinals: ordServer({ url: settings.ORD_URL, timeoutMs }),
    signer,
    keys: await signer.publicKeys(),
    db: store.db,
    settings: tradingSettings(settings),
    clock: systemClock,
    log: logger,
  };
  const api = createApi(ctx, apiSettings(settings, logger));
  const follower = createFollower(ctx, { pollMs: settings.POLL_MS });
  return {
    ctx,
    api,
    follower,
    async close() {
      await follower.stop();
      await api.close();
      await store.close();
    },
  };
}

/** PostgreSQL when DATABASE_URL says so, else the embedded one: in DATA_DIR, or in memory without it. */
async function openStore(settings: Settings): Promise<{ db: Database; close(): Promise<void> }> {
  if (settings.DATABASE_URL) return openPostgres(settings.DATABASE_URL, { poolSize: settings.DATABASE_POOL });
  return openPglite(settings.DATA_DIR ? { dataDir: settings.DATA_DIR } : { memory: true });
}

function apiSettings(settings: Settings, logger: ApiSettings['logger']): ApiSettings {
  const scaled = Object.entries(DEFAULT_RATE_LIMITS.buckets).map(([bucket, { perIp, perCaller }]) => [
    bucket,
    {
      perIp: Math.ceil(perIp * settings.LIMIT_SCALE),
      perCaller: Math.ceil(perCaller * settings.LIMIT_SCALE),
    },
  ]);
  return {
    tokenKeys: tokenKeys(settings.TOKEN_KEYS),
    rateLimits: { ...DEFAULT_RATE_LIMITS, buckets: Object.fromEntries(scaled) },
    limiters: limitsInMemory,
    trustedProxies: listOf(settings.TRUSTED_PROXIES),
    logger,
    metrics: new Registry(),
    publicUrl: settings.PUBLIC_URL,
    contentUrl: settings.CONTENT_URL || `${settings.ORD_URL}/content`,
    collectionPageUrl: settings.COLLECTION_PAGE_URL || null,
    checkAnswers: settings.NETWORK === 'regtest',
  };
}

/** `id:secret,id:secret` */
function tokenKeys(value: string): [TokenKey, ...TokenKey[]] {
  const keys = listOf(value).map((part): TokenKey => {
    const colon = part.indexOf(':');
    const secret = part.slice(colon + 1);
    if (colon < 1 || secret.length < 32)
      throw new Error('TOKEN_KEYS: each key is id:secret with 32 characters or more of secret');
    return { id: part.slice(0, colon), secret };
  });
  const [first, ...rest] = keys;
  if (!first) throw new Error('TOKEN_KEYS is not set: name at least one id:secret');
  return [first, ...rest];
}
