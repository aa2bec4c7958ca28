import { type RawTransaction, readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { SourceError } from './source.ts';

/** Returns `raw` in lower case. Throws `SourceError` unless it is the transaction `txid` in hex. */
export function requireTransaction(where: string, raw: string, txid: string): string {
  const text = raw.trim().toLowerCase();
  const found = transactionOrNull(text);
  if (found === null) throw new SourceError(`${where}: the response is not a transaction in hex`);
  if (found.txid !== txid) throw new SourceError(`${where}: the response is the transaction ${found.txid}`);
  return text;
}

/** A transaction in hex, read; null for anything else. */
export function transactionOrNull(raw: string): RawTransaction | null {
  try {
    return readTransaction(raw);
  } catch {
    return null;
  }
}
