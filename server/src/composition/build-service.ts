import { randomUUID } from 'node:crypto';
import type { SignedKeySet } from '@ordbook/protocol/key-set';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createAdminApi } from '../api/admin/server.ts';
import { COUNT_TIMEOUT_MS, limitsInRedis } from '../api/edge/limit-stores.ts';
import { DEFAULT_RATE_LIMITS, type LimiterFactory, limitsInMemory } from '../api/edge/limits.ts';
import { openLogger } from '../api/edge/log.ts';
import { eventShape } from '../api/event/shape.ts';
import { createApi } from '../api/server.ts';
import type { ApiSettings, EventSettings } from '../api/settings.ts';
import { HOUR_MS, systemClock } from '../base/clock.ts';
import { openParts } from '../base/open-parts.ts';
import { bitcoind } from '../chain/bitcoind.ts';
import { esploraCoins } from '../chain/esplora.ts';
import { createFollower, type Follower } from '../follower/follow.ts';
import type { Log } from '../ordinals/differences.ts';
import { mempoolSpacePrices } from '../price/mempool-space.ts';
import type { FillSigners } from '../signer/fill-port.ts';
import type { Signer } from '../signer/port.ts';
import { type SignerAddress, signerAddress } from '../signer/transport/address.ts';
import { SERVICE } from '../signer/transport/certificate-role.ts';
import { signerClient } from '../signer/transport/client.ts';
import { fillSigners } from '../signer/transport/fill-clients.ts';
import { alwaysLeading, type Election, neverLeading } from '../store/database/election.ts';
import { fenced } from '../store/database/fence.ts';
import { applicationName, electByDatabase } from '../store/database/leader.ts';
import { listenTo } from '../store/database/listen.ts';
import { migrate } from '../store/database/migrate.ts';
import { requireSessions } from '../store/database/pooler.ts';
import { openPostgres, type PostgresDatabase } from '../store/database/postgres.ts';
import { rehearsed } from '../store/database/transaction.ts';
import type { Database } from '../store/port.ts';
import type { CollectionOfferParts, TradingContext } from '../trading/context.ts';
import { createWebhookDelivery } from '../trading/event/deliver-webhooks.ts';
import { FLOWS } from '../trading/flows.ts';
import { endIfRestored } from '../trading/restored.ts';
import { httpsSender } from '../webhook/https-sender.ts';
import { adminSettings } from './admin-access.ts';
import { openAlerts } from './alerts.ts';
import { checkSettings } from './check-settings.ts';
import { requireOwner } from './database-owner.ts';
import { followAsLeader, type LedFollower } from './follow-as-leader.ts';
import { openContent, openIndex } from './indexes.ts';
import { readKeySet, signerKeys } from './key-set-file.ts';
import { need } from './missing-part.ts';
import { installOperatorMetrics } from './operator-metrics.ts';
import { installPoolMetrics } from './pool-metrics.ts';
import { admitted } from './refused-database.ts';
import { withWebhooks } from './run-webhooks.ts';
import { scheduledAudit } from './scheduled-audit.ts';
import { listOf, type Settings, tradingSettings } from './settings.ts';
import { metricsOfSigners, waitsOfSigners } from './signer-metrics.ts';
import { readTiers } from './tiers.ts';
import { installCertificateMetric, tlsFiles } from './tls-files.ts';
import { tokenKeys } from './token-keys.ts';
import { watchParts } from './watch-parts.ts';

/** `moves_wake`, a trigger, notifies here. */
const EVENT_CHANNEL = 'ordbook_events';

/** A complete service that does not listen or follow the chain yet. */
export interface Service {
  readonly ctx: TradingContext;
  readonly api: FastifyInstance;
  /** The operator's API, for a listener of its own. */
  readonly admin: FastifyInstance;
  readonly follower: Follower;
  /**
   * `follower`, running only while this replica is the leader. With the embedded database the one process
   * always is.
   */
  readonly ledFollower: LedFollower;
  /**
   * Resolves when a signer shows another key than the key set or than at the start, the node is of another
   * network, or another PostgreSQL server was promoted that may lack commits: end the service.
   */
  readonly wrongPart: Promise<Error>;
  /** Stops the follower, then the API, then closes the database. */
  close(): Promise<void>;
}

