/**
 * What the chain proves. A transaction counts as mined when the block that should have it has it, and a coin
 * counts as spent by a transaction that a block has. That the node does not know something proves nothing.
 */
import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import type { Block, BlockTransaction, Chain } from '../chain/port.ts';

/** Blocks kept in memory: the trades of a page lie in few blocks. */
const KEPT_BLOCKS = 8;
/** Blocks that are searched for the spend of a coin, on both sides of where it is expected. */
const SEARCHED_BLOCKS = 2_016;

/** Where a coin went. `there`: unspent. `pool`: a mempool transaction spends it. `lost`: neither. */
export type CoinFate = 'there' | 'pool' | 'lost';

export interface Spend {
  readonly txid: string;
  readonly height: number;
}

export interface ChainEvidence {
  /** The block at a height of the node's best chain; null above its tip. */
  blockAt(height: number): Promise<Block | null>;
  /** The transaction in the block at `height`; null when it is not there. */
  mined(txid: string, height: number): Promise<BlockTransaction | null>;
  fates(coins: readonly Outpoint[]): Promise<CoinFate[]>;
  /**
   * The first spend of one of the coins that is found in a block, searched from `near` downwards to `from`,
   * then upwards to `to`; null when no block there has one.
   */
  spendOf(
    coins: readonly Outpoint[],
    where: { readonly near: number; readonly from: number; readonly to: number },
  ): Promise<Spend | null>;
}

export function chainEvidence(
  chain: Pick<Chain, 'blockHash' | 'block' | 'unspents' | 'mempoolSpenders'>,
): ChainEvidence {
  const kept = new Map<string, Block>();

  async function blockAt(height: number): Promise<Block | null> {
    const hash = await chain.blockHash(height);
    if (hash === null) return null;
    const known = kept.get(hash);
    if (known) return known;
    const block = await chain.block(hash);
    if (!block) return null;
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_BLOCKS && oldest !== undefined) kept.delete(oldest);
    kept.set(hash, block);
    return block;
  }

  return {
    blockAt,
    async mined(txid, height) {
      const block = await blockAt(height);
      return block?.transactions.find((transaction) => transaction.txid === txid) ?? null;
    },
    async fates(coins) {
      const [found, spenders] = await Promise.all([chain.unspents(coins), chain.mempoolSpenders(coins)]);
      return coins.map((_, i) => (spenders[i] !== null ? 'pool' : found[i] !== null ? 'there' : 'lost'));
    },
    async spendOf(coins, { near, from, to }) {
      const wanted = new Set(coins.map(outpointText));
      const heights = searchOrder(near, from, to);
      for (const height of heights) {
        for (const { txid, inputs } of (await blockAt(height))?.transactions ?? [])
          if (inputs.some((input) => wanted.has(outpointText(input)))) return { txid, height };
      }
      return null;
    },
  };
}

function searchOrder(near: number, from: number, to: number): number[] {
  const start = Math.min(Math.max(near, from), to);
  const down = Array.from({ length: Math.min(start - from + 1, SEARCHED_BLOCKS) }, (_, i) => start - i);
  const up = Array.from({ length: Math.min(to - start, SEARCHED_BLOCKS) }, (_, i) => start + 1 + i);
  return [...down, ...up];
}
