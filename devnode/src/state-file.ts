import { hex } from '@scure/base';
import { parseBlock, serializeBlock } from './chain/block.ts';
import { acceptBlock, invalidateBlock, tipOf } from './chain/chain.ts';
import type { ChainState } from './chain/chain-state.ts';
import { readmitTransaction } from './mempool/accept.ts';
import type { MempoolView } from './mempool/candidate.ts';
import { type Mempool, type MempoolEntry, withAncestors } from './mempool/mempool.ts';
import { parseTransaction } from './transaction/parse.ts';
import { serializeTransaction } from './transaction/serialize.ts';
import type { Wallet, Wallets } from './wallet/shelf.ts';

const FORMAT = 'devnode-state-1';

type State = {
  format: string;
  blocks: string[];
  invalid: string[];
  tip: string;
  mempool: string[];
  /** Missing where a version without wallets wrote it. */
  wallets?: Wallet[];
};

type Dumped = { chain: ChainState; pool: Mempool; wallets: Wallets };

/**
 * Every block after the genesis block in the order of arrival, those out of favour, the mempool, and the
 * wallets with their secrets, as JSON.
 */
export function dumpState({ chain, pool, wallets }: Dumped): string {
  const nodes = [...chain.blocks.values()].filter(({ parent }) => parent);
  const invalid = nodes.filter(({ valid, parent }) => !valid && parent!.valid);
  const state: State = {
    format: FORMAT,
    blocks: nodes.map(({ block }) => hex.encode(serializeBlock(block))),
    invalid: invalid.map(({ block }) => block.hash),
    tip: tipOf(chain).block.hash,
    mempool: parentsFirst(pool).map(({ tx }) => hex.encode(serializeTransaction(tx))),
    wallets: [...wallets.values()],
  };
  return `${JSON.stringify(state)}\n`;
}

const parentsFirst = (pool: Mempool): MempoolEntry[] =>
  [...pool.byTxid.values()]
    .map((entry) => ({ entry, ancestors: withAncestors([entry]).size }))
    .sort((a, b) => a.ancestors - b.ancestors)
    .map(({ entry }) => entry);

/**
 * Brings a fresh chain, mempool and wallets to a dumped state. Every block is checked again. Throws an Error
 * when the text is no state, or a block in it breaks a rule.
 */
export function loadState(text: string, view: MempoolView, shelf: Wallets): void {
  const { blocks, invalid, tip, mempool, wallets = [] } = parseState(text);
  // Blocks may have been mined by a clock that was ahead of this one.
  const anyTime = Number.MAX_SAFE_INTEGER;
  for (const block of blocks) {
    const parsed = parseBlock(hex.decode(block));
    const result = acceptBlock(view.chain, parsed, anyTime);
    if ('reason' in result)
      throw new Error(`block ${parsed.hash} of the state is not valid: ${result.reason}`);
  }
  for (const hash of invalid) {
    const node = view.chain.blocks.get(hash);
    if (node) invalidateBlock(view.chain, node);
  }
  if (tipOf(view.chain).block.hash !== tip) throw new Error(`the state does not lead to its tip ${tip}`);
  for (const wallet of wallets) shelf.set(wallet.name, wallet);
  for (const tx of mempool) readmitTransaction(view, parseTransaction(hex.decode(tx)));
}

function parseState(text: string): State {
  let state: Partial<State> | null = null;
  try {
    state = JSON.parse(text) as Partial<State> | null;
  } catch {
    // the sentence below says it
  }
  if (state?.format !== FORMAT)
    throw new Error(
      `this is no state that devnode wrote (format ${FORMAT}); make one with dump() or --state`,
    );
  return state as State;
}
