/** What an Esplora server says about one transaction. */
import { confirmationsAt, spendOf } from '../source/esplora-source.ts';
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

  const inBlock = async (at: 'block' | 'conflict', spender: string, height: number): Promise<OnChain> => {
    return { at, txid: spender, height, confirmations: await confirmationsAt(requester, height) };
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
    if (found === 'block') {
      const status = fieldsOf(`${name}${path}/status`, await requester.json(`${path}/status`));
      return inBlock('block', txid, status.whole('block_height', 0, MAX_HEIGHT));
    }
    for (const coin of coins) {
      const spend = await spendOf(requester, coin);
      if (spend && spend.height !== null && spend.txid !== txid)
        return inBlock('conflict', spend.txid, spend.height);
    }
    return { at: found };
  };
}
