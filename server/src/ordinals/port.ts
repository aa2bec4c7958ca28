import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';

/**
 * The inscription index (an `ord` server). It is the authority on what is on an output. It knows blocks only,
 * not the mempool. Every method throws `Refusal('unavailable')` when the index is unreachable, returns an
 * invalid response, or is behind the node. Reads are retry-safe.
 */
export interface Ordinals {
  /**
   * Version and the height of the last indexed block. Refuses an index that is too old, lacks fields that we
   * read or gave up on a reorg. Does not check that it is in sync with the node (`in-sync.ts` does).
   */
  status(): Promise<{ version: string; height: number }>;
  /** The hash of the indexed block at `height`, or null. Reveals an index that has not processed a reorg. */
  blockHash(height: number): Promise<string | null>;
  inscription(id: string): Promise<Inscription | null>;
  /** In the order of the ids; null where unknown. */
  inscriptions(ids: readonly string[], leniency?: Leniency): Promise<(Inscription | null)[]>;
  /**
   * What is on confirmed outputs, in the order of the outpoints; null where the output is unconfirmed or does
   * not exist.
   */
  outputs(outpoints: readonly Outpoint[], leniency?: Leniency): Promise<(OrdinalsOutput | null)[]>;
  /** Ids of the children of `parentId`, 100 per page, oldest first. */
  children(parentId: string, page: number): Promise<{ ids: string[]; more: boolean }>;
  /** The gallery of an inscription, in its order, with each item's own traits; null when it has none. */
  gallery(id: string): Promise<GalleryItem[] | null>;
  /** Absent: there is one index. Only what watches the parts of the service looks at the two. */
  readonly pair?: IndexPair;
}

/** Two indexes that are read as one (`two-indexes.ts`). */
export interface IndexPair {
  readonly indexes: readonly [Ordinals, Ordinals];
  /** Where they differ, as last read by this process; at most 10,000. */
  differences(): readonly IndexDifference[];
}

export interface IndexDifference {
  /** E.g. `inscription <id>`, `output <txid:vout>`. */
  readonly about: string;
  /** What the first says, e.g. `has it on <txid:vout:offset>`. */
  readonly first: string;
  readonly second: string;
  /** null: no custody proof decides it, and trades of it are refused. */
  readonly wrong: 'first' | 'second' | null;
}

export interface Leniency {
  /**
   * What two indexes differ about, and no custody proof decides, is null. Default false: it is refused
   * (`indexes_differ`).
   */
  readonly undisputed?: boolean;
}

export interface Trait {
  readonly type: string;
  readonly value: string;
}

export interface GalleryItem {
  readonly id: string;
  readonly title: string | null;
  readonly traits: readonly Trait[];
}

export interface Inscription {
  readonly id: string;
  readonly number: number;
  /** Id of the one that the index has before it; null for the first. */
  readonly previous: string | null;
  readonly contentType: string | null;
  /** Length of its own body as inscribed; null: it has none, as one that shows another's. */
  readonly contentBytes: number | null;
  readonly title: string | null;
  readonly traits: readonly Trait[];
  readonly parents: readonly string[];
  readonly sat: number | null;
  readonly charms: readonly string[];
  readonly genesisHeight: number;
  /** Block time of the genesis, Unix seconds. */
  readonly genesisTime: number;
  /** null: unbound or burned beyond an address. */
  readonly address: string | null;
  readonly location: Outpoint;
  /** Offset of its sat in the output, sats. */
  readonly offset: number;
  /** Value of the output that holds it; null when unbound. */
  readonly outputValueSats: Sats | null;
}

export interface OrdinalsOutput extends Outpoint {
  readonly valueSats: Sats;
  readonly address: string | null;
  /** Script in hex. */
  readonly script: string;
  readonly inscriptionIds: readonly string[];
  /** True when it has any rune balance. */
  readonly hasRunes: boolean;
  readonly spent: boolean;
}