/** Parts supplied by the caller instead of built from the settings, e.g. the sandbox's own signer. */
export interface BroughtParts {
  readonly logger?: Logger;
  readonly signer?: Signer;
  readonly keySet?: SignedKeySet;
  /** Values for the examples of the reference page. */
  readonly exampleValues?: ApiSettings['exampleValues'];
  /** Where copies of an empty, migrated database in memory are kept, so that the next start is faster. */
  readonly cacheFolder?: string;
  /** True: no other process uses the database, so this one follows the chain at any time. */
  readonly isOnlyProcess?: boolean;
  readonly collectionOffers?: (
    parts: Pick<TradingContext, 'chain' | 'ordinals'>,
  ) => Promise<CollectionOfferParts>;
}

/**
 * Builds the service; the only place that creates adapters. Throws `MissingPart` when the database is
 * unreachable, or the market signer when no key set has its key; the call may then be repeated. Throws an
 * Error when a setting is wrong, a signer shows another key than expected, or the node or the database is of
 * another network.
 */
export function buildService(settings: Settings, brought: BroughtParts = {}): Promise<Service> {
  return openParts(async (opened) => {
    // only the sandbox brings its signer, and may forget everything
    checkSettings(settings, brought.signer ? ['SIGNER_ENDPOINT', 'DATABASE_URL'] : []);
    const logger = brought.logger ?? (await openLogger(settings.LOG_LEVEL));
    const adapters = openAdapters(settings, logger);
    const signer = brought.signer ?? adapters.signer;
    const keySet =
      brought.keySet ?? (settings.KEY_SET ? await readKeySet(settings.KEY_SET, settings.NETWORK) : null);
    // With a key set, the service serves what it can before a signer is there.
    const keys = keySet ?? (await need('SIGNER_ENDPOINT', signer.publicKeys()));
    const collectionOffers = brought.collectionOffers
      ? await brought.collectionOffers(adapters)
      : collectionOfferParts(settings, keySet);
    const holder = randomUUID();
    const areSynchronous = settings.DATABASE_STANDBYS === 'synchronous';
    const { db, readOnly, promoted, writeFault } = opened.add(
      await openStore(settings, holder, brought.cacheFolder),
      (store) => store.close(),
    );
    if (settings.DATABASE_URL) await admitted(settings, need('DATABASE_URL', requireSessions(db)));
    await admitted(settings, need('DATABASE_URL', migrate(db)));
    const ended = await need('DATABASE_URL', endIfRestored({ db, clock: systemClock }, { areSynchronous }));
    if (ended !== null)
      logger.warn(
        { ended },
        'this database was restored, or its standby was promoted: every open listing and offer was ended, since what was taken back last may be lost (`ordbook restored --help`, DATABASE_STANDBYS)',
      );
    const owner = { network: settings.NETWORK, market: keys.market, anchor: keys.anchor };
    await need('DATABASE_URL', requireOwner(db, owner));
    const audits = scheduledAudit({ everyHours: settings.AUDIT_EVERY_HOURS, pollMs: settings.POLL_MS });
    const ctx: TradingContext = {
      ...adapters,
      signer,
      keys: { market: keys.market, anchor: keys.anchor },
      db,
      settings: tradingSettings(settings),
      clock: systemClock,
      log: logger,
      flows: [...FLOWS, audits.flow],
      ...(collectionOffers ? { collectionOffers } : {}),
    };
    const limits = opened.add(await openLimits(settings), async ({ close }) => close());
    const metrics = serviceMetrics(ctx);
    audits.install(metrics);
    installCertificateMetric(settings, metrics);
    const watch = opened.add(
      watchParts(ctx, {
        expected: { ...ctx.keys, ...collectionOffers?.keys },
        fills: collectionOffers?.signers,
        network: settings.NETWORK,
        metrics,
        writeFault,
        ...(brought.signer ? {} : { waits: waitsOfSigners(settings, (name) => signerAt(settings, name)) }),
      }),
      ({ stop }) => stop(),
    );
    await watch.start();
    const exampleValues = brought.exampleValues ?? (() => ({}));
    const { limiters } = limits;
    const health = { signers: watch.signers, ...(writeFault && { writeFault }) };
    const ofSigners = brought.signer
      ? {}
      : { signerMetrics: metricsOfSigners(settings, (name) => signerAt(settings, name)) };
    const parts = { logger, limiters, metrics, keySet, health, exampleValues, ...ofSigners };
    const listen = eventListener(settings);
    const api = opened.add(createApi(ctx, apiSettings(settings, parts, listen)), (app) => app.close());
    const live = { signers: watch.signers, audits: audits.audits(ctx) };
    const admin = opened.add(createAdminApi(ctx, await adminSettings(settings, { logger, live })), (app) =>
      app.close(),
    );
    const isShared = readOnly !== undefined && !brought.isOnlyProcess;
    const election = isShared ? electionOf(settings, holder) : alwaysLeading;
    const leading = isShared ? { ...ctx, db: fenced({ db, readOnly, term: election.term }) } : ctx;
    const follower = opened.add(createFollower(leading, { pollMs: settings.POLL_MS }), ({ stop }) => stop());
    const webhooks = createWebhookDelivery({
      ...leading,
      sender: httpsSender({ allowPrivate: settings.WEBHOOKS_ALLOW_PRIVATE }),
      shapeOf: (event) => eventShape(event, { contentUrl: contentUrlOf(settings) }),
      giveUpMs: settings.WEBHOOKS_GIVE_UP_HOURS * HOUR_MS,
    });
    const pollMs = settings.EVENTS_POLL_MS;
    const led = withWebhooks(follower, webhooks, { pollMs, log: logger });
    const ledFollower = opened.add(followAsLeader(election, led, logger), ({ stop }) => stop());
    installOperatorMetrics(ctx, metrics, ledFollower.isLeading);
    opened.add(openAlerts(ctx, settings, health), (stop) => stop());
    const wrongPart = promoted ? Promise.race([watch.wrongPart, promoted]) : watch.wrongPart;
    return { ctx, api, admin, follower, ledFollower, wrongPart, close: opened.close };
  });
}

