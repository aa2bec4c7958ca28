import { MarketNow } from '@ordbook/api/market/market';
import { Refusal } from '@ordbook/protocol/refusals';
import { cached } from '../../base/cached.ts';
import type { BlockTransaction, Chain } from '../../chain/port.ts';
import { appliedBlockAt } from '../../store/chain/blocks.ts';
import { marketItem } from '../../store/market/items.ts';
import { latestBlocks } from '../../store/market/latest-blocks.ts';
import { type SaleRow, salesPage } from '../../store/sale/sales.ts';
import { type ApiApp, type ApiParts, STATUSES } from '../edge/route-config.ts';
import { lastSaleShape } from './shape.ts';

const MOST_BLOCKS = 6;

/** How long the answer is used again, ms. */
const KEPT_MS = 2_000;

/** GET /market/now: the newest blocks, and the last sale with its transaction. */
export function nowRoute(app: ApiApp, { ctx, settings }: ApiParts): void {
  const { db, clock, chain } = ctx;
  const transactionOf = lastTransaction(chain);

  const read = cached(clock, KEPT_MS, async () => {
    const [blocks, [sale]] = await Promise.all([
      latestBlocks(db, MOST_BLOCKS),
      salesPage(db, { after: null, limit: 1 }),
    ]);
    return {
      blocks: blocks.map(({ at, ...block }) => ({ ...block, at: at.toISOString() })),
      lastSale: sale ? await lastSale(sale) : null,
    };
  });

  async function lastSale(sale: SaleRow) {
    const item = await marketItem(db, sale.inscriptionId, clock.now());
    const block = await appliedBlockAt(db, sale.blockHeight);
    const transaction = block && (await transactionOf(block.hash, sale.txid));
    return item && transaction ? lastSaleShape(sale, item, transaction, settings) : null;
  }

  app.get(
    '/market/now',
    {
      config: { bucket: 'visits', statuses: STATUSES.market },
      schema: { hide: true, response: { 200: MarketNow } },
    },
    read,
  );
}

/**
 * Reads a transaction of a block, and keeps the last: the node is asked once for each last sale, and not for
 * each visitor. null: the node cannot say, or another branch has the block now.
 */
function lastTransaction(chain: Chain) {
  let last: { readonly key: string; readonly found: BlockTransaction } | null = null;
  return async (hash: string, txid: string): Promise<BlockTransaction | null> => {
    const key = `${hash} ${txid}`;
    if (last?.key === key) return last.found;
    try {
      const block = await chain.block(hash);
      const found = block?.transactions.find((one) => one.txid === txid);
      if (found) last = { key, found };
      return found ?? null;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
}
