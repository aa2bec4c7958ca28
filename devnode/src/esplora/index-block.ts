import { hex } from '@scure/base';
import type { ChainBlock } from '../follow/chain-block.ts';
import { isCoinbase } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { scriptHashOf } from './script-hash.ts';
import { type EsploraTables, outpointOf } from './tables.ts';

/** Applies the child of the newest block, as one step of the journal. */
export function indexBlock(tables: EsploraTables, block: ChainBlock): void {
  tables.journal.block(() => {
    const { height, hash, time } = block;
    for (const [position, transaction] of block.transactions.entries()) {
      const txid = txidOf(transaction);
      tables.transactions.set(txid, { transaction, height, position });
      for (const [vout, { script }] of transaction.outputs.entries()) {
        const key = hex.encode(script);
        if (tables.outpointsByScript.get(key).length === 0)
          tables.scriptsByHash.set(scriptHashOf(script), key);
        tables.outpointsByScript.add(key, outpointOf(txid, vout));
      }
      if (isCoinbase(transaction)) continue;
      for (const [vin, input] of transaction.inputs.entries()) {
        tables.spenders.set(outpointOf(input.txid, input.vout), { txid, vin });
      }
    }
    tables.blocks.set(height, { hash, time });
  });
}
