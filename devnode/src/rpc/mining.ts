import { hex } from '@scure/base';
import { type Block, serializeBlock } from '../chain/block.ts';
import { acceptBlock, testBlock } from '../chain/chain.ts';
import { mineBlock } from '../chain/mine.ts';
import { rejectionText } from '../chain/rejection.ts';
import { selectForBlock } from '../mempool/select.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { readDescriptor } from '../wallet/descriptor.ts';
import { refuse } from './call.ts';
import { scriptArgument, scriptOfAddress } from './descriptor.ts';
import { method, type NodeState, type RpcMethod } from './method.ts';
import { transactionArgument } from './parameters.ts';

/** Blocks on request. */
export const MINING_METHODS: Readonly<Record<string, RpcMethod>> = {
  generatetoaddress: method('nblocks:number address:string maxtries?:number', (node, nblocks, address) => {
    const script = scriptArgument(address, 'Error: Invalid address');
    return Array.from({ length: nblocks as number }, () => mineFromMempool(node, script));
  }),
  generatetodescriptor: method(
    'num_blocks:number descriptor:string maxtries?:number',
    async (node, count, descriptor) => {
      const script = await outputArgument(descriptor);
      return Array.from({ length: count as number }, () => mineFromMempool(node, script));
    },
  ),
  generateblock: method(
    'output:string transactions:array submit?:boolean',
    async (node, output, transactions, submit = true) => {
      const script = await outputArgument(output);
      const txs = (transactions as unknown[]).map((item) => transactionOrTxid(node, item));
      // As in Core, such a block claims no fees.
      const block = mineBlock(node.chain, {
        script,
        txs,
        feeSats: 0,
        nowSeconds: node.now(),
      });
      const rejection = testBlock(node.chain, block, node.now());
      if (rejection) refuse('VERIFY_ERROR', `TestBlockValidity failed: ${rejectionText(rejection)}`);
      if (!submit) return { hash: block.hash, hex: hex.encode(serializeBlock(block)) };
      connect(node, block);
      return { hash: block.hash };
    },
  ),
};

function mineFromMempool(node: NodeState, script: Uint8Array): string {
  const { txs, feeSats } = selectForBlock(node.pool, node.policy);
  const block = mineBlock(node.chain, {
    script,
    txs,
    feeSats,
    nowSeconds: node.now(),
  });
  connect(node, block);
  return block.hash;
}

function connect(node: NodeState, block: Block): void {
  const change = acceptBlock(node.chain, block, node.now());
  if ('reason' in change)
    refuse('MISC_ERROR', `ProcessNewBlock, block not accepted: ${rejectionText(change)}`);
  node.follow(change);
}

async function outputArgument(value: unknown): Promise<Uint8Array> {
  const script = scriptOfAddress(String(value));
  if (script) return script;
  const descriptor = await readDescriptor(String(value)).catch(() => undefined);
  if (descriptor && !descriptor.isRange) return descriptor.at(0).script;
  refuse('INVALID_ADDRESS_OR_KEY', 'Error: Invalid address or descriptor');
}

function transactionOrTxid(node: NodeState, item: unknown): Transaction {
  const text = String(item);
  if (!/^[0-9a-f]{64}$/i.test(text))
    return transactionArgument(
      text,
      `Transaction decode failed for ${text}. Make sure the tx has at least one input.`,
    );
  const entry = node.pool.byTxid.get(text.toLowerCase());
  if (!entry) refuse('INVALID_ADDRESS_OR_KEY', `Transaction ${text} not in mempool.`);
  return entry.tx;
}
