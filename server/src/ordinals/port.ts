import type { Outpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';

/**
 * The inscription index (a real `ord` server). It is the authority on what lies on an output; it knows blocks only, not the
 * mempool. Every method throws `Refusal('unavailable')` when the index is away, answers rubbish, or is behind the node;
 * reading again is always safe.
 */
export interface Ordinals {
  /**
   * Version and the height up to which blocks are indexed. Refuses an index that is too old, lacks what we read or gave up
   * on a reorg; does not check that it is level with the node (`level.ts` does).
   */
  status(): Promise<{ version: string; height: number }>;
  /** The hash of the block that is indexed at `height`, or null when none is: tells an index that has not seen a reorg. */
  blockHash(height: number): Promise<string | null>;
  inscription(id: string): Promise<Inscription | null>;
  /** In the order asked; null where unknown. */
  inscriptions(ids: readonly string[]): Promise<(Inscription | null)[]>;
  /** What lies on confirmed outputs, in the order asked; null where the index does not know the output (unconfirmed, or no such). */
  outputs(outpoints: readonly Outpoint[]): Promise<(OrdinalsOutput | null)[]>;
  /** Ids of the children of `parentId`, 100 a page, oldest first. */
  children(parentId: string, page: number): Promise<{ ids: string[]; more: boolean }>;
  /** The gallery of an inscription, in its order, with each item's own traits; null when it has none. */
  gallery(id: string): Promise<GalleryItem[] | null>;
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
  readonly contentType: string | null;
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
  /** Offset of its sat in the output. */
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
  /** True when any rune balance lies on it. */
  readonly hasRunes: boolean;
  readonly spent: boolean;
}
