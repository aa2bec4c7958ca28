import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import { addressOf } from '../address/address.ts';
import { REGTEST_GENESIS } from '../chain/block.ts';
import { isActive } from '../chain/chain.ts';
import type { BlockNode } from '../chain/chain-state.ts';
import { hash160 } from '../script/hashes.ts';
import { isP2sh, outputTypeOf } from '../script/templates.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { txidOf } from '../transaction/txid.ts';
import { confirmationsOf, spentIn } from './blocks.ts';
import { refuse } from './call.ts';
import { method, type NodeState, type RpcMethod } from './method.ts';
import { hashArgument, isHex, transactionArgument, verbosityArgument } from './parameters.ts';
import { scriptJson, transactionJson } from './transaction-json.ts';

/** Transactions and scripts, looked up or decoded. Confirmed transactions are found as with `txindex=1`. */
export const TRANSACTION_METHODS: Readonly<Record<string, RpcMethod>> = {
  getrawtransaction: method('txid:string verbosity?:any blockhash?:string', rawTransaction),
  decoderawtransaction: method('hexstring:string iswitness?:boolean', (_, hexstring) =>
    transactionJson(transactionArgument(hexstring, 'TX decode failed'), { show: 'nothing' }, false),
  ),
  decodescript: method('hexstring:string', (_, hexstring) => {
    const text = String(hexstring);
    if (!isHex(text)) refuse('INVALID_PARAMETER', `argument must be hexadecimal string (not '${text}')`);
    return decodedScript(hex.decode(text));
  }),
};

type Found = { readonly tx: Transaction; readonly node?: BlockNode };

function rawTransaction(
  state: NodeState,
  txidArgument: unknown,
  verbosityGiven: unknown,
  blockhash: unknown,
): unknown {
  const txid = hashArgument(txidArgument, 'parameter 1');
  if (txid === REGTEST_GENESIS.header.merkleRoot)
    refuse(
      'INVALID_ADDRESS_OR_KEY',
      'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
    );
  const verbosity = verbosityArgument(verbosityGiven, 0);
  const { tx, node } =
    blockhash === undefined ? findTransaction(state, txid) : findInBlock(state, txid, blockhash);
  if (verbosity <= 0) return hex.encode(serializeTransaction(tx));
  const spent =
    node && verbosity >= 2
      ? spentIn(node, node.block.transactions.indexOf(tx), 3)
      : ({ show: 'nothing' } as const);
  return {
    ...(blockhash !== undefined && node && { in_active_chain: isActive(state.chain, node) }),
    ...transactionJson(tx, spent),
    ...(node && placeJson(state, node)),
  };
}

function placeJson({ chain }: NodeState, node: BlockNode): Record<string, unknown> {
  const { hash, header } = node.block;
  if (!isActive(chain, node)) return { blockhash: hash, confirmations: 0 };
  const confirmations = confirmationsOf(chain, node);
  return { blockhash: hash, confirmations, time: header.time, blocktime: header.time };
}

function findTransaction({ chain, pool }: NodeState, txid: string): Found {
  const found = pool.byTxid.get(txid) ?? chain.confirmed.get(txid);
  if (found) return found;
  refuse(
    'INVALID_ADDRESS_OR_KEY',
    'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
  );
}

function findInBlock({ chain }: NodeState, txid: string, blockhash: unknown): Found {
  const node = chain.blocks.get(hashArgument(blockhash, 'parameter 3'));
  if (!node) refuse('INVALID_ADDRESS_OR_KEY', 'Block hash not found');
  const tx = node.block.transactions.find((candidate) => txidOf(candidate) === txid);
  if (tx) return { tx, node };
  refuse(
    'INVALID_ADDRESS_OR_KEY',
    'No such transaction found in the provided block. Use gettransaction for wallet transactions.',
  );
}

function decodedScript(script: Uint8Array): Record<string, unknown> {
  const { hex: _, ...shown } = scriptJson(script);
  const type = outputTypeOf(script);
  if (isP2sh(script) || type === 'nulldata' || type.startsWith('witness')) return shown;
  const p2wsh = Uint8Array.of(0, 32, ...sha256(script));
  return {
    ...shown,
    p2sh: addressOf(p2shOf(script)),
    segwit: { ...scriptJson(p2wsh), 'p2sh-segwit': addressOf(p2shOf(p2wsh)) },
  };
}

const p2shOf = (script: Uint8Array): Uint8Array => Uint8Array.of(0xa9, 20, ...hash160(script), 0x87);