/** Clients of the remote services. Makes no request yet. */
export function openAdapters(settings: Settings, log?: Log) {
  const timeoutMs = settings.REMOTE_TIMEOUT_MS;
  const chain = bitcoind({
    url: settings.CHAIN_RPC_URL,
    timeoutMs,
    ...(settings.ESPLORA_URL ? { addressCoins: esploraCoins({ url: settings.ESPLORA_URL, timeoutMs }) } : {}),
  });
  return {
    chain,
    ordinals: openIndex(settings, chain, log),
    prices: settings.PRICE_URL ? mempoolSpacePrices({ url: settings.PRICE_URL, timeoutMs }) : null,
    signer: signerClient({ ...signerAt(settings, 'SIGNER_ENDPOINT'), timeoutMs }),
  };
}

/** Node and index alone, without an Esplora server: for commands on a signer's machine. */
export function openStandalone(
  settings: Settings,
): Pick<ReturnType<typeof openAdapters>, 'chain' | 'ordinals'> {
  if (settings.CHAIN_RPC_URL === '') throw new Error('set CHAIN_RPC_URL to a node, which knows the coins');
  return openAdapters({ ...settings, ESPLORA_URL: '', SIGNER_ENDPOINT: '', PRICE_URL: '' });
}

/** Where the signer of a setting listens. Throws what `signerAddress` throws. */
export function signerAt(
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

/** What collection offers need, if the signers' endpoints are set. Their keys are those of the key set. */
function collectionOfferParts(settings: Settings, keySet: SignedKeySet | null): CollectionOfferParts | null {
  const signers = openFillSigners(settings);
  if (!signers || !keySet) return null;
  const { market, policy, gate } = signerKeys(keySet, settings.KEY_SET);
  return { signers, keys: { market, policy, gate }, tiers: readTiers(settings.ADMISSION_TIERS) };
}

/**
 * PostgreSQL when DATABASE_URL is set, else the embedded database in DATA_DIR, or in memory without it.
 * `holder` marks the connections as those of a replica that may lead. See `BroughtParts` for `cacheFolder`.
 */
export async function openStore(
  settings: Settings,
  holder?: string,
  cacheFolder?: string,
): Promise<Pick<PostgresDatabase, 'db' | 'close'> & Partial<PostgresDatabase>> {
  if (settings.DATABASE_URL)
    return openPostgres(settings.DATABASE_URL, {
      poolSize: settings.DATABASE_POOL,
      ...(holder === undefined ? {} : { applicationName: applicationName(holder) }),
      staysOnTimeline: settings.DATABASE_STANDBYS === 'asynchronous',
    });
  // a service on PostgreSQL does without the embedded database
  const { openPglite } = await import('../store/database/pglite.ts');
  if (settings.DATA_DIR) return openPglite({ dataDir: settings.DATA_DIR });
  if (cacheFolder === undefined) return openPglite({ memory: true });
  const { openMigrated } = await import('../store/database/migrated-copy.ts');
  return openMigrated(cacheFolder);
}

/** Where rate limits are counted: in Redis when it is set, else in this process. */
async function openLimits(settings: Settings): Promise<{ limiters: LimiterFactory; close(): void }> {
  if (settings.REDIS_URL) {
    const { Redis } = await import('ioredis');
    // a command fails at once while Redis is unreachable; each replica then counts for itself
    const redis = new Redis(settings.REDIS_URL, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COUNT_TIMEOUT_MS,
    });
    redis.on('error', () => {});
    return { limiters: limitsInRedis(redis), close: () => redis.disconnect() };
  }
  return { limiters: limitsInMemory, close: () => {} };
}

