import { hex } from '@scure/base';
import type { ChainBlock } from '../follow/chain-block.ts';
import { isCoinbase } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { type EsploraTables, outpointOf } from './tables.ts';

/** Applies the child of the newest block, as one step of the journal. */
export function indexBlock(tables: EsploraTables, block: ChainBlock): void {
  tables.journal.block(() => {
    const { height, hash, time } = block;
    for (const transaction of block.transactions) {
      const txid = txidOf(transaction);
      tables.transactions.set(txid, { transaction, height });
      for (const [vout, { script }] of transaction.outputs.entries()) {
        tables.outpointsByScript.add(hex.encode(script), outpointOf(txid, vout));
      }
      if (isCoinbase(transaction)) continue;
      for (const [vin, input] of transaction.inputs.entries()) {
        tables.spenders.set(outpointOf(input.txid, input.vout), { txid, vin });
      }
    }
    tables.blocks.set(height, { hash, time });
  });
}
