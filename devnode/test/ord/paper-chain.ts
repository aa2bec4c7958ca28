import { sha256 } from '@noble/hashes/sha2.js';
import { serializeHeader } from '../../src/chain/header.ts';
import type { ChainBlock } from '../../src/follow/chain-block.ts';
import { createOrd } from '../../src/ord/ord.ts';
import { subsidyAt } from '../../src/ord/sat.ts';
import { RPC, type RpcCall, RpcError } from '../../src/rpc/call.ts';
import { hashToHex } from '../../src/transaction/hash-hex.ts';
import { serializeTransaction } from '../../src/transaction/serialize.ts';
import { NULL_TXID, NULL_VOUT, type Transaction } from '../../src/transaction/transaction.ts';
import { txidOf } from '../../src/transaction/txid.ts';
import { type Coin, type Payment, pay } from './coins.ts';

/**
 * A chain on paper: its blocks are well formed but nothing checks them. An index can follow it through
 * `call`.
 */
export interface PaperChain {
  readonly call: RpcCall;
  /** Adds a block of these transactions and answers its coinbase as a coin. */
  mine(transactions?: readonly Transaction[], coinbase?: { claimSats?: number; payments?: Payment[] }): Coin;
  mineEmpty(count: number): Coin[];
  /** Takes the newest blocks away. */
  drop(count: number): void;
  height(): number;
  /** Puts a transaction into the mempool; it stays there until a block holds it. */
  send(transaction: Transaction): void;
}

export function createPaperChain(): PaperChain {
  const blocks: (ChainBlock & { hex: string })[] = [];
  const transactions = new Map<string, string>();
  const waiting = new Set<string>();
  let salt = 0;

  const coinbaseOf = (height: number, payments: readonly Payment[]): ReturnType<typeof pay> => {
    const input: Coin = { txid: NULL_TXID, vout: NULL_VOUT, valueSats: 0, witness: [] };
    const made = pay([input], payments);
    // Height and a salt make every coinbase differ, as BIP34 does.
    const lockTime = height * 1000 + salt++;
    const transaction = { ...made.transaction, lockTime };
    const txid = txidOf(transaction);
    return { transaction, txid, coins: made.coins.map((coin) => ({ ...coin, txid })) };
  };

  const mine: PaperChain['mine'] = (others = [], { claimSats, payments } = {}) => {
    const height = blocks.length;
    const coinbase = coinbaseOf(height, payments ?? [{ valueSats: claimSats ?? subsidyAt(height) }]);
    const all = [coinbase.transaction, ...others];
    for (const each of all) {
      transactions.set(txidOf(each), toHex(serializeTransaction(each)));
      waiting.delete(txidOf(each));
    }
    const previousHash = blocks.at(-1)?.hash ?? NULL_TXID;
    const header = serializeHeader({
      version: 1,
      previousBlockHash: previousHash,
      merkleRoot: coinbase.txid,
      time: 1_700_000_000 + height,
      bits: 0x207fffff,
      nonce: salt,
    });
    if (all.length > 252) throw new Error('a paper block holds at most 252 transactions');
    const hex = [header, Uint8Array.of(all.length), ...all.map((each) => serializeTransaction(each))];
    blocks.push({
      height,
      hash: hashToHex(sha256(sha256(header))),
      previousHash,
      time: 1_700_000_000 + height,
      bits: 0x207fffff,
      transactions: all,
      hex: hex.map(toHex).join(''),
    });
    return coinbase.coins[0]!;
  };

  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    getbestblockhash: () => blocks.at(-1)?.hash,
    getblockhash: ([height]) => blocks[height as number]?.hash ?? refuse(RPC.INVALID_PARAMETER),
    getblock: ([hash]) => blocks.find((block) => block.hash === hash)?.hex,
    gettxout: () => null,
    getrawtransaction: ([txid, verbose]) => {
      const hex = transactions.get(txid as string) ?? refuse(RPC.INVALID_ADDRESS_OR_KEY);
      return verbose === true ? { hex, confirmations: 1 } : hex;
    },
    getrawmempool: () => [...waiting],
    sendrawtransaction: () => refuse(RPC.VERIFY_REJECTED, 'min relay fee not met, 1 < 100'),
    estimatesmartfee: ([target]) => (target === 2 ? { feerate: 0.00005 } : { errors: ['no data'] }),
  };
  return {
    call: async (method, params = []) => answers[method]!(params),
    mine,
    mineEmpty: (count) => Array.from({ length: count }, () => mine()),
    drop: (count) => {
      blocks.length -= count;
    },
    height: () => blocks.length - 1,
    send: (transaction) => {
      transactions.set(txidOf(transaction), toHex(serializeTransaction(transaction)));
      waiting.add(txidOf(transaction));
    },
  };
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function refuse(code: number, message = 'refused'): never {
  throw new RpcError(code, message);
}

/** An index over a paper chain, answering parsed JSON. */
export function ordOver(chain: PaperChain) {
  const ord = createOrd({ call: chain.call });
  return {
    ...ord,
    /** Syncs and answers the JSON of a GET. */
    async get<T = Record<string, unknown>>(path: string): Promise<T> {
      await ord.sync();
      const { body } = await ord.handle(path);
      return JSON.parse(Buffer.from(body).toString()) as T;
    },
  };
}