/** Resolves when Redis responds. Throws its error when it does not. */
export async function askRedis(settings: Pick<Settings, 'REDIS_URL'>): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(settings.REDIS_URL, {
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
    await admitted(settings, migrate(store.db));
    return await work(store.db);
  } finally {
    await store.close();
  }
}

/** What `withStore` would return: everything is rolled back, the migrations too. */
export async function rehearsedOnStore<T>(
  settings: Settings,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { db, close } = await openStore(settings);
  try {
    return await admitted(
      settings,
      rehearsed(db, async (transaction) => {
        await migrate(transaction);
        return work(transaction);
      }),
    );
  } finally {
    await close();
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
  parts: Pick<
    ApiSettings,
    'logger' | 'limiters' | 'metrics' | 'keySet' | 'health' | 'exampleValues' | 'signerMetrics'
  >,
  listen: EventSettings['listen'] | null,
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
    content: openContent(settings),
    contentUrl: contentUrlOf(settings),
    console: settings.CONSOLE === 'on' ? readConsole : null,
    acceptsOrdOffers: settings.ACCEPT_ORD_OFFERS,
    collectionPageUrl: settings.COLLECTION_PAGE_URL || null,
    explorerUrl: settings.EXPLORER_URL.replace(/\/+$/, '') || null,
    events: {
      pollMs: settings.EVENTS_POLL_MS,
      drainMs: settings.EVENTS_DRAIN_MS,
      maxStreams: settings.EVENTS_STREAMS,
      maxStreamsPerCaller: Math.ceil(settings.EVENTS_STREAMS_PER_CALLER * settings.LIMIT_SCALE),
      ...(listen ? { listen } : {}),
    },
    // it takes longer than serving a kept page
    checkResponses: settings.NETWORK === 'regtest' && process.env['NODE_ENV'] !== 'production',
  };
}

/** Among the replicas of one database. */
function electionOf({ FOLLOW, DATABASE_URL }: Settings, holder: string): Election {
  return FOLLOW === 'on' ? electByDatabase(DATABASE_URL, holder) : neverLeading();
}

/** How readers of events wake up; null with the embedded database, which they poll. */
function eventListener({ DATABASE_URL }: Settings): EventSettings['listen'] | null {
  return DATABASE_URL ? (wake) => listenTo(DATABASE_URL, EVENT_CHANNEL, wake) : null;
}

/** Loads the package when a browser asks for it first: a service without visitors does without. */
const readConsole = async () => (await import('@ordbook/console/files')).consoleFiles();

function contentUrlOf({ CONTENT_URL, PUBLIC_URL }: Settings): string {
  return CONTENT_URL || `${PUBLIC_URL.replace(/\/+$/, '')}/content`;
}
