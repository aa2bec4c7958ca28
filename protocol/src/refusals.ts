/**
 * All refusals of the service: code, HTTP status, meaning, and what a client should do. `docs/errors.md` is
 * rendered from this list. A refusal changes no state. Any other error is a bug.
 */
export const REFUSALS = {
  // 400: the request is wrong in any state.
  malformed: {
    status: 400,
    meaning: 'The request is no HTTP, or a parameter or body field is missing, mistyped or out of range.',
    action: 'Fix the request.',
  },
  unknown_field: {
    status: 400,
    meaning: 'The body has a field that this endpoint does not accept.',
    action: 'Remove the field.',
  },
  bad_address: {
    status: 400,
    meaning: 'The address is invalid, of another network, or of a type that cannot be used here.',
    action: 'Use an address of the type in the message.',
  },
  bad_public_key: {
    status: 400,
    meaning: "The public key does not derive the binding's address.",
    action: 'Send the public key of that address.',
  },
  bad_cursor: {
    status: 400,
    meaning: 'The cursor was not made by this query.',
    action: 'Start again without a cursor.',
  },
  bad_price: {
    status: 400,
    meaning: 'The price is out of range, or not a multiple of the price step.',
    action: 'Use a price that the message allows.',
  },
  bad_psbt: {
    status: 400,
    meaning: 'The PSBT is not the one that the preflight built, or cannot be decoded.',
    action: 'Sign the PSBT of the preflight without changing it.',
  },
  bad_signature: {
    status: 400,
    meaning: 'A signature is missing, invalid, by another key, or of the wrong sighash type.',
    action: 'Sign the inputs that the preflight lists, each with its sighash type.',
  },
  insufficient_funds: {
    status: 400,
    meaning: 'The spendable coins do not cover the cost.',
    action: 'Send more confirmed coins that hold no inscriptions.',
  },
  coins_required: {
    status: 400,
    meaning: 'This wallet binding must send spendableUtxos.',
    action: 'Send spendableUtxos: the coins that may pay.',
  },
  not_listable: {
    status: 400,
    meaning: 'The inscription cannot be listed.',
    action: 'Read the message; it gives the reason.',
  },
  not_offerable: {
    status: 400,
    meaning: 'No offer can be made on the inscription.',
    action: 'Read the message; it gives the reason.',
  },
  nothing_eligible: {
    status: 400,
    meaning: 'No inscription of the collection meets the target.',
    action: 'Use traits that inscriptions of the collection have.',
  },
  not_eligible: {
    status: 400,
    meaning: 'The inscription is not in the eligible set of the collection offer.',
    action: 'Fill another collection offer, or use another inscription.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not take this method.',
    action: 'Use a method of the Allow header.',
  },
  unsupported_type: {
    status: 415,
    meaning: 'The body is not JSON by its Content-Type.',
    action: 'Send Content-Type: application/json.',
  },
  too_large: { status: 413, meaning: 'The body or a PSBT is too large.', action: 'Send less.' },
  // 401
  token_missing: { status: 401, meaning: 'No bearer token.', action: 'Sign in.' },
  token_invalid: {
    status: 401,
    meaning: 'The bearer token is invalid or expired.',
    action: 'Sign in again.',
  },
  signature_invalid: {
    status: 401,
    meaning: 'The signature of the sign-in challenge does not verify.',
    action: 'Sign the exact message with the address in the challenge.',
  },
  // 403
  not_owner: {
    status: 403,
    meaning:
      'The wallet does not own the inscription, listing or offer, or the wallet binding belongs to another profile.',
    action: 'Use the owning wallet.',
  },
  underfunded: {
    status: 403,
    meaning: 'The payment address holds less than the funding requirement.',
    action: 'Fund the payment address and sign in again.',
  },
  origin_refused: {
    status: 403,
    meaning: 'A browser page of another origin asked to link a wallet, or used the admin API.',
    action:
      "Use a page of the service's own origin. To link a wallet from another one, ask the operator to allow it.",
  },
  view_only: {
    status: 403,
    meaning: 'The token of the admin API may view, and not act.',
    action: 'Use a token that may act, or a dry run.',
  },
  person_missing: {
    status: 403,
    meaning: 'An act over the socket of the admin API names no person: the user of a socket is nobody.',
    action: 'Send your name in the header x-ordbook-by, as `ordbook admin --as` does.',
  },
  trading_disabled: {
    status: 403,
    meaning: 'Trading in this collection is switched off.',
    action: 'Wait until the operator switches it on.',
  },
  banned: {
    status: 403,
    meaning: 'The operator has banned the profile or one of its addresses.',
    action: 'Ask the operator. Delisting, cancelling, declining and taking back are still possible.',
  },
  // 404
  not_found: {
    status: 404,
    meaning: 'No such collection, listing, inscription, offer or challenge.',
    action: 'Check the identifier.',
  },
  // 409: was right earlier, is not any more.
  unknown_listing: {
    status: 409,
    meaning: 'No such listing. It may have existed and be gone.',
    action: 'Fetch the listings again.',
  },
  unknown_offer: {
    status: 409,
    meaning: 'No such offer on the inscription. It may have existed and be gone.',
    action: 'Fetch the offers again.',
  },
  indexes_differ: {
    status: 409,
    meaning: "The operator's two inscription indexes differ about something in the request.",
    action: 'Choose something else, or try again later.',
  },
  stale: { status: 409, meaning: 'State changed since the preflight.', action: 'Run the preflight again.' },
  not_buyable: {
    status: 409,
    meaning: 'The listing is not buyable now.',
    action: 'Fetch the listing again.',
  },
  below_standing_offer: {
    status: 409,
    meaning: 'A standing offer on the inscription pays more than the listing asks.',
    action: 'Accept that offer, or list at its price or above.',
  },
  already_listed: { status: 409, meaning: 'The inscription has a live listing.', action: 'Delist it first.' },
  coins_spent: {
    status: 409,
    meaning: 'A coin of the transaction was spent elsewhere.',
    action: 'Run the preflight again with other coins.',
  },
  offer_closed: {
    status: 409,
    meaning: 'The offer is no longer active.',
    action: 'Fetch the offers again.',
  },
  offer_exists: {
    status: 409,
    meaning: 'An identical offer, or another counter to the same offer, is active.',
    action: 'Cancel that one first.',
  },
  too_many_offers: {
    status: 409,
    meaning: 'The profile, a coin or the inscription has as many open offers as it may have.',
    action: 'Read the message: cancel some offers, pay with another coin, or offer more.',
  },
  below_top_offer: {
    status: 409,
    meaning:
      'Another collection offer pays more for the inscription, and the seller has not confirmed the lower one.',
    action: 'Send belowTopOfferWarning back as belowTopOfferConfirmation, or fill the higher offer.',
  },
  price_moved: {
    status: 409,
    meaning: 'The floor or a collection offer rose above the price since the preflight.',
    action: 'Run the preflight again with a higher price.',
  },
  already_linked: {
    status: 409,
    meaning: 'The wallet is linked to this profile already.',
    action: 'Sign in without a bearer token for a fresh session.',
  },
  wallet_taken: {
    status: 409,
    meaning: 'The wallet is linked to another profile.',
    action: 'Use the profile it is linked to.',
  },
  flow_invalid: {
    status: 409,
    meaning: 'The sign-in challenge was already used, or the request does not match it.',
    action: 'Start a fresh challenge.',
  },
  donation_unavailable: {
    status: 409,
    meaning: 'No donation initiative is configured.',
    action: 'Set roundUpDonation to false.',
  },
  rejected_by_network: {
    status: 409,
    meaning: 'The Bitcoin node rejected the transaction.',
    action: 'Nothing was stored. Run the preflight again.',
  },
  trade_ended: {
    status: 409,
    meaning:
      'The submit is a repeat, and what it made has ended since: cancelled, declined, delisted, expired, invalidated or failed.',
    action: 'Run the preflight to make another.',
  },
  // 410
  challenge_expired: {
    status: 410,
    meaning: 'The challenge has expired.',
    action: 'Start a fresh challenge.',
  },
  // 429
  rate_limited: {
    status: 429,
    meaning: 'Too many requests in this window, streams at once, or bytes that were not read.',
    action: 'Wait for Retry-After seconds.',
  },
  cost_ceiling: {
    status: 429,
    meaning: 'The listings and counters of the profile could cost more than the limit for 24 hours.',
    action: 'Wait for Retry-After seconds, or make fewer listings.',
  },
  // 500
  internal: {
    status: 500,
    meaning: 'An unexpected error of the service. No detail is shown.',
    action: 'Retry once, then report it with the request id.',
  },
  // 503
  unavailable: {
    status: 503,
    meaning: 'The node, the index, the signer or the database is unreachable.',
    action: 'Wait and retry.',
  },
  paused: {
    status: 503,
    meaning: 'The operator has paused trading, this kind of trade or the collection.',
    action: 'Read the message; it gives the reason. Wait and retry.',
  },
  no_admission: {
    status: 503,
    meaning: 'No admission coin of the tier can be spent yet.',
    action: 'Wait for the next blocks and retry.',
  },
  unpaid_ceiling: {
    status: 503,
    meaning:
      'Listings and counters that ended unsold, of all profiles whose sales have not paid for them, have reached the limit of their cost for 24 hours.',
    action: 'Wait for Retry-After seconds, or list an inscription that has not been listed for 24 hours.',
  },
  no_anchor: { status: 503, meaning: 'No confirmed anchor is free.', action: 'Wait for a block and retry.' },
  mempool_busy: {
    status: 503,
    meaning:
      'The mempool minimum fee rate is too high for several listings at once, for a counter, or for any trade.',
    action: 'Buy one listing at a time, or wait.',
  },
} as const satisfies Record<string, { status: number; meaning: string; action: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/**
 * Somebody was faster: what the request is about was there, and is not any more. A program takes the next
 * one.
 */
export const GONE: ReadonlySet<string> = new Set<RefusalCode>([
  'unknown_listing',
  'unknown_offer',
  'stale',
  'not_buyable',
  'coins_spent',
  'offer_closed',
]);

/**
 * Seconds after which a retry of a 503 or 429 makes sense, unless the refusal knows better: a block, or a
 * restart.
 */
export const RETRY_SECONDS = { untilBlock: 60, untilBack: 5 } as const;
/** Refusals with 503 that only a block ends, or the operator. */
const UNTIL_BLOCK: ReadonlySet<string> = new Set<RefusalCode>([
  'no_admission',
  'no_anchor',
  'mempool_busy',
  'paused',
]);

/** An expected error: a code, its HTTP status and a sentence with the value seen. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  /** More detail, for the operator's log only; null: the sentence is complete. */
  readonly detail: string | null;
  /** Seconds after which a retry makes sense; null: unknown. Every 503 and 429 has them. */
  readonly retryAfterSeconds: number | null;
  constructor(code: RefusalCode, sentence: string, { detail, retryAfterSeconds }: RefusalOptions = {}) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.status = REFUSALS[code].status;
    this.detail = detail ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? usualRetry(code);
  }
}

function usualRetry(code: RefusalCode): number | null {
  if (REFUSALS[code].status !== 503 && REFUSALS[code].status !== 429) return null;
  return UNTIL_BLOCK.has(code) ? RETRY_SECONDS.untilBlock : RETRY_SECONDS.untilBack;
}

export interface RefusalOptions {
  /** For the operator's log only. */
  readonly detail?: string;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** Throws a `Refusal`. The client sees `sentence`: name the value seen, and nothing secret. */
export function refuse(code: RefusalCode, sentence: string, options?: RefusalOptions): never {
  throw new Refusal(code, sentence, options);
}

/** The text of an error for the operator: the detail of a refusal where there is one, else the message. */
export function operatorSentence(error: unknown): string {
  if (error instanceof Refusal) return error.detail ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
