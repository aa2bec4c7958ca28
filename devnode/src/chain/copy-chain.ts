import type { BlockNode, ChainState } from './chain-state.ts';

/** A copy that can change on its own. Blocks, transactions and coins are values and stay shared. */
export function copyChain(state: ChainState): ChainState {
  const copies = new Map<BlockNode, BlockNode>();
  const blocks = new Map<string, BlockNode>();
  // Blocks arrive after their parents, so a parent's copy is there before it is needed.
  for (const [hash, node] of state.blocks) {
    const copy = { ...node, parent: node.parent && copies.get(node.parent) };
    copies.set(node, copy);
    blocks.set(hash, copy);
  }
  const confirmed: ChainState['confirmed'] = new Map();
  for (const [txid, { tx, node }] of state.confirmed) confirmed.set(txid, { tx, node: copies.get(node)! });
  return {
    follows: state.follows,
    blocks,
    active: state.active.map((node) => copies.get(node)!),
    coins: new Map(state.coins),
    confirmed,
    verified: new Set(state.verified),
  };
}
