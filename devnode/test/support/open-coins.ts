import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import { addressOf } from '../../src/address/address.ts';
import { createNode, type NodeOptions } from '../../src/node.ts';
import type { RpcCall } from '../../src/rpc/call.ts';
import { serializeTransaction } from '../../src/transaction/serialize.ts';
import type { Transaction, TransactionInput, TransactionOutput } from '../../src/transaction/transaction.ts';
import { txidOf } from '../../src/transaction/txid.ts';

/** OP_TRUE in P2WSH: a standard output that anyone may spend, so that tests of other rules need no keys. */
export const OPEN_WITNESS: readonly Uint8Array[] = [Uint8Array.of(0x51)];
export const OPEN_SCRIPT = Uint8Array.of(0, 32, ...sha256(OPEN_WITNESS[0]!));
export const OPEN_ADDRESS = addressOf(OPEN_SCRIPT)!;

/** Blocks a funded node starts with; regtest halves the subsidy from block 150 on. */
export const FUNDED_HEIGHT = 140;

/** An output to spend. */
export type OpenCoin = { readonly txid: string; readonly vout: number; readonly valueSats: number };

export type FundedNode = {
  readonly call: RpcCall;
  /** A confirmed coin that no unconfirmed transaction spends. */
  readonly coin: () => Promise<OpenCoin>;
  readonly mine: (blocks: number) => Promise<string[]>;
};

/** A node of its own whose first blocks pay open coins. */
export function fundedNode(options: NodeOptions = {}): Promise<FundedNode> {
  return funded(createNode(options).call);
}

async function funded(call: RpcCall): Promise<FundedNode> {
  const mine = async (blocks: number) =>
    (await call('generatetoaddress', [blocks, OPEN_ADDRESS])) as string[];
  await mine(FUNDED_HEIGHT);
  let height = 0;
  const coin = async (): Promise<OpenCoin> => {
    height += 1;
    const block = (await call('getblock', [await call('getblockhash', [height]), 1])) as { tx: string[] };
    const txid = block.tx[0]!;
    const output = (await call('gettxout', [txid, 0])) as { value: number; confirmations: number } | null;
    if (!output || output.confirmations <= 100) return coin();
    return { txid, vout: 0, valueSats: Math.round(output.value * 1e8) };
  };
  return { call, coin, mine };
}

export type SpendOptions = {
  readonly version?: number;
  readonly sequence?: number;
  readonly lockTime?: number;
};

/** A transaction of open coins to the given outputs; a number pays that many sats to the open script. */
export function spend(
  coins: readonly OpenCoin[],
  outputs: readonly (number | TransactionOutput)[],
  { version = 2, sequence = 0xfffffffd, lockTime = 0 }: SpendOptions = {},
): Transaction {
  const inputs: TransactionInput[] = coins.map(({ txid, vout }) => ({
    txid,
    vout,
    scriptSig: new Uint8Array(),
    sequence,
    witness: OPEN_WITNESS,
  }));
  return {
    version,
    inputs,
    outputs: outputs.map((output) =>
      typeof output === 'number' ? { valueSats: output, script: OPEN_SCRIPT } : output,
    ),
    lockTime,
  };
}

/** The whole of a coin but the fee, to one output. */
export const pass = (coin: OpenCoin, feeSats: number, options: SpendOptions = {}): Transaction =>
  spend([coin], [coin.valueSats - feeSats], options);

/** An output of a transaction as a coin. */
export const coinFrom = (tx: Transaction, vout = 0): OpenCoin => ({
  txid: txidOf(tx),
  vout,
  valueSats: tx.outputs[vout]!.valueSats,
});

/** Outputs of 1000 sats, 43 vB each, to make a transaction large. */
export const ballast = (count: number): number[] => Array.from({ length: count }, () => 1000);

export const rawOf = (tx: Transaction): string => hex.encode(serializeTransaction(tx));

/** The reject reason testmempoolaccept gives, or 'allowed'. */
export async function verdict(call: RpcCall, tx: Transaction): Promise<string> {
  const [result] = (await call('testmempoolaccept', [[rawOf(tx)], 0])) as [
    { allowed: boolean; 'reject-reason'?: string },
  ];
  return result.allowed ? 'allowed' : result['reject-reason']!;
}

export const send = (call: RpcCall, tx: Transaction): Promise<unknown> =>
  call('sendrawtransaction', [rawOf(tx), 0]);

export type PackageAnswer = {
  readonly package_msg: string;
  readonly 'tx-results': Record<
    string,
    { txid: string; error?: string; vsize?: number; fees?: Record<string, unknown>; 'other-wtxid'?: string }
  >;
  readonly 'replaced-transactions': string[];
};

export const submit = async (call: RpcCall, txs: readonly Transaction[]): Promise<PackageAnswer> =>
  (await call('submitpackage', [txs.map(rawOf), 0])) as PackageAnswer;
