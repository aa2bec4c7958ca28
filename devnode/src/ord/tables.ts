import { createJournal, type Journal, type JournaledMap, type JournaledMultimap } from '../follow/journal.ts';
import type { Charm } from './charms.ts';
import type { Payload } from './envelope.ts';
import type { InscriptionId } from './inscription-id.ts';

/** `<txid>:<vout>`. */
export type Outpoint = string;

/** Where a sat is: its offset counts sats from the start of the output. */
export interface SatPoint {
  readonly outpoint: Outpoint;
  readonly offset: number;
}

/** Sats `first .. end - 1`. */
export type SatRange = readonly [first: number, end: number];

/** An inscription in an output. */
export interface Placed {
  readonly sequence: number;
  readonly offset: number;
}

export interface IndexedOutput {
  readonly valueSats: number;
  readonly script: Uint8Array;
  readonly ranges: readonly SatRange[];
  readonly inscriptions: readonly Placed[];
}

/** An inscription as the index keeps it. `sequence` counts all inscriptions, blessed and cursed, from 0. */
export interface InscriptionEntry {
  readonly id: InscriptionId;
  readonly sequence: number;
  readonly number: number;
  readonly height: number;
  /** Unix seconds of its block. */
  readonly time: number;
  /** Share of the reveal's fee in sats. */
  readonly feeSats: number;
  readonly sat: number | null;
  readonly charms: readonly Charm[];
  /** Sequence numbers of its parents. */
  readonly parents: readonly number[];
  readonly payload: Payload;
}

export interface IndexedBlock {
  readonly coinbaseTxid: string | undefined;
  readonly hash: string;
  readonly time: number;
  /** Sequence number of the first inscription after the block. */
  readonly nextSequence: number;
}

/** Lost sats, and the inscriptions on them, are on this outpoint. */
export const LOST_OUTPOINT: Outpoint = `${'0'.repeat(64)}:${0xffff_ffff}`;
/** Inscriptions that are on no sat are on this outpoint; their offset counts them. */
export const UNBOUND_OUTPOINT: Outpoint = `${'0'.repeat(64)}:0`;

export const outpointOf = (txid: string, vout: number): Outpoint => `${txid}:${vout}`;

export const satpointText = ({ outpoint, offset }: SatPoint): string => `${outpoint}:${offset}`;

/** Counters that the index keeps; `lost` counts sats, the others inscriptions. */
export type Counter = 'blessed' | 'cursed' | 'unbound' | 'lost';

/** The whole state of the index. */
export interface Tables {
  readonly journal: Journal;
  readonly blocks: JournaledMap<number, IndexedBlock>;
  readonly outputs: JournaledMap<Outpoint, IndexedOutput>;
  /** Unspent outpoints by script (hex). */
  readonly outpointsByScript: JournaledMultimap<string, Outpoint>;
  readonly inscriptions: JournaledMap<number, InscriptionEntry>;
  readonly sequenceById: JournaledMap<InscriptionId, number>;
  readonly sequenceByNumber: JournaledMap<number, number>;
  readonly sequencesBySat: JournaledMultimap<number, number>;
  readonly children: JournaledMultimap<number, number>;
  readonly satpoints: JournaledMap<number, SatPoint>;
  readonly rareSats: JournaledMap<number, SatPoint>;
  /** Sequence numbers of the galleries that are not hidden. */
  readonly galleries: JournaledMap<number, true>;
  readonly counters: JournaledMap<Counter, number>;
}

/** Blocks that can be undone; a deeper reorg makes the index start over. */
const JOURNAL_DEPTH = 500;

export function createTables(): Tables {
  const journal = createJournal(JOURNAL_DEPTH);
  return {
    journal,
    blocks: journal.map(),
    outputs: journal.map(),
    outpointsByScript: journal.multimap(),
    inscriptions: journal.map(),
    sequenceById: journal.map(),
    sequenceByNumber: journal.map(),
    sequencesBySat: journal.multimap(),
    children: journal.multimap(),
    satpoints: journal.map(),
    rareSats: journal.map(),
    galleries: journal.map(),
    counters: journal.map(),
  };
}

export const counter = (tables: Tables, name: Counter): number => tables.counters.get(name) ?? 0;

export const addTo = (tables: Tables, name: Counter, amount: number): void =>
  tables.counters.set(name, counter(tables, name) + amount);

/** The newest indexed block's height; undefined before the genesis block. */
export const tipHeight = (tables: Tables): number | undefined =>
  tables.blocks.size === 0 ? undefined : tables.blocks.size - 1;
