import type { FeeSettings } from '@ordbook/protocol/layout/fees';
import { envSchema } from 'env-schema';
import { type Static, type TSchema, Type } from 'typebox';
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import type { TradingSettings } from '../base/settings.ts';
import { ADMIN } from './admin-settings.ts';
import { CONSTANTS, type Constants, retired } from './constants.ts';
import { withSecretFiles } from './secret-files.ts';
import { choice, decimal, text, whole, yesOrNo } from './setting-types.ts';
import {
  allowedBy,
  SETTINGS_GUIDE,
  type SettingFlaw,
  WrongSettings,
  wrongSettings,
} from './wrong-settings.ts';

const WORLD = {
  NETWORK: choice(
    'Bitcoin network of node, index and addresses.',
    ['mainnet', 'testnet', 'signet', 'regtest'],
    'mainnet',
  ),
  CHAIN_RPC_URL: text(
    'Bitcoin Core JSON-RPC, `http://user:password@host:port`; the node needs `txindex=1`. That of the policy signer may be pruned.',
    '',
  ),
  ORD_URL: text(
    'URL of the `ord` server, started with `--index-sats --index-addresses --index-runes` and JSON enabled. Two of them, separated by a comma: what they differ about is not traded, unless a custody proof decides it, and one may fail. Optional for the policy signer: its own one, which must agree with custody proofs.',
    '',
  ),
  ESPLORA_URL: text(
    "Esplora server for the balance check at sign-in. Empty: the node's `scantxoutset`, which takes a minute or more on mainnet.",
    '',
  ),
  PRICE_URL: text(
    'Price endpoint compatible with mempool.space, e.g. `https://mempool.example/api/v1/historical-price`. Empty: sales have no `priceUsd`.',
    '',
  ),
  DATABASE_URL: text(
    'PostgreSQL, `postgres://…`. Several servers of one database, `postgres://user@first:5432,second:5432/name`: the one that takes writes is used. Empty: the embedded database in DATA_DIR.',
    '',
  ),
  DATABASE_STANDBYS: choice(
    'What the standbys of that PostgreSQL have that may be promoted. `synchronous`: every commit, before it is confirmed. `asynchronous`: perhaps not the last ones, so a promotion ends everything open.',
    ['asynchronous', 'synchronous'],
    'asynchronous',
  ),
  DATA_DIR: text(
    'Folder of the embedded database, for one process. It survives crashes of the process but not power loss.',
    '',
  ),
  SIGNER_ENDPOINT: text(
    "Path of the market signer's unix socket (`ordbook signer`), or `https://host:port` over TLS.",
    '',
  ),
  POLICY_SIGNER_ENDPOINT: text(
    'The same for the policy signer (`ordbook signer --role policy`). Empty: no collection offers.',
    '',
  ),
  GATE_SIGNER_ENDPOINT: text(
    'The same for the gate signer (`ordbook signer --role gate`). Empty: no collection offers.',
    '',
  ),
  SIGNER_TLS_CERT: text('Certificate file (PEM) that this process presents to signers, or as a signer.', ''),
  SIGNER_TLS_KEY: text('Key file (PEM) of SIGNER_TLS_CERT.', ''),
  SIGNER_TLS_CA: text('Certificate file (PEM) of the only authority that service and signers trust.', ''),
} as const satisfies Record<string, TSchema>;

