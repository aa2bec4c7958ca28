import { Refusal } from '@ordbook/protocol/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Makes one counter: `points` hits per fixed window of `duration` seconds for each key:
 * `limitsInMemory`, or `limitsInRedis` for all replicas together.
 */
export type LimiterFactory = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => RateLimiterAbstract;

/** Counts in this process only. */
export const limitsInMemory: LimiterFactory = (options) => new RateLimiterMemory(options);

export interface Limits {
  /** Counts one hit of `bucket` for the request's IP; throws `Refusal('rate_limited')` above the limit. */
  countIp(bucket: Bucket, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The same for a profile id, or for an address and its source. */
  countCaller(bucket: Bucket, caller: string, reply: FastifyReply): Promise<void>;
}

/**
 * Counts each request to `app` before anything is done for it: of the routes of plugins, and of unknown
 * addresses and methods too. A route that names no bucket is in `files`.
 */
export function limitEveryRoute(app: FastifyInstance, limits: Pick<Limits, 'countIp'>): void {
  app.addHook('onRequest', (request, reply) =>
    limits.countIp(request.routeOptions.config.bucket ?? 'files', request, reply),
  );
}

/**
 * The API's four buckets, and those beside it. Every rate-limited response reports the caller's remaining
 * quota in the header fields of the IETF draft "RateLimit header fields for HTTP" (structured form):
 * `RateLimit-Policy` and `RateLimit`, one member for the IP and one for the caller. A 429 also has
 * `Retry-After` in seconds.
 */
export function createLimits(rateLimits: RateLimits, limiters: LimiterFactory): Limits {
  const { windowSeconds: duration, buckets } = rateLimits;
  const counters = new Map<string, RateLimiterAbstract>();
  for (const [bucket, { perIp, perCaller }] of Object.entries(buckets)) {
    for (const [scope, points] of [
      ['ip', perIp],
      ['caller', perCaller],
    ] as const) {
      const keyPrefix = `${scope}:${bucket}`;
      const make = IN_MEMORY.has(bucket as Bucket) ? limitsInMemory : limiters;
      counters.set(keyPrefix, make({ keyPrefix, points, duration }));
    }
  }

  async function count(scope: 'ip' | 'caller', bucket: Bucket, key: string, reply: FastifyReply) {
    const counter = counters.get(`${scope}:${bucket}`)!;
    let seen: RateLimiterRes;
    let refused = false;
    try {
      seen = await counter.consume(key);
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      seen = reason;
      refused = true;
    }
    const resetSeconds = Math.max(1, Math.ceil(seen.msBeforeNext / 1000));
    const left = Math.max(0, seen.remainingPoints);
    setMember(reply, 'ratelimit-policy', scope, `"${scope}";q=${counter.points};w=${duration}`);
    setMember(reply, 'ratelimit', scope, `"${scope}";r=${left};t=${resetSeconds}`);
    if (!refused) return;
    const who = scope === 'ip' ? 'this IP address' : 'this caller';
    throw new Refusal(
      'rate_limited',
      `${who} sent more than ${counter.points} requests of type ${bucket} within ${duration} s; wait ${resetSeconds} s`,
      { retryAfterSeconds: resetSeconds },
    );
  }

  return {
    // a request over a Unix socket has no address
    countIp: (bucket, request, reply) => count('ip', bucket, ipKey(request.ip ?? 'socket'), reply),
    countCaller: (bucket, caller, reply) => count('caller', bucket, caller, reply),
  };
}

/** One member per scope: when a request counts two addresses, the header shows the later one. */
function setMember(reply: FastifyReply, header: string, scope: string, member: string) {
  const others = String(reply.getHeader(header) ?? '')
    .split(', ')
    .filter((other) => other !== '' && !other.startsWith(`"${scope}"`));
  reply.header(header, [...others, member].join(', '));
}

/** The key of one source: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function ipKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('%')[0]!.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * Requests per window, counted twice: per source IP, and per profile (trading) or per address of that source
 * (sign-in).
 */
export interface BucketLimits {
  readonly perIp: number;
  readonly perCaller: number;
}

/**
 * `content`: bodies of inscriptions; a page of a collection shows many. `visits`: what pages for people
 * read, without a token. `proofs`: custody proofs, each of which may ask the node hundreds of times.
 * `files`: what is in memory, such as the console and the documents, and every route that names no bucket.
 * `probes`: health and metrics. These five are beside the API and its four buckets.
 */
export type Bucket =
  | 'challenge'
  | 'verify'
  | 'reads'
  | 'writes'
  | 'content'
  | 'visits'
  | 'proofs'
  | 'files'
  | 'probes';

/** Their requests cost this process alone, and are served while the store of the limits is unreachable. */
const IN_MEMORY: ReadonlySet<Bucket> = new Set(['files', 'probes']);

export interface RateLimits {
  /** Length of the fixed window, seconds. */
  readonly windowSeconds: number;
  readonly buckets: Readonly<Record<Bucket, BucketLimits>>;
}

/** "Rate limits" of the API, and of what is beside it. */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  windowSeconds: 60,
  buckets: {
    challenge: { perIp: 20, perCaller: 5 },
    verify: { perIp: 20, perCaller: 5 },
    reads: { perIp: 60, perCaller: 30 },
    writes: { perIp: 20, perCaller: 8 },
    content: { perIp: 1_200, perCaller: 1_200 },
    visits: { perIp: 600, perCaller: 600 },
    proofs: { perIp: 240, perCaller: 240 },
    files: { perIp: 1_200, perCaller: 1_200 },
    probes: { perIp: 6_000, perCaller: 6_000 },
  },
};
