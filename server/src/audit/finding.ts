/** What an audit may find, and the fix of each. `docs/operations.md` lists the codes. */

/** Every code: what it means, and what the operator does about it. */
export const FINDINGS = {
  block_unknown: {
    means: "the database has a block that the node's chain does not have, or lacks one in between",
    fix: 'let the follower roll back to the node: start the service with this node, or restore the node that it followed',
  },
  unmined_confirmed: {
    means: 'a confirmed trade or sale is not in its block',
    fix: 'restart the service, which confirms trades again; if the finding stays, the node has lost the block: check its logs and reindex it',
  },
  mined_failed: {
    means: 'a failed trade is in a block',
    fix: 'do not repeat the trade: it was settled. Check `getindexinfo` of the node and restart the service, which confirms it',
  },
  failed_without_spend: {
    means: 'a trade is failed, and no block has another transaction that spends one of its coins',
    fix: 'do not repeat the trade yet: no other transaction ended it, so its package may still be mined. Keep its coins unspent until a block has a spend of one of them',
  },
  open_mined: {
    means: 'a trade is still on its way, and a block has it',
    fix: 'check that one replica leads and logs no errors: it confirms the trade on the next poll',
  },
  open_lost: {
    means: 'a trade is still on its way, and a buried block has another spend of one of its coins',
    fix: 'check that one replica leads and logs no errors: it fails the trade once the spend is buried',
  },
  overdue: {
    means: 'a listing or an offer is open after its end',
    fix: 'check that one replica leads and logs no errors: it ends what has expired',
  },
  wrong_output: {
    means: 'a mined trade pays somebody another sum, or somebody else, than the stored trade',
    fix: 'compare the transaction with the stored trade and settle the difference with the parties',
  },
  wrong_cost: {
    means: 'a buyer paid another sum than the quote',
    fix: 'compare the transaction with the quote of the preflight and settle the difference',
  },
  wrong_inscription: {
    means: 'an inscription of a mined trade did not go to its buyer',
    fix: 'the transaction moved the inscription elsewhere than the trade says: tell both parties, and keep the transaction as evidence',
  },
  index_disagrees: {
    means: 'the index has an inscription elsewhere than the flow of sats',
    fix: 'the index differs from the flow of sats: compare with another `ord`; reindex the one that is wrong',
  },
  payout_missing: {
    means: 'an accepted offer has no payout of its proceeds',
    fix: "send the stored payout again: it is the last transaction of the settlement's package",
  },
  trade_differs: {
    means: 'the parties, coins or transactions that are stored of a trade are not those of its package',
    fix: 'the mined transaction is what counts: compare the trade with it, correct nothing by hand, and find out who changes the database',
  },
  sale_differs: {
    means: 'the sales of a trade are missing, too many, or in another state than the trade',
    fix: 'restart the service; if the finding stays, report it with the trade: sales follow their trade',
  },
  listing_differs: {
    means: 'the state of a listing does not agree with its sales, or a closed one keeps its signatures',
    fix: 'delist it with its seller, or restart the service; report it if the finding stays',
  },
  unbuyable: {
    means: 'an open listing or offer lacks a coin that it needs',
    fix: 'delist it: no purchase of it can be mined, because a coin that it needs is spent',
  },
  terms_differ: {
    means: 'what is stored or shown of a listing or an offer is not what its maker signed',
    fix: 'end it with `ordbook admin POST /v1/listings/<id>/delist`, or `/v1/offers/<id>/close`; nothing that it promises can be settled. Find out who changes the database',
  },
  invalidated_for_ever: {
    means:
      'a listing or an offer waits for a coin to come back, or for a block that spends it, and neither can be expected any more',
    fix: 'check that one replica leads and logs no errors. If the finding stays, a reorg has removed the coin: end the trade with `ordbook admin POST /v1/listings/<id>/delist`, or `/v1/offers/<id>/close`',
  },
  coin_twice: {
    means: 'two trades on their way spend the same coin, or two listings have the same anchor',
    fix: 'only one of the trades can be mined: wait for a block, the service then fails the other',
  },
  offer_differs: {
    means:
      'the state of an offer does not agree with its settlement or fills, or a closed one keeps its signatures',
    fix: 'restart the service; if the finding stays, report it with the offer and its attempts',
  },
  stranded_coin: {
    means: 'an anchor or admission coin is held for something that has ended, or was never taken into use',
    fix: 'if it waits for the index, look for "reading operator coins" in the log; otherwise report it with the coin: nothing releases it, so the pool lacks it until it is released',
  },
  stranded_payment: {
    means: "a buyer's coin is locked for a purchase that has failed",
    fix: "report it with the purchase: the buyer's coin is refused although its purchase has ended",
  },
  coin_differs: {
    means: "an operator's coin is spent in the database and not in the chain, or the reverse",
    fix: 'stop the service, restore the database of this chain, and start it again to follow the blocks',
  },
  answer_differs: {
    means: 'the stored answer of a submit is about a trade that is not stored',
    fix: 'report it with the key: a repeated submit would be answered with a trade that is gone',
  },
  members_differ: {
    means: 'a collection counts other members, owners or traits than it has',
    fix: 'report it with the collection, and keep the log: members are read from the index once, and counts follow changes only, so restore the rows from a backup',
  },
  location_differs: {
    means: 'an inscription or its owner is stored elsewhere than in the index',
    fix: 'check that the index is in sync: the follower reads a differing location again',
  },
  balance_differs: {
    means: 'the stored coins of the operator are not those at the anchor address',
    fix: 'compare the coins of the anchor address with the table `anchors`; fund the pool from another address until it is explained',
  },
} as const;

export type FindingCode = keyof typeof FINDINGS;

export interface Finding {
  readonly code: FindingCode;
  /** The row that it is about, e.g. `purchase 5f0c…`. */
  readonly subject: string;
  readonly txid: string | null;
  /** `txid:vout`. */
  readonly outpoint: string | null;
  /** What is wrong, in one sentence. */
  readonly message: string;
  readonly fix: string;
}

/** What a check suspects, before it was looked at again. */
export interface Suspicion {
  /** The key of the row in its check. */
  readonly key: string;
  readonly code: FindingCode;
  readonly subject: string;
  readonly message: string;
  readonly txid?: string;
  readonly outpoint?: string;
}

export function findingOf({ code, subject, message, txid, outpoint }: Suspicion): Finding {
  return {
    code,
    subject,
    txid: txid ?? null,
    outpoint: outpoint ?? null,
    message,
    fix: FINDINGS[code].fix,
  };
}
