import type { Transaction } from '../transaction/transaction.ts';
import type { Block } from './block.ts';
import type { BlockUndo, CoinSet } from './coins.ts';
import type { PolicyName } from './policy-name.ts';
import type { VerifiedScripts } from './scripts.ts';

/** A block in the tree of all known blocks. `undo` is there once the block was connected. */
export type BlockNode = {
  readonly block: Block;
  readonly parent: BlockNode | undefined;
  readonly height: number;
  /** Total work up to and including this block. */
  readonly work: bigint;
  /** Median time of the last 11 blocks, this one included (BIP113). */
  readonly medianTime: number;
  undo: BlockUndo;
  /**
   * False for blocks invalidated on request or found to break a rule when connected, and for their
   * descendants.
   */
  valid: boolean;
};

/** The chain with most work, its coins, and every block ever seen. Owned and changed by this file alone. */
export type ChainState = {
  /** Whose coinbases and reject reasons these are; the rules of blocks are the same. */
  readonly follows: PolicyName;
  readonly blocks: Map<string, BlockNode>;
  /** The active chain, genesis first: `active[height]`. */
  readonly active: BlockNode[];
  readonly coins: CoinSet;
  /** Confirmed transactions of the active chain by txid (what `txindex=1` gives). */
  readonly confirmed: Map<string, { readonly tx: Transaction; readonly node: BlockNode }>;
  readonly verified: VerifiedScripts;
};
