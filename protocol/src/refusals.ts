/**
 * Every expected "no" of the service, in one list: code, the API's status, and what a client does about it.
 * `docs/errors.md` is rendered from this list. A refusal changes nothing; a bug is anything that is not in this list.
 */
export const REFUSALS = {
  // 400: the request cannot be right, whatever the state.
  malformed: {
    status: 400,
    meaning: 'A parameter or body field is missing, mistyped or out of range.',
    action: 'Fix the request.',
  },
  unknown_field: {
    status: 400,
    meaning: 'A body field that this route does not take.',
    action: 'Remove the field.',
  },
  bad_address: {
    status: 400,
    meaning: 'Not a usable address of this network for this role.',
    action: 'Use an address of the type named.',
  },
  bad_public_key: {
    status: 400,
    meaning: "The public key does not derive the binding's address.",
    action: 'Send the key of that address.',
  },
  bad_cursor: {
    status: 400,
    meaning: 'The cursor was not made by this query.',
    action: 'Start again without a cursor.',
  },
  bad_price: {
    status: 400,
    meaning: 'The price is outside the allowed window or step.',
    action: 'Use a price in the window named.',
  },
  bad_psbt: {
    status: 400,
    meaning: 'The PSBT is not the one that was built, or is not decodable.',
    action: 'Sign the PSBT of the preflight unchanged.',
  },
  bad_signature: {
    status: 400,
    meaning: 'A signature is missing, wrong, foreign, or of the wrong sighash type.',
    action: 'Sign the inputs named, with the sighash named.',
  },
  insufficient_funds: {
    status: 400,
    meaning: 'The spendable coins do not cover the cost.',
    action: 'Send more confirmed coins that hold no inscriptions.',
  },
  coins_required: {
    status: 400,
    meaning: 'This wallet binding must send spendableUtxos.',
    action: 'Send the candidates for payment.',
  },
  not_listable: {
    status: 400,
    meaning: 'This inscription cannot be listed as it is.',
    action: 'See the sentence.',
  },
  not_offerable: {
    status: 400,
    meaning: 'No offer can be made on this inscription as it is.',
    action: 'See the sentence.',
  },
  nothing_eligible: {
    status: 400,
    meaning: 'No member of the collection meets the target.',
    action: 'Use traits that members have.',
  },
  not_eligible: {
    status: 400,
    meaning: 'The inscription is not in the set that the collection offer buys.',
    action: 'Fill another offer, or with another inscription.',
  },
  too_large: { status: 413, meaning: 'The body or a PSBT is over the size limit.', action: 'Send less.' },
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
    action: 'Sign the exact message with the address named.',
  },
  // 403
  not_owner: {
    status: 403,
    meaning: "The wallet does not own what it acts on, or the binding is somebody else's.",
    action: 'Use the owning wallet.',
  },
  underfunded: {
    status: 403,
    meaning: 'The payment address is below the funding requirement.',
    action: 'Fund the payment address and sign in again.',
  },
  trading_disabled: { status: 403, meaning: 'Trading in this collection is switched off.', action: 'None.' },
  // 404
  not_found: {
    status: 404,
    meaning: 'No such collection, listing, inscription, offer or challenge.',
    action: 'Check the identifier.',
  },
  // 409: true when it was built, not any more.
  stale: { status: 409, meaning: 'State changed since the preflight.', action: 'Run the preflight again.' },
  not_buyable: {
    status: 409,
    meaning: 'The listing is not buyable now.',
    action: 'Fetch the listing again.',
  },
  already_listed: { status: 409, meaning: 'The inscription has a live listing.', action: 'Delist first.' },
  coins_spent: {
    status: 409,
    meaning: 'A coin of the transaction was spent elsewhere.',
    action: 'Run the preflight again with other coins.',
  },
  offer_closed: {
    status: 409,
    meaning: 'The offer is not active any more.',
    action: 'Fetch the offers again.',
  },
  offer_exists: {
    status: 409,
    meaning: 'The same offer, or another counter to the same offer, is active.',
    action: 'Cancel that one first.',
  },
  below_top_offer: {
    status: 409,
    meaning:
      'A higher collection offer takes the inscription, and the seller has not confirmed the lower one.',
    action: 'Send belowTopOfferWarning back as belowTopOfferConfirmation, or fill the higher offer.',
  },
  price_moved: {
    status: 409,
    meaning: 'Floor or collection offers rose above the price since the preflight.',
    action: 'Run the preflight again with a higher price.',
  },
  wallet_taken: {
    status: 409,
    meaning: 'The wallet is linked to another profile.',
    action: 'Use the profile it is linked to.',
  },
  flow_invalid: {
    status: 409,
    meaning: 'The sign-in flow is used up or inconsistent.',
    action: 'Start a fresh challenge.',
  },
  donation_unavailable: {
    status: 409,
    meaning: 'No donation initiative is configured.',
    action: 'Send roundUpDonation false.',
  },
  rejected_by_network: {
    status: 409,
    meaning: 'The node refuses the transaction.',
    action: 'Run the preflight again.',
  },
  // 410
  challenge_expired: {
    status: 410,
    meaning: 'The challenge is over its time.',
    action: 'Start a fresh challenge.',
  },
  // 429
  rate_limited: {
    status: 429,
    meaning: 'Too many requests in this window.',
    action: 'Wait for Retry-After seconds.',
  },
  cost_ceiling: {
    status: 429,
    meaning: 'What the listings and counters of the profile can cost the marketplace in 24 hours is used up.',
    action: 'Wait for Retry-After seconds, or list fewer.',
  },
  // 503
  unavailable: {
    status: 503,
    meaning: 'The node, the index, the signer or the database is away.',
    action: 'Wait and retry.',
  },
  no_admission: {
    status: 503,
    meaning: 'No admission coin of the tier may be spent yet.',
    action: 'Wait for blocks and retry.',
  },
  no_anchor: { status: 503, meaning: 'No confirmed anchor is free.', action: 'Wait for a block and retry.' },
  mempool_busy: {
    status: 503,
    meaning: "The mempool's minimum fee rate is above what a package of several listings can carry.",
    action: 'Buy one listing at a time, or wait.',
  },
} as const satisfies Record<string, { status: number; meaning: string; action: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** An expected "no": carries its code, its HTTP status and a sentence naming the value seen. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  /** What only the operator is told, in the log; null: the sentence says it all. */
  readonly detail: string | null;
  /** When it makes sense to try again; null: not known. */
  readonly retryAfterSeconds: number | null;
  constructor(code: RefusalCode, sentence: string, { detail, retryAfterSeconds }: RefusalOptions = {}) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.status = REFUSALS[code].status;
    this.detail = detail ?? null;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

export interface RefusalOptions {
  /** For the operator's log only. */
  readonly detail?: string;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** Throws a `Refusal`. `sentence` is shown to the client: it names the value seen, and nothing secret. */
export function refuse(code: RefusalCode, sentence: string, options?: RefusalOptions): never {
  throw new Refusal(code, sentence, options);
}

/** What the operator is told of an error. */
export function operatorSentence(error: unknown): string {
  if (error instanceof Refusal) return error.detail ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
