/**
 * Whether a delisted or expired listing is void for good, read from the chain alone.
 *
 * A sale of a listing needs its transfer, which spends two coins: the inscription's and an anchor of the
 * operator. Once another transaction that spends one of them is in a block, the transfer can never confirm,
 * even for someone with all the signatures and keys.
 */
import { requireOptions, requireUrl } from '../arguments.ts';
import { ApiError } from '../responses/api-error.ts';
import { receive } from '../responses/receive.ts';
import type { Coin } from '../signing/psbt.ts';

const TIMEOUT_MS = 30_000;
/** The answers are short. */
const MAX_BYTES = 10_000;

type Outpoint = Pick<Coin, 'txid' | 'vout'>;

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
 * requests ends after `timeoutMs`. Throws `ApiError` when the server refuses, and what `receive` throws.
 * Retry-safe.
 */
export async function isRevoked(
  record: ListingRecord,
  esploraUrl: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Revocation> {
  const coins = ['inscriptionCoin', 'anchor'].flatMap((coin) => [`${coin}.txid`, `${coin}.vout`]);
  requireOptions(record, ['transferTxid', ...coins]);
  requireUrl('esploraUrl', esploraUrl);
  const { transferTxid, inscriptionCoin, anchor } = record;
  const ask = async (path: string): Promise<string> => {
    const url = `${esploraUrl.replace(/\/+$/, '')}${path}`;
    const request = { operation: `GET ${url}`, url };
    const answer = await receive(fetch, request, { maxResponseBytes: MAX_BYTES, timeoutMs });
    const text = new TextDecoder().decode(answer.bytes);
    if (answer.status !== 200) throw new ApiError(answer.status, `Esplora at ${url} refused: ${text}`);
    return text;
  };
  const spends: { spent: RevocationEvidence['spent']; txid: string; height: number | null }[] = [];
  for (const [spent, { txid, vout }] of Object.entries({ anchor, inscriptionCoin })) {
    const spend = readOutspend(await ask(`/tx/${txid}/outspend/${vout}`));
    if (spend) spends.push({ spent: spent as RevocationEvidence['spent'], ...spend });
  }
  if (spends.some(({ txid }) => txid === transferTxid)) return { isRevoked: false, state: 'transferred' };
  for (const { spent, txid, height } of spends) {
    if (height === null) continue;
    const tip = Number(await ask('/blocks/tip/height'));
    if (!(tip >= height))
      throw new ApiError(502, `the Esplora server's tip is ${tip}, below the block of ${txid} at ${height}`);
    return { isRevoked: true, evidence: { spent, txid, height, confirmations: tip - height + 1 } };
  }
  return { isRevoked: false, state: spends.length > 0 ? 'spending' : 'open' };
}

/**
 * The transaction that spends the output, and the height of its block (null: unconfirmed); null when it is
 * unspent.
 */
function readOutspend(text: string): { txid: string; height: number | null } | null {
  const json = parsed(text);
  const { spent, txid, status } = (json ?? {}) as {
    spent?: unknown;
    txid?: unknown;
    status?: { confirmed?: unknown; block_height?: unknown };
  };
  if (spent === false) return null;
  const height = status?.confirmed === true ? status.block_height : null;
  const isHeight = height === null || (typeof height === 'number' && Number.isSafeInteger(height));
  if (spent !== true || typeof txid !== 'string' || !/^[0-9a-f]{64}$/.test(txid) || !isHeight)
    throw new ApiError(502, `the Esplora server returned an unexpected response: ${text.slice(0, 200)}`);
  return { txid, height: height as number | null };
}

/** undefined for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
