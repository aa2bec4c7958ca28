import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import { envSchema } from 'env-schema';
import { type Static, type TSchema, Type } from 'typebox';
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import type { TradingSettings } from '../base/settings.ts';
import { allowedBy, wrongSettings } from './wrong-settings.ts';

const choice = <const V extends string>(description: string, values: readonly V[], byDefault: V) =>
  Type.Unsafe<V>({ type: 'string', enum: [...values], description, default: byDefault });
const text = (description: string, byDefault?: string) =>
  Type.String(byDefault === undefined ? { description } : { description, default: byDefault });
const whole = (description: string, byDefault: number, minimum = 0, maximum = 2_100_000_000_000_000) =>
  Type.Integer({ description, default: byDefault, minimum, maximum });
const decimal = (description: string, byDefault: number, minimum: number, maximum: number) =>
  Type.Number({ description, default: byDefault, minimum, maximum });

const WORLD = {
  NETWORK: choice(
    'The Bitcoin network of node, index and addresses.',
    ['mainnet', 'testnet', 'signet', 'regtest'],
    'mainnet',
  ),
  CHAIN_RPC_URL: text(
    'Bitcoin Core JSON-RPC, `http://user:password@host:port`; the node needs `txindex=1`.',
    '',
  ),
  ORD_URL: text(
    'The `ord` server, started with `--index-sats --index-addresses --index-runes` and JSON enabled.',
    '',
  ),
  ESPLORA_URL: text(
    "An Esplora for the balance check at sign-in; empty: the node's `scantxoutset`, which takes a minute or more on the main network.",
    '',
  ),
  PRICE_URL: text(
    'Price endpoint that answers as mempool.space does, e.g. `https://mempool.example/api/v1/historical-price`; empty: sales have no `priceUsd`.',
    '',
  ),
  DATABASE_URL: text('PostgreSQL, `postgres://…`. Empty: the embedded database in DATA_DIR.', ''),
  DATA_DIR: text(
    'Folder of the embedded database (one process, survives crashes of the process, not of the power).',
    '',
  ),
  DATABASE_POOL: whole('Connections to PostgreSQL.', 10, 1, 500),
  SIGNER_ENDPOINT: text(
    "Path of the signer's unix socket (`ordbook signer`), or `https://host:port` where it listens behind TLS.",
    '',
  ),
  POLICY_SIGNER_ENDPOINT: text(
    'The policy signer, likewise (`ordbook signer --role policy`). Empty: no collection offers.',
    '',
  ),
  GATE_SIGNER_ENDPOINT: text(
    'The gate signer, likewise (`ordbook signer --role gate`). Empty: no collection offers.',
    '',
  ),
  SIGNER_TLS_CERT: text('File of the certificate (PEM) that this process shows to signers, or as one.', ''),
  SIGNER_TLS_KEY: text('File of the key (PEM) of SIGNER_TLS_CERT.', ''),
  SIGNER_TLS_CA: text(
    'File of the one authority (PEM) whose certificates are believed between service and signers.',
    '',
  ),
  REMOTE_TIMEOUT_MS: whole('Longest wait for an answer of node, index or signer, ms.', 10_000, 100, 120_000),
} as const satisfies Record<string, TSchema>;

