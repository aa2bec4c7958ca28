import { hex } from '@scure/base';
import { type Block, blockSizes, parseBlock, serializeBlock } from '../chain/block.ts';
import { acceptBlock, forkPoint, invalidateBlock, isActive, reconsiderBlock, tipOf } from '../chain/chain.ts';
import type { BlockNode, ChainState } from '../chain/chain-state.ts';
import { serializeHeader } from '../chain/header.ts';
import { TransactionFormatError } from '../transaction/byte-reader.ts';
import { isCoinbase } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { refuse } from './call.ts';
import { method, type NodeState, type RpcMethod } from './method.ts';
import { hashArgument, isHex, verbosityArgument } from './parameters.ts';
import { type SpentDetail, transactionJson } from './transaction-json.ts';

const TARGET = `7fffff${'0'.repeat(58)}`;
/** Regtest's target against that of difficulty 1. */
const DIFFICULTY = 4.656542373906925e-10;
const BITS = '207fffff';

/** Blocks and the chain they form. */
export const BLOCK_METHODS: Readonly<Record<string, RpcMethod>> = {
  getbestblockhash: method('', ({ chain }) => tipOf(chain).block.hash),
  getblockcount: method('', ({ chain }) => tipOf(chain).height),
  getblockhash: method('height:number', ({ chain }, height) => {
    const node = chain.active[height as number];
    if (!node) refuse('INVALID_PARAMETER', 'Block height out of range');
    return node.block.hash;
  }),
  getblockheader: method('blockhash:string verbose?:boolean', ({ chain }, blockhash, verbose = true) => {
    const node = blockArgument(chain, blockhash, 'hash');
    return verbose ? headerJson(chain, node) : hex.encode(serializeHeader(node.block.header));
  }),
  getblock: method('blockhash:string verbosity?:any', ({ chain }, blockhash, verbosity) => {
    const node = blockArgument(chain, blockhash);
    return blockJson(chain, node, verbosityArgument(verbosity, 1));
  }),
  getblockchaininfo: method('', chainInfo),
  getchaintips: method('', ({ chain }) => chainTips(chain)),
  invalidateblock: method('blockhash:string', (node, blockhash) => {
    const block = blockArgument(node.chain, blockhash);
    if (!block.parent) refuse('DATABASE_ERROR', 'The genesis block cannot be invalidated');
    node.follow(invalidateBlock(node.chain, block));
    return null;
  }),
  reconsiderblock: method('blockhash:string', (node, blockhash) => {
    node.follow(reconsiderBlock(node.chain, blockArgument(node.chain, blockhash)));
    return null;
  }),
  submitblock: method('hexdata:string dummy?:any', (node, hexdata) => submitBlock(node, String(hexdata))),
};

/** The block of a hash; `name` is what Core's errors call the argument. */
function blockArgument(chain: ChainState, value: unknown, name = 'blockhash'): BlockNode {
  const node = chain.blocks.get(hashArgument(value, name));
  if (!node) refuse('INVALID_ADDRESS_OR_KEY', 'Block not found');
  return node;
}

/** Confirmations of a block: 1 at the tip, -1 off the active chain. */
export const confirmationsOf = (chain: ChainState, node: BlockNode): number =>
  isActive(chain, node) ? tipOf(chain).height - node.height + 1 : -1;

const chainWork = (node: BlockNode): string => node.work.toString(16).padStart(64, '0');

function headerJson(chain: ChainState, node: BlockNode): Record<string, unknown> {
  const { header, hash } = node.block;
  const next = isActive(chain, node) ? chain.active[node.height + 1] : undefined;
  return {
    hash,
    confirmations: confirmationsOf(chain, node),
    height: node.height,
    version: header.version,
    versionHex: (header.version >>> 0).toString(16).padStart(8, '0'),
    merkleroot: header.merkleRoot,
    time: header.time,
    mediantime: node.medianTime,
    nonce: header.nonce,
    bits: BITS,
    target: TARGET,
    difficulty: DIFFICULTY,
    chainwork: chainWork(node),
    nTx: node.block.transactions.length,
    ...(node.parent && { previousblockhash: header.previousBlockHash }),
    ...(next && { nextblockhash: next.block.hash }),
  };
}

function blockJson(chain: ChainState, node: BlockNode, verbosity: number): unknown {
  const { block } = node;
  if (verbosity <= 0) return hex.encode(serializeBlock(block));
  const { strippedBytes, totalBytes, weight } = blockSizes(block);
  return {
    ...headerJson(chain, node),
    strippedsize: strippedBytes,
    size: totalBytes,
    weight,
    tx:
      verbosity === 1
        ? block.transactions.map(txidOf)
        : block.transactions.map((tx, index) => transactionJson(tx, spentIn(node, index, verbosity))),
  };
}

/**
 * What a transaction of a block spent, from the block's undo data (absent in blocks that never were
 * connected).
 */
export function spentIn(node: BlockNode, index: number, verbosity: number): SpentDetail {
  const coins = node.undo[index];
  if (!coins || isCoinbase(node.block.transactions[index]!)) return { show: 'nothing' };
  return { show: verbosity >= 3 ? 'outputs' : 'fee', coins };
}

function chainInfo({ chain }: NodeState): Record<string, unknown> {
  const tip = tipOf(chain);
  let size = 0;
  for (const node of chain.blocks.values()) size += blockSizes(node.block).totalBytes + 8;
  return {
    chain: 'regtest',
    blocks: tip.height,
    headers: tip.height,
    bestblockhash: tip.block.hash,
    bits: BITS,
    target: TARGET,
    difficulty: DIFFICULTY,
    time: tip.block.header.time,
    mediantime: tip.medianTime,
    verificationprogress: 1,
    initialblockdownload: false,
    chainwork: chainWork(tip),
    size_on_disk: size,
    pruned: false,
    warnings: [],
  };
}

function chainTips(chain: ChainState): Record<string, unknown>[] {
  const tips = new Set(chain.blocks.values());
  for (const node of chain.blocks.values()) if (node.parent) tips.delete(node.parent);
  tips.add(tipOf(chain));
  return [...tips]
    .sort((a, b) => b.height - a.height)
    .map((node) => {
      const fork = forkPoint(chain, node);
      const status = node === tipOf(chain) ? 'active' : node.valid ? 'valid-fork' : 'invalid';
      return { height: node.height, hash: node.block.hash, branchlen: node.height - fork.height, status };
    });
}

function submitBlock(node: NodeState, hexdata: string): string | null {
  const block = blockFromHex(hexdata);
  const change = acceptBlock(node.chain, block, node.now());
  if ('reason' in change) return change.reason;
  node.follow(change);
  return tipOf(node.chain).block === block ? null : 'inconclusive';
}

function blockFromHex(hexdata: string): Block {
  try {
    if (isHex(hexdata)) return parseBlock(hex.decode(hexdata));
  } catch (error) {
    if (!(error instanceof TransactionFormatError)) throw error;
  }
  refuse('DESERIALIZATION_ERROR', 'Block decode failed');
}
