import { createJournal, type Journal, type JournaledMap, type JournaledMultimap } from '../follow/journal.ts';
import type { Transaction } from '../transaction/transaction.ts';

/** `<txid>:<vout>`. */
export type Outpoint = string;

export const outpointOf = (txid: string, vout: number): Outpoint => `${txid}:${vout}`;

export interface BlockSummary {
  readonly hash: string;
  /** Unix seconds. */
  readonly time: number;
}

/** A transaction of the chain and the height of its block. */
export interface ConfirmedTransaction {
  readonly transaction: Transaction;
  readonly height: number;
  /** Its place in the block, the coinbase's being 0. */
  readonly position: number;
}

/** The input that spends an output. */
export interface Spender {
  readonly txid: string;
  readonly vin: number;
}

/** The chain by height, transaction and script. Scripts are hex. */
export interface EsploraTables {
  readonly journal: Journal;
  readonly blocks: JournaledMap<number, BlockSummary>;
  readonly transactions: JournaledMap<string, ConfirmedTransaction>;
  readonly spenders: JournaledMap<Outpoint, Spender>;
  /** Every output ever paid to a script, spent or not. */
  readonly outpointsByScript: JournaledMultimap<string, Outpoint>;
  /** The scripts of all outputs by their SHA-256, both in hex. */
  readonly scriptsByHash: JournaledMap<string, string>;
}

const JOURNAL_DEPTH = 500;

export function createEsploraTables(): EsploraTables {
  const journal = createJournal(JOURNAL_DEPTH);
  return {
    journal,
    blocks: journal.map(),
    transactions: journal.map(),
    spenders: journal.map(),
    outpointsByScript: journal.multimap(),
    scriptsByHash: journal.map(),
  };
}
