import { refuse } from '@ordbook/protocol/refusals';
import type { Chain } from './port.ts';

/**
 * The height of the node's transaction index. Throws `Refusal('unavailable')` while the node has none or it
 * is behind: until then the node does not know transactions that its blocks have.
 */
export async function requireTransactionIndex(chain: Pick<Chain, 'transactionIndex'>): Promise<number> {
  const index = await chain.transactionIndex();
  if (!index) refuse('unavailable', 'the node has no transaction index; start it with txindex=1');
  if (!index.isSynced)
    refuse('unavailable', `the node's transaction index is being built, at height ${index.height}`);
  return index.height;
}
