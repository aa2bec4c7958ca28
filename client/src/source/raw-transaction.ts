import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { SourceError } from './source.ts';

/** Returns `raw` in lower case. Throws `SourceError` unless it is the transaction `txid` in hex. */
export function requireTransaction(where: string, raw: string, txid: string): string {
  const text = raw.trim().toLowerCase();
  const found = idOf(text);
  if (found === null) throw new SourceError(`${where}: the response is not a transaction in hex`);
  if (found !== txid) throw new SourceError(`${where}: the response is the transaction ${found}`);
  return text;
}

function idOf(raw: string): string | null {
  try {
    return Transaction.fromRaw(hex.decode(raw), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      allowUnknownVersion: true,
      disableScriptCheck: true,
    }).id;
  } catch {
    return null;
  }
}
