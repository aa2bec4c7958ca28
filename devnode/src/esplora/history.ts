import { hex } from '@scure/base';
import { scriptHashOf } from './script-hash.ts';
import { type ChainView, type FoundTransaction, findTransaction, outputsPaidTo } from './view.ts';

/** Confirmed transactions on one page of a history. */
const PAGE_SIZE = 25;
/** Unconfirmed ones before the first page. */
const MOST_UNCONFIRMED = 50;

/** The script that a hash names; undefined when nothing was ever paid to it. */
export function scriptOfHash({ tables, mempool }: ChainView, hash: string): Uint8Array | undefined {
  const key = tables.scriptsByHash.get(hash);
  if (key !== undefined) return hex.decode(key);
  for (const { outputs } of mempool.transactions.values())
    for (const { script } of outputs) if (scriptHashOf(script) === hash) return script;
  return undefined;
}

/** Every transaction that pays to a script or spends from it. */
export interface History {
  /** Latest arrivals first. */
  readonly unconfirmed: readonly FoundTransaction[];
  /** Newest block first, and in a block the last one first. */
  readonly confirmed: readonly (FoundTransaction & { readonly txid: string })[];
}

export function historyOf(view: ChainView, script: Uint8Array): History {
  const txids = new Set<string>();
  for (const { txid, spender } of outputsPaidTo(view, script)) {
    txids.add(txid);
    if (spender) txids.add(spender.txid);
  }
  const confirmed = [...txids].flatMap((txid) => {
    const row = view.tables.transactions.get(txid);
    return row ? [{ txid, ...row }] : [];
  });
  confirmed.sort((a, b) => b.height - a.height || b.position - a.position);
  const unconfirmed = [...txids].filter((txid) => !view.tables.transactions.has(txid)).reverse();
  return {
    unconfirmed: unconfirmed.slice(0, MOST_UNCONFIRMED).map((txid) => findTransaction(view, txid)!),
    confirmed,
  };
}

/** The confirmed transactions after one that is known; from the first on when none is named. */
export function pageAfter({ confirmed }: History, lastSeen: string | undefined): readonly FoundTransaction[] {
  const start = lastSeen === undefined ? 0 : confirmed.findIndex(({ txid }) => txid === lastSeen) + 1;
  return lastSeen !== undefined && start === 0 ? [] : confirmed.slice(start, start + PAGE_SIZE);
}
