/**
 * Values that an operator has no reason to change, each with the reason for its size. Tests and
 * the sandbox may bring others to `readSettings`; the environment may not.
 */
export const CONSTANTS = {
  /** Connections to PostgreSQL: two cores keep no more busy, and seven replicas fit into 100. */
  DATABASE_POOL: 10,
  /** Of requests to node, index and signers. The slowest is a block of 4 MB. */
  REMOTE_TIMEOUT_MS: 10_000,
  /** Lifetime of a session token: one that leaks is soon of no use, and clients sign in again. */
  TOKEN_HOURS: 1,
  /** Lifetime of a sign-in challenge: time to confirm on a hardware wallet. The SDK refuses more than 15. */
  CHALLENGE_MINUTES: 5,
  /** How long a preflight reserves its anchors: time to sign 20 PSBTs by hand. */
  RESERVATION_MINUTES: 10,
  /** Largest value of an inscription output that may be listed: more is a mistake rather than postage. */
  MAX_POSTAGE_SATS: 20_000,
  /** Hours by which the anchor of an ended listing or counter is spent: 36 blocks to find a cheap one. */
  REVOKE_WITHIN_HOURS: 6,
  /** Most open offers of a profile, of each of the two kinds: no member fills tables that all read. */
  PROFILE_MAX_OFFERS: 1_000,
  /** Lowest package fee rate, sat/vB: above the 1 sat/vB of transfers, so a package is never at the floor. */
  MIN_FEE_RATE: 2,
  /** Confirmation target of the node's estimate: half an hour, as wallets choose by default. */
  FEE_TARGET_BLOCKS: 3,
  /** A package that no block has after so many blocks is not sent any more: 6 hours. */
  PATIENCE_BLOCKS: 36,
  /** The same by the clock, when fewer blocks came, of a package that the node does not take. */
  PATIENCE_HOURS: 72,
  /** A purchase below the current fee rate is bumped after so long: six blocks have passed it by. */
  BUMP_AFTER_MINUTES: 60,
  /** A client that comes back after a weekend goes on where it was; later it reads the book again. */
  EVENTS_KEEP_HOURS: 72,
  /** Between two reads of new events. With PostgreSQL a notification wakes the reader at once. */
  EVENTS_POLL_MS: 500,
  /** Most subscribers of `GET /events` from one address, and of one profile, times LIMIT_SCALE. */
  EVENTS_STREAMS_PER_CALLER: 20,
  /** A subscriber that takes nothing for so long while events wait is dropped: longer than a lost packet. */
  EVENTS_DRAIN_MS: 15_000,
  /** How long a delivery of a webhook is tried again before it is dead: a day in which somebody notices. */
  WEBHOOKS_GIVE_UP_HOURS: 24,
  /** Hours between two audits by the replica that leads. It may wait: it only reads, and changes nothing. */
  AUDIT_EVERY_HOURS: 24,
} as const;

export type Constants = { readonly [Name in keyof typeof CONSTANTS]: number };

/** What stands in the place of a setting that is none any more, and of no constant. */
const REPLACED: Readonly<Record<string, string>> = {
  FILL_FEE_BPS: 'POST /v1/fees of the admin API sets fillBps',
  SELLER_ROYALTY_BPS: 'a collection, or POST /v1/fees of the admin API, sets sellerRoyaltyBps',
  BUYER_ROYALTY_BPS: 'a collection, or POST /v1/fees of the admin API, sets buyerRoyaltyBps',
  BUMP_DAILY_SATS: 'it is ten times BUMP_MAX_SATS',
  SIGNER_FEE_SATS_PER_HOUR: 'it is a third of SIGNER_FEE_SATS_PER_DAY',
  SIGNER_ANCHORS_PER_DAY: 'it is 25 times ANCHOR_POOL_TARGET, and at least 5,000',
};

/** What to do about a variable that is no setting any more; null for any other. */
export function retired(name: string): string | null {
  const value = (CONSTANTS as Readonly<Record<string, number>>)[name];
  const now =
    REPLACED[name] ?? (value === undefined ? undefined : `it is always ${value.toLocaleString('en')}`);
  return now === undefined ? null : `it is no setting any more; remove it (${now})`;
}
