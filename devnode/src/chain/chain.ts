import { txidOf } from '../transaction/txid.ts';
import { type Block, REGTEST_GENESIS } from './block.ts';
import { checkBlockForm, checkBlockSpends } from './block-rules.ts';
import type { BlockNode, ChainState } from './chain-state.ts';
import { applyBlock, revertBlock } from './coins.ts';
import { WORK_PER_BLOCK } from './header.ts';
import type { PolicyName } from './policy-name.ts';
import { type Rejection, reject } from './rejection.ts';

const MEDIAN_BLOCKS = 11;

/** What moving to another tip did: blocks taken off (tip first), blocks put on (lowest first). */
export type TipChange = {
  readonly disconnected: readonly Block[];
  readonly connected: readonly Block[];
  /** The first block of a better branch that turned out to break a rule, if any did. */
  readonly refused?: { readonly block: Block; readonly rejection: Rejection };
};

/** A chain holding regtest's genesis block. The genesis output is not a coin. */
export function createChain(follows: PolicyName = 'core'): ChainState {
  const genesis: BlockNode = {
    block: REGTEST_GENESIS,
    parent: undefined,
    height: 0,
    work: WORK_PER_BLOCK,
    medianTime: REGTEST_GENESIS.header.time,
    undo: [[]],
    valid: true,
  };
  return {
    follows,
    blocks: new Map([[REGTEST_GENESIS.hash, genesis]]),
    active: [genesis],
    coins: new Map(),
    confirmed: new Map(),
    verified: new Set(),
  };
}

export const tipOf = (state: ChainState): BlockNode => state.active.at(-1)!;

export const isActive = (state: ChainState, node: BlockNode): boolean => state.active[node.height] === node;

/**
 * Adds a block and moves to the tip with most work. A block that breaks a rule is refused and the chain
 * stays; a block already known changes nothing.
 */
export function acceptBlock(state: ChainState, block: Block, nowSeconds: number): TipChange | Rejection {
  const known = state.blocks.get(block.hash);
  if (known) return reject('consensus', known.valid ? 'duplicate' : 'duplicate-invalid');
  const parent = state.blocks.get(block.header.previousBlockHash);
  if (!parent) return reject('consensus', 'prev-blk-not-found');
  if (!parent.valid) return reject('consensus', 'bad-prevblk');
  const malformed = checkBlockForm(block, parent, nowSeconds);
  if (malformed) return malformed;
  const node: BlockNode = {
    block,
    parent,
    height: parent.height + 1,
    work: parent.work + WORK_PER_BLOCK,
    medianTime: medianTime(block.header.time, parent),
    undo: [],
    valid: true,
  };
  state.blocks.set(block.hash, node);
  const change = activate(state, node.work > tipOf(state).work ? node : tipOf(state));
  return change.refused?.block === block ? change.refused.rejection : change;
}

/** Would a block on the current tip be valid, proof of work aside? (Core's TestBlockValidity.) */
export function testBlock(state: ChainState, block: Block, nowSeconds: number): Rejection | undefined {
  const tip = tipOf(state);
  return checkBlockForm(block, tip, nowSeconds, false) ?? checkBlockSpends(state, block, tip);
}

/** Takes a block and its descendants out of consideration and moves to the best remaining tip. */
export function invalidateBlock(state: ChainState, node: BlockNode): TipChange {
  markInvalid(state, node);
  return activate(state, bestTip(state));
}

/**
 * Undoes `invalidateBlock` on the block, its ancestors and descendants, and moves to the tip with most work.
 */
export function reconsiderBlock(state: ChainState, node: BlockNode): TipChange {
  const family = new Set<BlockNode>();
  for (let at: BlockNode | undefined = node; at; at = at.parent) at.valid = true;
  for (const other of state.blocks.values()) {
    if (other !== node && !family.has(other.parent!)) continue;
    family.add(other);
    other.valid = true;
  }
  return activate(state, bestTip(state));
}

/** The last block that a block's branch shares with the active chain. */
export function forkPoint(state: ChainState, node: BlockNode): BlockNode {
  let shared = node;
  while (!isActive(state, shared)) shared = shared.parent!;
  return shared;
}

/** Blocks arrive after their parents, so one pass in order of arrival reaches every descendant. */
function markInvalid(state: ChainState, node: BlockNode): void {
  node.valid = false;
  for (const other of state.blocks.values()) if (other.parent?.valid === false) other.valid = false;
}

function medianTime(time: number, parent: BlockNode): number {
  const times = [time];
  for (let at: BlockNode | undefined = parent; at && times.length < MEDIAN_BLOCKS; at = at.parent)
    times.push(at.block.header.time);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)]!;
}

function activate(state: ChainState, target: BlockNode): TipChange {
  const disconnected: Block[] = [];
  const connected: Block[] = [];
  let refused: TipChange['refused'];
  for (let best = target; best !== tipOf(state); ) {
    const fork = forkPoint(state, best);
    while (tipOf(state) !== fork) {
      const { block } = disconnectTip(state);
      // a branch that failed half-way was never visible: it leaves no trace in the change
      if (connected.at(-1) === block) connected.pop();
      else disconnected.push(block);
    }
    for (const node of pathFrom(fork, best)) {
      const rejection = connectTip(state, node);
      if (rejection) {
        refused ??= { block: node.block, rejection };
        markInvalid(state, node);
        best = bestTip(state);
        break;
      }
      if (disconnected.at(-1) === node.block) disconnected.pop();
      else connected.push(node.block);
    }
  }
  return { disconnected, connected, ...(refused && { refused }) };
}

/**
 * The valid block with most work, of equals the first that came: as in Core, even when another is the tip
 * now.
 */
function bestTip(state: ChainState): BlockNode {
  let best = state.active[0]!;
  for (const node of state.blocks.values()) if (node.valid && node.work > best.work) best = node;
  return best;
}

function pathFrom(ancestor: BlockNode, node: BlockNode): BlockNode[] {
  const path: BlockNode[] = [];
  for (let at = node; at !== ancestor; at = at.parent!) path.push(at);
  return path.reverse();
}

function connectTip(state: ChainState, node: BlockNode): Rejection | undefined {
  const rejection = checkBlockSpends(state, node.block, tipOf(state));
  if (rejection) return rejection;
  node.undo = applyBlock(state.coins, node.block, node.height);
  state.active.push(node);
  for (const tx of node.block.transactions) state.confirmed.set(txidOf(tx), { tx, node });
  return undefined;
}

function disconnectTip(state: ChainState): BlockNode {
  const node = state.active.pop()!;
  revertBlock(state.coins, node.block, node.undo);
  for (const tx of node.block.transactions) state.confirmed.delete(txidOf(tx));
  return node;
}