const EDGE = {
  HOST: text('Address to listen on.', '127.0.0.1'),
  PORT: whole('Port to listen on.', 8080, 0, 65_535),
  PUBLIC_URL: text('Public URL of the service, without the /api/v1 prefix.', 'http://127.0.0.1:8080'),
  LINKING_ORIGINS: text(
    'Origins of browser pages, besides that of PUBLIC_URL, that may link another wallet to a signed-in profile, e.g. `https://app.example`, separated by commas.',
    '',
  ),
  DOMAIN: text(
    'Domain name in the sign-in message. Use the host of PUBLIC_URL: the SDK signs for no other by itself.',
    'localhost',
  ),
  TOKEN_KEYS: text(
    'Secrets that sign tokens, `id:secret` separated by commas; the first signs, all verify; 32 bytes or more each.',
    '',
  ),
  TRUSTED_PROXIES: text('CIDRs of proxies whose X-Forwarded-For is trusted, separated by commas.', ''),
  CONTENT_URL: text(
    "Inscription content is at this URL plus `/<id>`; empty: this service's own, PUBLIC_URL plus `/content`.",
    '',
  ),
  CONSOLE: choice('Whether the console, the pages for people, is served at `/`.', ['on', 'off'], 'on'),
  ACCEPT_ORD_OFFERS: yesOrNo(
    'True: POST /offer takes inscription offers from `ord wallet offer create`, from buyers without an account, and GET /offers shows their files to everybody, as an `ord` server with `--accept-offers` does. They pay no marketplace fee.',
    false,
  ),
  EXPLORER_URL: text(
    'The console links transactions to this URL plus `/tx/<txid>`, e.g. `https://explorer.example`; empty: to nothing.',
    '',
  ),
  COLLECTION_PAGE_URL: text('Collection pages are at this URL plus `/<slug>`; empty: none.', ''),
  LOG_LEVEL: choice('Log level.', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
  FUNDING_REQUIREMENT_SATS: whole('Confirmed sats that a payment address must hold to sign in.', 100_000),
  REDIS_URL: text(
    'Redis or Valkey that counts rate limits for all replicas together, `redis://…`. Empty: each process counts for itself.',
    '',
  ),
  LIMIT_SCALE: decimal('Factor on all rate limits; 1 is the standard.', 1, 0.01, 1_000_000),
} as const satisfies Record<string, TSchema>;

const MONEY = {
  FEE_ADDRESS: text('Address that receives marketplace fees.', ''),
  SELLER_FEE_BPS: whole("Seller's marketplace fee, 1/100 of a percent of the price.", 100, 0, 10_000),
  BUYER_FEE_BPS: whole("Buyer's marketplace fee, 1/100 of a percent of the price.", 150, 0, 10_000),
  MINIMUM_FEE_SATS: whole("Minimum of each side's fee, sats.", 1_000),
  REFUSE_LISTINGS_BELOW_OFFERS: yesOrNo(
    "True: a listing below a standing offer on the same inscription is refused, with every other of its call (409 at submit). Beyond the API's specification.",
    false,
  ),
  LISTING_MINIMUM_SATS: whole('Lowest price of a listing, sats.', 10_000, 1),
  OFFER_MINIMUM_SATS: whole('Lowest price of an inscription offer, sats.', 2_000, 1),
  OFFER_MAXIMUM_SATS: whole('Highest price of an inscription offer, sats.', 1_000_000, 1),
  ANCHOR_SATS: whole('Value of an anchor, sats.', 1_000, 800, 100_000),
  ANCHOR_POOL_TARGET: whole(
    'Number of anchors kept ready. The market signer lets fan-out transactions create 25 times as many per day, and at least 5,000.',
    200,
    1,
    100_000,
  ),
  ADMISSION_TIERS: text(
    'Tiers of collection offers, `minimum price in sats:lock in blocks:coins:depth`, separated by commas; the first is tier 1. A tier fills at most that many offers in that many blocks, and an offer buys inscriptions whose reveal has `depth` confirmations (default 3) when the offer is made. The same for the service and all signers.',
    '0:144:20:3',
  ),
  PAYOUT_ADDRESSES: text(
    'For `ordbook signer`: addresses of creators and partners that may be paid besides FEE_ADDRESS and DONATION_ADDRESS, separated by commas; `none`: nobody else. Required on mainnet. Empty: payouts are not restricted.',
    '',
  ),
  REVOKE_MAX_FEE_RATE: whole(
    'Above this fee rate, sat/vB, anchors of closed listings and of purchases that no block takes wait for lower fees, longer than six hours if necessary.',
    20,
    1,
    10_000,
  ),
  PROFILE_DAILY_COST_SATS: whole(
    'Most that the listings and counters of one profile may cost the operator in 24 hours, sats. Counts those that ended unsold, and what ending the open ones now would cost. Fees of its own sales raise the ceiling. Above it the profile cannot list. 0: no ceiling.',
    25_000,
  ),
  UNPAID_DAILY_COST_SATS: whole(
    'Most that listings and counters may cost the operator in 24 hours, sats, of all profiles together whose sales have not paid for them. Above it such profiles cannot list; above half of it, not what they have already listed and closed that day. 0: no ceiling.',
    100_000,
  ),
  TRANSFER_FEE_RATE: decimal(
    "Fee rate of transfers (TX1) and of their recoveries, sat/vB. The signer signs no other. Below 1, which is beyond the API's specification, the operator's node and its peers must relay such transactions (`minrelaytxfee`).",
    1,
    0.1,
    3,
  ),
  EARLIER_TRANSFER_FEE_RATES: text(
    'For `ordbook signer`: earlier transfer fee rates of listings and counters that are still open, sat/vB, separated by commas.',
    '',
  ),
  MAX_FEE_RATE: whole('Highest package fee rate, sat/vB.', 200, 1, 10_000),
  BUMP_MAX_SATS: whole(
    'Most that the operator pays to bump one purchase, or to end one that no block takes, sats, and ten times that in 24 hours; a bump spends the anchors of the sale, so it is never more than they hold. 0: neither is done.',
    2_000,
    0,
    1_000_000,
  ),
  DONATION_NAME: text('Name of the round-up initiative; empty: none.', ''),
  DONATION_URL: text('Page of the round-up initiative.', ''),
  DONATION_ADDRESS: text('Address that receives round-up donations.', ''),
  DONATION_STEP_SATS: whole("A donation rounds the buyer's total up to a multiple of this, sats.", 10_000, 1),
  LOOKUP_PROVIDERS: text('Wallet providers whose coins the service looks up, separated by commas.', ''),
} as const satisfies Record<string, TSchema>;

const SIGNERS = {
  KEY_SET: text(
    'File of the key set that `ordbook keys publish` writes. Required for collection offers: each signer signs no fill under other keys. The service compares it with its signers and publishes it.',
    '',
  ),
  KEY_PASSPHRASE: text(
    'Passphrase of an encrypted key file (`ordbook keys encrypt`). Give it as KEY_PASSPHRASE_FILE or as a credential. Empty: asked for on a terminal.',
    '',
  ),
  SIGNER_LEAST_FEE_BPS: whole(
    'Least marketplace fee that market and policy signer sign, 1/100 of a percent: of the price of a fill, and of what the sellers get from a sale or a counter. Not above the fee of any collection, less the share of a partner.',
    100,
    0,
    10_000,
  ),
  SIGNER_SOCKET_GROUP: text(
    "Group, by name or number, that may open the signer's unix socket; the service's user must be in it. Empty: only the signer's own user.",
    '',
  ),
  SIGNER_PACKAGES_PER_HOUR: whole(
    'Most packages of each kind (sales, recoveries, counters, fills, fan-outs) that a signer signs per hour.',
    2_000,
    1,
    10_000,
  ),
  SIGNER_FEE_SATS_PER_DAY: whole(
    'Most network fees that operator coins pay per day, sats, as the market signer allows; a third of it per hour.',
    3_000_000,
    1,
    50_000_000,
  ),
} as const satisfies Record<string, TSchema>;

const FOLLOWING = {
  FOLLOW: choice('Whether this replica may follow the chain. `off`: another one must.', ['on', 'off'], 'on'),
  POLL_MS: whole('Time between two polls, ms. A new block does not wait for a poll.', 2_000, 50, 600_000),
  SALES_EVIDENCE: choice(
    'How much of the price of a sale elsewhere the chain must prove for the sale to be stored: `inferred` stores all.',
    ['stated', 'bound', 'inferred'],
    'inferred',
  ),
  FAILURE_DEPTH: whole('Blocks on top of a conflicting spend before a trade counts as failed.', 3, 0, 100),
} as const satisfies Record<string, TSchema>;

const EVENTS = {
  EVENTS_STREAMS: whole('Most subscribers of `GET /events` in one process.', 5_000, 1, 100_000),
  WEBHOOKS_ALLOW_PRIVATE: yesOrNo(
    'True: webhooks may go to `http://` and to private addresses. For development, and for receivers in your own network.',
    false,
  ),
  ALERT_WEBHOOK: text(
    'URL that gets alerts as JSON, without Prometheus; with `#whsec_…` at its end they are signed as webhooks are. Empty: none.',
    '',
  ),
} as const satisfies Record<string, TSchema>;

/**
 * Every setting of the service, by group: name (an environment variable), type, default, and meaning with
 * unit. The tables of `docs/settings.md` are rendered from this list. Empty text means "not set".
 */
export const SETTING_GROUPS = {
  Connections: WORLD,
  'HTTP server': EDGE,
  Money: MONEY,
  '`ordbook signer`': SIGNERS,
  'Following the chain': FOLLOWING,
  'Events and webhooks': EVENTS,
  'Admin API': ADMIN,
} as const;

export const SETTINGS = {
  ...WORLD,
  ...EDGE,
  ...MONEY,
  ...SIGNERS,
  ...FOLLOWING,
  ...EVENTS,
  ...ADMIN,
} as const;

/** The values of the settings in `S`. */
type Read<S extends Readonly<Record<string, TSchema>>> = { -readonly [Name in keyof S]: Static<S[Name]> };

/** The settings, and beside them the constants that could be some. */
export type Settings = Read<typeof SETTINGS> & Constants;

type Environment<Name extends PropertyKey> = NodeJS.ProcessEnv | Partial<Record<Name, unknown>>;

/**
 * Reads all settings of the service. `constants`: other values than those of the service, for tests and the
 * sandbox. Throws what `readEnvironment` throws, also for what is no setting any more; `checkSettings` checks
 * combinations.
 */
export function readSettings(
  env: Environment<keyof typeof SETTINGS>,
  constants: Partial<Constants> = {},
): Settings {
  const variables = withSecretFiles(env as Record<string, unknown>);
  const flaws: SettingFlaw[] = Object.entries(variables).flatMap(([name, seen]) => {
    const allowed = seen === '' || seen === undefined ? null : retired(name);
    return allowed === null ? [] : [{ name, seen, allowed }];
  });
  try {
    const read = readEnvironment(SETTINGS, variables, SETTINGS_GUIDE);
    if (flaws.length === 0) return { ...CONSTANTS, ...constants, ...read };
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    flaws.push(...error.flaws);
  }
  throw wrongSettings(flaws, SETTINGS_GUIDE);
}

/**
 * Reads settings and checks each on its own. Throws one Error that names every wrong setting, its value, what
 * is allowed, and `where` the settings are documented.
 */
export function readEnvironment<S extends Readonly<Record<string, TSchema>>>(
  settings: S,
  env: Environment<keyof S>,
  where: string,
): Read<S> {
  const seen = env as Record<string, unknown>;
  try {
    // `env: false`: by default it adds the environment of this process
    return envSchema<Read<S>>({ schema: Type.Object(settings), data: seen, dotenv: false, env: false });
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

/** The settings that the trading flows depend on. */
export function tradingSettings(settings: Settings): TradingSettings {
  return {
    network: settings.NETWORK,
    domain: settings.DOMAIN,
    feeAddress: settings.FEE_ADDRESS,
    fees: feeSettings(settings),
    listingMinimumSats: settings.LISTING_MINIMUM_SATS,
    refuseListingsBelowOffers: settings.REFUSE_LISTINGS_BELOW_OFFERS,
    offerMinimumSats: settings.OFFER_MINIMUM_SATS,
    offerMaximumSats: settings.OFFER_MAXIMUM_SATS,
    maxPostageSats: settings.MAX_POSTAGE_SATS,
    anchorSats: settings.ANCHOR_SATS,
    anchorPoolTarget: settings.ANCHOR_POOL_TARGET,
    reservationMs: settings.RESERVATION_MINUTES * MINUTE_MS,
    revokeWithinMs: settings.REVOKE_WITHIN_HOURS * HOUR_MS,
    revokeMaxFeeRate: settings.REVOKE_MAX_FEE_RATE,
    profileDailyCostSats: settings.PROFILE_DAILY_COST_SATS,
    unpaidDailyCostSats: settings.UNPAID_DAILY_COST_SATS,
    profileMaxOffers: settings.PROFILE_MAX_OFFERS,
    transferFeeRate: settings.TRANSFER_FEE_RATE,
    minFeeRate: settings.MIN_FEE_RATE,
    maxFeeRate: settings.MAX_FEE_RATE,
    feeTargetBlocks: settings.FEE_TARGET_BLOCKS,
    fundingRequirementSats: settings.FUNDING_REQUIREMENT_SATS,
    challengeMs: settings.CHALLENGE_MINUTES * MINUTE_MS,
    tokenMs: settings.TOKEN_HOURS * HOUR_MS,
    salesEvidence: settings.SALES_EVIDENCE,
    failureDepth: settings.FAILURE_DEPTH,
    patienceMs: settings.PATIENCE_HOURS * HOUR_MS,
    patienceBlocks: settings.PATIENCE_BLOCKS,
    bumpAfterMs: settings.BUMP_AFTER_MINUTES * MINUTE_MS,
    bumpMaxSats: settings.BUMP_MAX_SATS,
    // ten a day: more is a fee market to wait for, not trades to push
    bumpDailySats: 10 * settings.BUMP_MAX_SATS,
    donation: settings.DONATION_NAME
      ? {
          name: settings.DONATION_NAME,
          url: settings.DONATION_URL,
          address: settings.DONATION_ADDRESS,
          roundUpToSats: settings.DONATION_STEP_SATS,
        }
      : null,
    lookupProviders: listOf(settings.LOOKUP_PROVIDERS),
    eventsKeptMs: settings.EVENTS_KEEP_HOURS * HOUR_MS,
  };
}

function feeSettings(settings: Settings): FeeSettings {
  return {
    sellerBps: settings.SELLER_FEE_BPS,
    buyerBps: settings.BUYER_FEE_BPS,
    minimumSats: settings.MINIMUM_FEE_SATS,
    // a collection sets its own
    sellerRoyaltyBps: 0,
    buyerRoyaltyBps: 0,
  };
}

/** Parses `a, b` as a list; empty text gives an empty list. */
export function listOf(value: string): string[] {
  return value.split(',').flatMap((part) => part.trim() || []);
}
