import { RPC, type RpcCall, RpcError } from '../rpc/call.ts';
import { type ChainBlock, fetchBlock } from './chain-block.ts';

/**
 * An index that follows a chain: applies blocks in order and undoes the newest ones in a reorg.
 */
export interface ChainIndex {
  /** The newest block applied; undefined before the genesis block. */
  tip(): { height: number; hash: string } | undefined;
  apply(block: ChainBlock): void;
  /** Undoes the newest block; false when the index can no longer do so. */
  undoTip(): boolean;
  /** Back to the state before the genesis block. */
  reset(): void;
}

/**
 * Makes a `sync()` that brings `index` to the node's tip and returns once it is there. Calls may overlap:
 * they run one after the other, so each one sees the tip of its own time or a later one. A reorg
 * deeper than the index can take back is followed by indexing from the genesis block again.
 *
 * `sync()` rejects with what the node or the index throws; the index then stays at the last whole block and
 * the call may be repeated.
 */
export function followChain(call: RpcCall, index: ChainIndex): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    const run = last.then(() => catchUp(call, index));
    last = run.catch(() => {});
    return run;
  };
}

async function catchUp(call: RpcCall, index: ChainIndex): Promise<void> {
  if (index.tip()?.hash === (await call('getbestblockhash'))) return;
  for (;;) {
    const tip = index.tip();
    const block = await blockAt(call, tip === undefined ? 0 : tip.height + 1);
    if (block === undefined) {
      if (tip === undefined || (await hashAt(call, tip.height)) === tip.hash) return;
      stepBack(index);
    } else if (tip === undefined || block.previousHash === tip.hash) {
      index.apply(block);
    } else {
      stepBack(index);
    }
  }
}

function stepBack(index: ChainIndex): void {
  if (!index.undoTip()) index.reset();
}

/** The hash of the active chain at a height; undefined above its tip. */
async function hashAt(call: RpcCall, height: number): Promise<string | undefined> {
  try {
    return (await call('getblockhash', [height])) as string;
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC.INVALID_PARAMETER) return undefined;
    throw error;
  }
}

async function blockAt(call: RpcCall, height: number): Promise<ChainBlock | undefined> {
  const hash = await hashAt(call, height);
  return hash === undefined ? undefined : fetchBlock(call, { height, hash });
}
