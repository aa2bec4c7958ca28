import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { RateLimits } from '../../src/api/edge/limits.ts';
import { limitsInMemory } from '../../src/api/edge/limits.ts';
import { createApi } from '../../src/api/server.ts';
import type { ApiSettings } from '../../src/api/settings.ts';
import type { TradingSettings } from '../../src/base/settings.ts';
import type { Database } from '../../src/store/port.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { FLOWS } from '../../src/trading/flows.ts';
import { type TestAddress, testAddress, type WalletAddressType } from './wallet.ts';

const plenty = { perIp: 10_000, perCaller: 10_000 };
export const NO_LIMITS: RateLimits = {
  windowSeconds: 60,
  buckets: {
    challenge: plenty,
    verify: plenty,
    reads: plenty,
    writes: plenty,
    content: plenty,
    visits: plenty,
    proofs: plenty,
    files: plenty,
    probes: plenty,
  },
};

export const TEST_SETTINGS: TradingSettings = {
  network: 'regtest',
  domain: 'market.test',
  feeAddress: testAddress('fees', 'p2wpkh').address,
  fees: { sellerBps: 100, buyerBps: 150, minimumSats: 1000, sellerRoyaltyBps: 0, buyerRoyaltyBps: 0 },
  listingMinimumSats: 10_000,
  refuseListingsBelowOffers: false,
  offerMinimumSats: 2000,
  offerMaximumSats: 1_000_000,
  maxPostageSats: 20_000,
  anchorSats: 1000,
  anchorPoolTarget: 20,
  reservationMs: 600_000,
  revokeWithinMs: 6 * 3_600_000,
  revokeMaxFeeRate: 20,
  salesEvidence: 'inferred',
  profileDailyCostSats: 10_000_000,
  unpaidDailyCostSats: 10_000_000,
  profileMaxOffers: 1_000,
  transferFeeRate: 1,
  minFeeRate: 1,
  maxFeeRate: 500,
  feeTargetBlocks: 2,
  fundingRequirementSats: 100_000,
  challengeMs: 300_000,
  tokenMs: 3_600_000,
  failureDepth: 3,
  patienceMs: 72 * 3_600_000,
  patienceBlocks: 36,
  bumpAfterMs: 3_600_000,
  bumpMaxSats: 2_000,
  bumpDailySats: 20_000,
  donation: null,
  lookupProviders: [],
  eventsKeptMs: 72 * 3_600_000,
};

/** A clock that stands until it is stepped. */
export class StandingClock {
  at = new Date('2026-11-20T12:00:00.000Z');
  now(): Date {
    return this.at;
  }
  step(ms: number): void {
    this.at = new Date(this.at.getTime() + ms);
  }
}

/** What the edge asks of node and index, settable: balances per address, heights, and errors to throw. */
export interface FakeWorld {
  readonly balances: Map<string, number>;
  height: number;
  indexHeight: number;
  /** Of the node's transactions. null: it has none. */
  transactionIndex: { isSynced: boolean; height: number } | null;
  /** Thrown by every call to the node while set. */
  nodeAway: Error | null;
}

export interface TestApi {
  readonly app: FastifyInstance;
  readonly ctx: TradingContext;
  readonly clock: StandingClock;
  readonly world: FakeWorld;
  readonly log: object[];
  /** Signs a wallet in through the API; its payment address gets funds first. */
  signIn(wallet: TestWallet): Promise<{ token: string; profileId: string; walletBindingId: string }>;
  get(url: string, token?: string): Promise<TestAnswer>;
  post(url: string, body: unknown, token?: string): Promise<TestAnswer>;
}

export interface TestAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

export interface TestWallet {
  readonly ordinals: TestAddress;
  readonly payment: TestAddress;
}

export function testWallet(seed: string, payment: WalletAddressType = 'p2wpkh'): TestWallet {
  return {
    ordinals: testAddress(`${seed} ordinals`, 'p2tr'),
    payment: testAddress(`${seed} payment`, payment),
  };
}

export const TOKEN_KEYS: ApiSettings['tokenKeys'] = [{ id: 'test', secret: randomBytes(32).toString('hex') }];

