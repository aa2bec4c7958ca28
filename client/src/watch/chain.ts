/** What an Esplora server says about one transaction. */
import { spendOf } from '../source/esplora-source.ts';
import { transactionIn } from '../source/esplora-transaction.ts';
import { fieldsOf, MAX_HEIGHT } from '../source/fields.ts';
import { type RequestOptions, requesterTo } from '../source/request.ts';
import { type Outpoint, requireTxid, SourceError } from '../source/source.ts';

/**
 *   unknown    the server does not know it: this proves nothing
 *   mempool    it waits for a block
 *   block      it is in a block
 *   conflict   another transaction that spends one of its coins is in a block
 */
export type OnChain =
  | { readonly at: 'unknown' | 'mempool' }
  | {
      readonly at: 'block' | 'conflict';
      /** The transaction in the block. */
      readonly txid: string;
      readonly height: number;
      readonly confirmations: number;
    };

type Found = 'unknown' | 'mempool' | 'block';

/**
 * A function that returns where the transaction is now. It remembers the coins that the transaction spends,
 * once it has seen them. It throws `SourceError` when the server fails.
 */
export function transactionOn(esploraUrl: string, txid: string, options: RequestOptions) {
  const requester = requesterTo(esploraUrl, options);
  const { name } = requester;
  let coins: readonly Outpoint[] = [];

  const inBlock = async (at: 'block' | 'conflict', spender: string): Promise<OnChain> => {
    const path = `/tx/${requireTxid(spender)}/status`;
    const height = fieldsOf(`${name}${path}`, await requester.json(path)).whole(
      'block_height',
      0,
      MAX_HEIGHT,
    );
    const tip = Number((await requester.text('/blocks/tip/height', 'text/plain')).trim());
    if (!(tip >= height)) throw new SourceError(`${name}: the tip is ${tip}, below a block at ${height}`);
    return { at, txid: spender, height, confirmations: tip - height + 1 };
  };

  return async (): Promise<OnChain> => {
    const path = `/tx/${requireTxid(txid)}`;
    const found = await requester.json(path).then(
      (json): Found => {
        const { inputs, confirmed } = transactionIn(fieldsOf(`${name}${path}`, json), txid);
        coins = inputs.map((input) => ({ txid: input.txid, vout: input.vout }));
        return confirmed ? 'block' : 'mempool';
      },
      (error: unknown): Found => {
        if (error instanceof SourceError && error.status === 404) return 'unknown';
        throw error;
      },
    );
    if (found === 'block') return inBlock('block', txid);
    for (const coin of coins) {
      const spend = await spendOf(requester, coin);
      if (spend?.confirmed && spend.txid !== txid) return inBlock('conflict', spend.txid);
    }
    return { at: found };
  };
}
