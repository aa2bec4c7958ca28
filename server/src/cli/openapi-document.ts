import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { createAdminApi } from '../api/admin/server.ts';
import { DEFAULT_RATE_LIMITS, limitsInMemory } from '../api/edge/limits.ts';
import { createLogger } from '../api/edge/log.ts';
import { createApi } from '../api/server.ts';
import { systemClock } from '../base/clock.ts';
import type { TradingContext } from '../trading/context.ts';

/** The server in the published document. That of a running service names its PUBLIC_URL. */
const PUBLIC_URL = 'https://market.example';

/** The API without a service: nobody can call its routes. Opens neither a port nor a database. */
export function documentedApi(): FastifyInstance {
  const { ctx, logger } = documented();
  return createApi(ctx, {
    tokenKeys: [{ id: 'document', secret: 'only the routes are documented, nothing is signed' }],
    rateLimits: DEFAULT_RATE_LIMITS,
    limiters: limitsInMemory,
    trustedProxies: [],
    logger,
    metrics: new Registry(),
    publicUrl: PUBLIC_URL,
    linkingOrigins: [],
    content: { read: () => Promise.reject(new Error('only the routes are documented')) },
    exampleValues: () => ({}),
    contentUrl: `${PUBLIC_URL}/content`,
    console: null,
    acceptsOrdOffers: false,
    collectionPageUrl: null,
    explorerUrl: null,
    events: { pollMs: 1_000, drainMs: 1_000, maxStreams: 1, maxStreamsPerCaller: 1 },
    keySet: null,
    health: { signers: () => [] },
    checkResponses: false,
  });
}

/** The admin API in the same way. */
export function documentedAdminApi(): FastifyInstance {
  const { ctx, logger } = documented();
  const audits = {
    state: () => ({ isRunning: false, progress: null, everyHours: 0, last: null, failed: null }),
    start: () => false,
  };
  return createAdminApi(ctx, {
    access: {
      tokens: [{ name: 'document', token: 'only the routes are documented', mayAct: true }],
      socketUser: '',
    },
    feeBounds: { leastFeeBps: 0 },
    webhooks: { flawOf: () => null, giveUpMs: 0 },
    logger,
    live: { signers: () => [], audits },
    started: { settings: [], dataDir: null },
    publicUrl: PUBLIC_URL,
    console: null,
  });
}

/** The OpenAPI document of the API, as `/openapi.json` returns it. */
export async function openapiDocument(): Promise<object> {
  const api = documentedApi();
  try {
    await api.ready();
    return api.swagger();
  } finally {
    await api.close();
  }
}

function documented() {
  const logger = createLogger('silent');
  // documenting routes does not run them: only these settings of the context are read
  const settings = { network: 'regtest', domain: 'localhost' };
  return { logger, ctx: { settings, clock: systemClock, log: logger } as unknown as TradingContext };
}
