/**
 * Whether a delisted or expired listing is void for good, read from the chain alone.
 *
 * A sale of a listing needs its transfer, which spends two coins: the inscription's and an anchor of the
 * operator. Once another transaction that spends one of them is in a block, the transfer can never confirm,
 * even for someone with all the signatures and keys.
 */
import { requireOptions, requireUrl } from '../arguments.ts';
import { confirmationsAt, spendOf } from '../source/esplora-source.ts';
import { requesterTo } from '../source/request.ts';
import type { Outpoint } from '../source/source.ts';

const TIMEOUT_MS = 30_000;
/** The answers are short. */
const MAX_BYTES = 10_000;

/**
 * What a seller keeps of a listing. `listInscriptions` returns it, and `signListing` before the service has
 * the signatures.
 */
export interface ListingRecord {
  readonly transferTxid: string;
  /** The output that held the inscription when it was listed. */
  readonly inscriptionCoin: Outpoint;
  readonly anchor: Outpoint;
}

/** The transaction that makes the transfer impossible. `confirmations`: 1 when it is in the newest block. */
export interface RevocationEvidence {
  /** Which coin of the listing is spent. */
  readonly spent: 'anchor' | 'inscriptionCoin';
  readonly txid: string;
  /** Of the block that has it. */
  readonly height: number;
  /** How many blocks bury it, its own included. */
  readonly confirmations: number;
}

/**
 *   Not revoked:
 *   open         neither coin is spent: the listing may still be sold
 *   spending     another transaction that spends one of them is unconfirmed; the transfer can replace it
 *   transferred  the transfer itself was sent: the listing was sold, or is in its passthrough,
 *                which only your key can spend alone
 */
export type Revocation =
  | { readonly isRevoked: true; readonly evidence: RevocationEvidence }
  | { readonly isRevoked: false; readonly state: 'open' | 'spending' | 'transferred' };

/**
 * Asks an Esplora server whether a listing is revoked. Only a confirmed spend that the server names revokes
 * it; a missing answer proves nothing. The server is trusted: use one that the operator does not run, and
 * wait for as many confirmations as for a payment of the inscription's worth. Each of its at most three
 * requests ends after `timeoutMs`. Throws `SourceError` when the server refuses, is late or does not know.
 * Retry-safe.
 */
export async function isRevoked(
  record: ListingRecord,
  esploraUrl: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Revocation> {
  const asked = ['inscriptionCoin', 'anchor'].flatMap((coin) => [`${coin}.txid`, `${coin}.vout`]);
  requireOptions(record, ['transferTxid', ...asked]);
  requireUrl('esploraUrl', esploraUrl);
  const { transferTxid, inscriptionCoin, anchor } = record;
  const requester = requesterTo(esploraUrl, { fetch, timeoutMs, maxBytes: MAX_BYTES });
  const coins = [
    ['anchor', anchor],
    ['inscriptionCoin', inscriptionCoin],
  ] as const;
  const spends = [];
  for (const [spent, coin] of coins) {
    const spend = await spendOf(requester, coin);
    if (spend) spends.push({ spent, ...spend });
  }
  if (spends.some(({ txid }) => txid === transferTxid)) return { isRevoked: false, state: 'transferred' };
  for (const { spent, txid, height } of spends) {
    if (height === null) continue;
    const confirmations = await confirmationsAt(requester, height);
    return { isRevoked: true, evidence: { spent, txid, height, confirmations } };
  }
  return { isRevoked: false, state: spends.length > 0 ? 'spending' : 'open' };
}