const EDGE = {
  HOST: text('Address to listen on.', '127.0.0.1'),
  PORT: whole('Port to listen on.', 8080, 0, 65_535),
  PUBLIC_URL: text('Where clients reach the service, without the /api/v1 prefix.', 'http://127.0.0.1:8080'),
  DOMAIN: text('Name shown in the sign-in message that wallets display.', 'localhost'),
  TOKEN_KEYS: text(
    'Secrets that sign tokens, `id:secret` separated by commas; the first signs, all verify; 32 bytes or more each.',
    '',
  ),
  TRUSTED_PROXIES: text('CIDRs of proxies whose X-Forwarded-For is believed, separated by commas.', ''),
  CONTENT_URL: text("Inscription content is at this URL plus `/<id>`; empty: ORD_URL's `/content`.", ''),
  COLLECTION_PAGE_URL: text('Collection pages are at this URL plus `/<slug>`; empty: none.', ''),
  LOG_LEVEL: choice('How much is logged.', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
  TOKEN_HOURS: decimal('Life of a session token, hours.', 1, 0.01, 24),
  CHALLENGE_MINUTES: decimal('Life of a sign-in challenge, minutes.', 5, 0.1, 60),
  FUNDING_REQUIREMENT_SATS: whole('Confirmed sats that a payment address must hold to sign in.', 100_000),
  REDIS_URL: text(
    'Redis or Valkey that counts the rate limits, `redis://…`. Empty: PostgreSQL when DATABASE_URL is set, else this process.',
    '',
  ),
  LIMIT_SCALE: decimal("Factor on all rate limits: 1 is the API's own.", 1, 0.01, 1_000_000),
} as const satisfies Record<string, TSchema>;

const MONEY = {
  FEE_ADDRESS: text('Where marketplace fees are paid.', ''),
  SELLER_FEE_BPS: whole("Seller's marketplace fee, 1/100 of a percent of the price.", 100, 0, 10_000),
  BUYER_FEE_BPS: whole("Buyer's marketplace fee, 1/100 of a percent of the price.", 150, 0, 10_000),
  MINIMUM_FEE_SATS: whole("Each side's fee is at least this, sats.", 1_000),
  SELLER_ROYALTY_BPS: whole(
    "Seller's creator royalty, 1/100 of a percent; collections may override.",
    0,
    0,
    10_000,
  ),
  BUYER_ROYALTY_BPS: whole(
    "Buyer's creator royalty, 1/100 of a percent; collections may override.",
    0,
    0,
    10_000,
  ),
  LISTING_MINIMUM_SATS: whole('Lowest price of a listing, sats.', 10_000, 1),
  OFFER_MINIMUM_SATS: whole('Lowest price of an inscription offer, sats.', 2_000, 1),
  OFFER_MAXIMUM_SATS: whole('Highest price of an inscription offer, sats.', 1_000_000, 1),
  MAX_POSTAGE_SATS: whole('Largest value of an inscription output that may be listed, sats.', 20_000, 330),
  ANCHOR_SATS: whole('Value of an anchor, sats.', 1_000, 800, 100_000),
  ANCHOR_POOL_TARGET: whole('Anchors kept ready.', 200, 1, 100_000),
  ADMISSION_TIERS: text(
    'Tiers of collection offers, `from price in sats:lock in blocks:coins`, separated by commas; the first is tier 1. A tier fills at most so many offers in so many blocks.',
    '0:144:20',
  ),
  GATE_KEY: text(
    "The gate signer's x-only key in hex, for `ordbook signer --role market`: admission coins are made for it only.",
    '',
  ),
  PAYOUT_ADDRESSES: text(
    'For `ordbook signer`: the addresses of creators and partners that it may pay beside FEE_ADDRESS and DONATION_ADDRESS, separated by commas. Empty: it believes the service.',
    '',
  ),
  RESERVATION_MINUTES: decimal('How long a preflight reserves its anchors, minutes.', 10, 0.1, 1_440),
  REVOKE_WITHIN_HOURS: decimal(
    'Longest time from the end of a listing or counter until the anchor that its transfer needs is spent, after which nobody can sell at its price; hours.',
    6,
    0,
    8_760,
  ),
  REVOKE_MAX_FEE_RATE: whole(
    'Above this fee rate, sat/vB, anchors of closed listings wait for cheaper blocks, longer than REVOKE_WITHIN_HOURS if need be.',
    20,
    1,
    10_000,
  ),
  PROFILE_DAILY_COST_SATS: whole(
    'What the listings and counters of one profile may cost the operator in 24 hours, sats: those that ended without a sale, and those that are open, as if they ended now. Above it the profile lists no more. Fees of its own sales are added. 0: no ceiling.',
    25_000,
  ),
  TRANSFER_FEE_RATE: whole(
    'Fee rate of transfers (TX1) and of the recoveries behind them, sat/vB. The signer signs no other.',
    1,
    1,
    3,
  ),
  EARLIER_TRANSFER_FEE_RATES: text(
    'For `ordbook signer`: transfer fee rates that open listings and counters were signed at before, sat/vB, separated by commas.',
    '',
  ),
  MIN_FEE_RATE: whole('Lowest package fee rate, sat/vB.', 2, 1, 1_000),
  MAX_FEE_RATE: whole('Highest package fee rate, sat/vB.', 200, 1, 10_000),
  FEE_TARGET_BLOCKS: whole("Confirmation target of the node's fee estimate, blocks.", 3, 1, 1_008),
  FAILURE_DEPTH: whole('Blocks on top of a foreign spend before a purchase counts as failed.', 3, 0, 100),
  PATIENCE_HOURS: decimal(
    'How long a purchase that the node refuses is sent again before its anchor is spent otherwise, which ends it, hours.',
    72,
    0.1,
    8_760,
  ),
  DONATION_NAME: text('Name of the round-up initiative; empty: none.', ''),
  DONATION_URL: text('Page of the round-up initiative.', ''),
  DONATION_ADDRESS: text('Where round-up donations are paid.', ''),
  DONATION_STEP_SATS: whole("A donation rounds the buyer's total up to a multiple of this, sats.", 10_000, 1),
  LOOKUP_PROVIDERS: text(
    'Wallet providers whose coins the service looks up itself, separated by commas.',
    '',
  ),
} as const satisfies Record<string, TSchema>;

const SIGNERS = {
  SIGNER_SOCKET_GROUP: text(
    "Group of this machine, by name or number, that may open the signer's unix socket: the service's user is in it. Empty: nobody but the signer's own user.",
    '',
  ),
  SIGNER_PACKAGES_PER_HOUR: whole(
    'Packages of each kind (sales, recoveries, counters, fills, splits) that a signer signs in an hour.',
    2_000,
    1,
    10_000,
  ),
  SIGNER_FEE_SATS_PER_HOUR: whole(
    'Network fees that the market signer lets operator coins pay in an hour, sats.',
    1_000_000,
    1,
    50_000_000,
  ),
  SIGNER_FEE_SATS_PER_DAY: whole('The same in a day, sats.', 3_000_000, 1, 50_000_000),
  SIGNER_ANCHORS_PER_DAY: whole(
    'Anchors that the market signer lets splits make in a day.',
    5_000,
    1,
    1_000_000,
  ),
} as const satisfies Record<string, TSchema>;

const FOLLOWING = {
  POLL_MS: whole('Time between two looks at the node, ms.', 2_000, 50, 600_000),
} as const satisfies Record<string, TSchema>;

/**
 * Every setting of the service, by group: name (an environment variable), type, default and meaning with its unit. The tables of
 * `docs/operations.md` are rendered from this list. An empty text means "not set".
 */
export const SETTING_GROUPS = {
  'Where the world is': WORLD,
  'The HTTP edge': EDGE,
  Money: MONEY,
  'Of `ordbook signer`': SIGNERS,
  'Following the chain': FOLLOWING,
} as const;

export const SETTINGS = { ...WORLD, ...EDGE, ...MONEY, ...SIGNERS, ...FOLLOWING } as const;

/** Where the settings are explained, after "wrong settings". */
export const SETTINGS_GUIDE = 'docs/operations.md lists them all';

/** What `S` describes, as read. */
type Read<S extends Readonly<Record<string, TSchema>>> = { -readonly [Name in keyof S]: Static<S[Name]> };

export type Settings = Read<typeof SETTINGS>;

type Environment<Name extends PropertyKey> = NodeJS.ProcessEnv | Partial<Record<Name, unknown>>;

/** Reads all settings of the service, as `readEnvironment` does; `checkSettings` judges them together. */
export function readSettings(env: Environment<keyof Settings>): Settings {
  return readEnvironment(SETTINGS, env, SETTINGS_GUIDE);
}

/**
 * Reads settings and judges each for itself. Throws one Error that names every wrong one, the value seen and what is allowed, and
 * `where` they are explained.
 */
export function readEnvironment<S extends Readonly<Record<string, TSchema>>>(
  settings: S,
  env: Environment<keyof S>,
  where: string,
): Read<S> {
  const seen = env as Record<string, unknown>;
  try {
    return envSchema<Read<S>>({ schema: Type.Object(settings), data: seen, dotenv: false });
  } catch (error) {
    const { errors } = error as { errors?: readonly { instancePath: string }[] };
    if (!errors) throw error;
    const names = new Set(errors.map(({ instancePath }) => instancePath.slice(1)));
    throw wrongSettings(
      [...names].map((name) => ({
        name,
        seen: seen[name],
        allowed: `must be ${allowedBy(settings[name]!)}`,
      })),
      where,
    );
  }
}

/** The decisions that the trading flows depend on. */
export function tradingSettings(settings: Settings): TradingSettings {
  return {
    network: settings.NETWORK,
    domain: settings.DOMAIN,
    feeAddress: settings.FEE_ADDRESS,
    fees: feeSettings(settings),
    listingMinimumSats: settings.LISTING_MINIMUM_SATS,
    offerMinimumSats: settings.OFFER_MINIMUM_SATS,
    offerMaximumSats: settings.OFFER_MAXIMUM_SATS,
    maxPostageSats: settings.MAX_POSTAGE_SATS,
    anchorSats: settings.ANCHOR_SATS,
    anchorPoolTarget: settings.ANCHOR_POOL_TARGET,
    reservationMs: settings.RESERVATION_MINUTES * MINUTE_MS,
    revokeWithinMs: settings.REVOKE_WITHIN_HOURS * HOUR_MS,
    revokeMaxFeeRate: settings.REVOKE_MAX_FEE_RATE,
    profileDailyCostSats: settings.PROFILE_DAILY_COST_SATS,
    transferFeeRate: settings.TRANSFER_FEE_RATE,
    minFeeRate: settings.MIN_FEE_RATE,
    maxFeeRate: settings.MAX_FEE_RATE,
    feeTargetBlocks: settings.FEE_TARGET_BLOCKS,
    fundingRequirementSats: settings.FUNDING_REQUIREMENT_SATS,
    challengeMs: settings.CHALLENGE_MINUTES * MINUTE_MS,
    tokenMs: settings.TOKEN_HOURS * HOUR_MS,
    failureDepth: settings.FAILURE_DEPTH,
    patienceMs: settings.PATIENCE_HOURS * HOUR_MS,
    donation: settings.DONATION_NAME
      ? {
          name: settings.DONATION_NAME,
          url: settings.DONATION_URL,
          address: settings.DONATION_ADDRESS,
          roundUpToSats: settings.DONATION_STEP_SATS,
        }
      : null,
    lookupProviders: listOf(settings.LOOKUP_PROVIDERS),
  };
}

function feeSettings(settings: Settings): FeeSettings {
  return {
    sellerBps: settings.SELLER_FEE_BPS,
    buyerBps: settings.BUYER_FEE_BPS,
    minimumSats: settings.MINIMUM_FEE_SATS,
    sellerRoyaltyBps: settings.SELLER_ROYALTY_BPS,
    buyerRoyaltyBps: settings.BUYER_ROYALTY_BPS,
  };
}

/** `a, b` as a list; empty text as none. */
export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The PEM files of TLS between service and signers. */
export function tlsFiles(settings: Settings) {
  return {
    certificate: settings.SIGNER_TLS_CERT,
    key: settings.SIGNER_TLS_KEY,
    authority: settings.SIGNER_TLS_CA,
  };
}
