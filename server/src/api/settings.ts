import type { ConsoleFiles } from '@ordbook/console/files';
import type { SignedKeySet } from '@ordbook/protocol/key-set';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { InscriptionContent } from '../ordinals/content-port.ts';
import type { LimiterFactory, RateLimits } from './edge/limits.ts';
import type { HealthParts } from './monitoring/health.ts';
import type { ExampleValues } from './reference/live-examples.ts';

/** A secret that signs tokens and cursors. `id` is in the token's header (`kid`). */
export interface TokenKey {
  readonly id: string;
  /** At least 32 bytes of randomness, as text. */
  readonly secret: string;
}

/** What the HTTP server needs besides the trading context. Built in `composition/build-service.ts`. */
/** Where pages find content. */
export interface ContentUrl {
  /** Inscription content is at `<contentUrl>/<inscription id>`, by default this service's own /content. */
  readonly contentUrl: string;
}

export interface ApiSettings extends ContentUrl {
  /**
   * The first signs, all verify. To rotate: put a new key first; remove the old key after `tokenMs`. Never
   * empty.
   */
  readonly tokenKeys: readonly [TokenKey, ...TokenKey[]];
  readonly rateLimits: RateLimits;
  /**
   * Where limits are counted: `limitsInMemory` for one process, another `LimiterFactory` for several
   * replicas.
   */
  readonly limiters: LimiterFactory;
  /**
   * CIDRs or addresses of the proxies whose `X-Forwarded-For` is trusted. Empty: the socket's address counts.
   */
  readonly trustedProxies: readonly string[];
  /** Root logger; `createLogger` of `edge/log.ts` makes one that hides secrets. */
  readonly logger: Logger;
  /** The registry behind GET /metrics; others may add their own metrics to it. */
  readonly metrics: Registry;
  /**
   * Public address of the service without the prefix, e.g. `https://market.example`; in the OpenAPI document.
   */
  readonly publicUrl: string;
  /** Origins, besides that of `publicUrl`, whose browser pages may link wallets to a signed-in profile. */
  readonly linkingOrigins: readonly string[];
  /** The bodies of inscriptions, which GET /content serves. */
  readonly content: InscriptionContent;
  /** Values of this service for the examples of the reference page, as they are now; empty for none. */
  readonly exampleValues: () => ExampleValues;
  /** Reads the files of the console, at the first request for it; null: it is off. */
  readonly console: (() => Promise<ConsoleFiles>) | null;
  /** Whether offers of `ord` wallets are taken, at `ord`'s own paths. */
  readonly acceptsOrdOffers: boolean;
  /** Collection pages are at `<collectionPageUrl>/<slug>`; null: the operator has none. */
  readonly collectionPageUrl: string | null;
  /** Transactions are at `<explorerUrl>/tx/<txid>`; null: the operator names no explorer. */
  readonly explorerUrl: string | null;
  /** The operator's key set, as it is published; null: the operator has none. */
  readonly keySet: SignedKeySet | null;
  readonly health: HealthParts;
  /** Reads the metrics of the signers, which GET /metrics adds to its own. */
  readonly signerMetrics?: () => Promise<string>;
  readonly events: EventSettings;
  /** True: a response that its schema would change or cut is a bug (500). Slow; for tests and the sandbox. */
  readonly checkResponses: boolean;
}

/** GET /events. */
export interface EventSettings {
  /** ms between two reads of new events without a wake. */
  readonly pollMs: number;
  /** Calls back when there may be new events; returns how to end that. Absent: they are only polled. */
  readonly listen?: (wake: () => void) => () => Promise<void>;
  /** A subscriber that takes nothing for so long is dropped, ms. */
  readonly drainMs: number;
  /** Most streams of this process, and of one address or profile. */
  readonly maxStreams: number;
  readonly maxStreamsPerCaller: number;
}