/** Settings of an edge without limits, that checks its answers and logs nothing. */
export function apiSettings(overrides: Partial<ApiSettings> = {}): ApiSettings {
  return {
    tokenKeys: TOKEN_KEYS,
    rateLimits: NO_LIMITS,
    limiters: limitsInMemory,
    trustedProxies: [],
    logger: pino({ level: 'silent' }),
    metrics: new Registry(),
    publicUrl: 'http://market.test',
    linkingOrigins: ['https://app.test'],
    content: { read: () => Promise.reject(new Error('this test has no content')) },
    exampleValues: () => ({}),
    contentUrl: 'http://market.test/content',
    console: null,
    acceptsOrdOffers: false,
    collectionPageUrl: null,
    explorerUrl: null,
    keySet: null,
    health: { signers: () => [] },
    events: { pollMs: 20, drainMs: 2_000, maxStreams: 100, maxStreamsPerCaller: 50 },
    checkResponses: true,
    ...overrides,
  };
}

/** The whole edge on a real database, with a fake node and index; `add` registers more routes. */
export async function testApi(
  db: Database,
  overrides: Partial<ApiSettings> = {},
  add: (app: FastifyInstance) => void = () => {},
): Promise<TestApi> {
  const clock = new StandingClock();
  const world: FakeWorld = {
    balances: new Map(),
    height: 100,
    indexHeight: 100,
    nodeAway: null,
    transactionIndex: { isSynced: true, height: 100 },
  };
  const log: object[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => log.push(JSON.parse(line)) });
  const node =
    <T>(answer: () => T) =>
    async () => {
      if (world.nodeAway) throw world.nodeAway;
      return answer();
    };
  const ctx = {
    chain: {
      transactionIndex: async () => world.transactionIndex,
      tip: node(() => ({ height: world.height, hash: 'aa'.repeat(32) })),
      addressCoins: (address: string) =>
        node(() => ({ confirmedSats: world.balances.get(address) ?? 0, coins: [] }))(),
    },
    ordinals: { status: async () => ({ version: 'test', height: world.indexHeight }) },
    db,
    settings: TEST_SETTINGS,
    clock,
    log: logger,
    flows: FLOWS,
  } as unknown as TradingContext;
  const app = createApi(ctx, apiSettings({ logger, ...overrides }));
  add(app);
  await app.ready();

  const send = async (method: 'GET' | 'POST', url: string, token?: string, payload?: unknown) => {
    const answer = await app.inject({
      method,
      url: `/api/v1${url}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const api = {
    app,
    ctx,
    clock,
    world,
    log,
    get: (url: string, token?: string) => send('GET', url, token),
    post: (url: string, body: unknown, token?: string) => send('POST', url, token, body),
  };
  return { ...api, signIn: (wallet) => signIn(api, wallet) };
}

async function signIn(api: Omit<TestApi, 'signIn'>, wallet: TestWallet) {
  api.world.balances.set(wallet.payment.address, 100_000);
  const challenge = await requestChallenge(api, wallet);
  const { body, status } = await api.post('/auth/verify', answerTo(challenge, wallet));
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  const binding = body.walletBindings.find(
    (one: { paymentAddress: string }) => one.paymentAddress === wallet.payment.address,
  );
  return { token: body.sessionToken, profileId: body.profile.id, walletBindingId: binding.walletBindingId };
}

export interface Challenge {
  readonly authRequestId: string;
  readonly challenges: readonly { challengeId: string; message: string; address: string; role: string }[];
}

export async function requestChallenge(api: Pick<TestApi, 'post'>, wallet: TestWallet): Promise<Challenge> {
  const { status, body } = await api.post('/auth/challenge', {
    ordinalsAddress: wallet.ordinals.address,
    paymentAddress: wallet.payment.address,
  });
  if (status !== 200) throw new Error(`challenge answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** The body of POST /auth/verify in which `wallet` signs every challenge. */
export function answerTo({ authRequestId, challenges }: Challenge, wallet: TestWallet) {
  return {
    authRequestId,
    verifications: challenges.map(({ challengeId, message, address, role }) => ({
      challengeId,
      address,
      signature: (role === 'ordinals' ? wallet.ordinals : wallet.payment).sign(message),
    })),
  };
}
