import { Registry } from 'prom-client';
import { DEFAULT_RATE_LIMITS, limitsInMemory } from '../api/edge/limits.ts';
import { createLogger } from '../api/edge/log.ts';
import { createApi } from '../api/server.ts';
import { systemClock } from '../base/clock.ts';
import type { TradingContext } from '../trading/context.ts';

/** The server in the published document. That of a running service names its PUBLIC_URL. */
const PUBLIC_URL = 'https://market.example';

/** The OpenAPI document of the routes, as `/openapi.json` returns it. Opens neither a port nor a database. */
export async function openapiDocument(): Promise<object> {
  const logger = createLogger('silent');
  // documenting routes does not run them: only these settings of the context are read
  const ctx = {
    settings: { network: 'regtest', domain: 'localhost' },
    clock: systemClock,
    log: logger,
  } as unknown as TradingContext;
  const api = createApi(ctx, {
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
    collectionPageUrl: null,
    events: { pollMs: 1_000, drainMs: 1_000, maxStreams: 1, maxStreamsPerCaller: 1 },
    keySet: null,
    signers: () => [],
    publicReads: null,
    checkResponses: false,
  });
  try {
    await api.ready();
    return api.swagger();
  } finally {
    await api.close();
  }
}
