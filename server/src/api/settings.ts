import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { LimiterFactory, RateLimits } from './edge/limits.ts';

/** A secret that signs tokens and cursors. `id` travels in the token's header (`kid`). */
export interface TokenKey {
  readonly id: string;
  /** At least 32 bytes of randomness, as text. */
  readonly secret: string;
}

/** What the HTTP edge needs beyond the trading context. Built in `composition/build-service.ts`. */
export interface ApiSettings {
  /** The first signs; all verify. To rotate: put a new one first, drop the old one when `tokenMs` has passed. Never empty. */
  readonly tokenKeys: readonly [TokenKey, ...TokenKey[]];
  readonly rateLimits: RateLimits;
  /** Where limits are counted: `limitsInMemory` for one process, another `LimiterFactory` across replicas. */
  readonly limiters: LimiterFactory;
  /** CIDRs or addresses of the proxies whose `X-Forwarded-For` is believed. Empty: the socket's address counts. */
  readonly trustedProxies: readonly string[];
  /** Root logger; `createLogger` of `api/log.ts` makes one that hides secrets. */
  readonly logger: Logger;
  /** The registry behind GET /metrics; others may add their own metrics to it. */
  readonly metrics: Registry;
  /** Where the service is reached, without the prefix, e.g. `https://market.example`: named in the OpenAPI document. */
  readonly publicUrl: string;
  /** Inscription content is at `<contentUrl>/<inscription id>`, e.g. the operator's `ord` server's `/content`. */
  readonly contentUrl: string;
  /** Collection pages are at `<collectionPageUrl>/<slug>`; null: the operator has none. */
  readonly collectionPageUrl: string | null;
  /** True: an answer that its schema would change or cut is a bug (500). For tests and the sandbox: it costs time. */
  readonly checkAnswers: boolean;
}
