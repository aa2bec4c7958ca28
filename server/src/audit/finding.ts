/** What an audit may find, and the way out of each. `docs/operations.md` lists the codes. */

/** For each code, what the operator does about it. */
export const WAYS_OUT = {
  block_unknown:
    'let the follower roll back to the node: start the service with this node, or restore the node that it followed',
  unmined_confirmed:
    'restart the service, which confirms trades again; if the finding stays, the node has lost the block: check its logs and reindex it',
  mined_failed:
    'do not repeat the trade: it was settled. Check `getindexinfo` of the node and restart the service, which confirms it',
  failed_without_spend:
    'do not repeat the trade yet: no other transaction ended it, so its package may still be mined. Keep its coins unspent until a block has a spend of one of them',
  open_mined: 'check that one replica leads and logs no errors: it confirms the trade on the next poll',
  open_lost: 'check that one replica leads and logs no errors: it fails the trade once the spend is buried',
  overdue: 'check that one replica leads and logs no errors: it ends what has expired',
  wrong_output: 'compare the transaction with the stored trade and settle the difference with the parties',
  wrong_cost: 'compare the transaction with the quote of the preflight and settle the difference',
  wrong_inscription:
    'the transaction moved the inscription elsewhere than the trade says: tell both parties, and keep the transaction as evidence',
  index_disagrees:
    'the index differs from the flow of sats: compare with another `ord`; reindex the one that is wrong',
  payout_missing: "send the stored payout again: it is the last transaction of the settlement's package",
  sale_differs:
    'restart the service; if the finding stays, report it with the trade: sales follow their trade',
  listing_differs: 'delist it with its seller, or restart the service; report it if the finding stays',
  unbuyable: 'delist it: no purchase of it can be mined, because a coin that it needs is spent',
  coin_twice: 'only one of the trades can be mined: wait for a block, the service then fails the other',
  offer_differs: 'restart the service; if the finding stays, report it with the offer and its attempts',
  stranded_coin: 'report it with the coin: nothing releases it, so the pool lacks it until it is released',
  stranded_payment:
    "report it with the purchase: the buyer's coin is refused although its purchase has ended",
  coin_differs:
    'stop the service, restore the database of this chain, and start it again to follow the blocks',
  location_differs: 'check that the index is in sync: the follower reads a differing location again',
  balance_differs:
    'compare the coins of the anchor address with the table `anchors`; fund the pool from another address until it is explained',
} as const;

export type FindingCode = keyof typeof WAYS_OUT;

export interface Finding {
  readonly code: FindingCode;
  /** The row that it is about, e.g. `purchase 5f0c…`. */
  readonly subject: string;
  readonly txid: string | null;
  /** `txid:vout`. */
  readonly outpoint: string | null;
  /** What is wrong, in one sentence. */
  readonly message: string;
  readonly wayOut: string;
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
    wayOut: WAYS_OUT[code],
  };
}
