import { hex } from '@scure/base';
import { COINBASE_MATURITY_BLOCKS } from '../chain/transaction-rules.ts';
import type { RpcCall } from '../rpc/call.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { sumSats, type Transaction, type TransactionOutput } from '../transaction/transaction.ts';
import { txidOf, vsizeOf } from '../transaction/txid.ts';
import { type Key, sign } from './key.ts';

/** An output on the chain or in the mempool. */
export type Outpoint = { readonly txid: string; readonly vout: number; readonly valueSats: number };

/** Pays from the coinbases that were mined to its key. Works over the RPC of any regtest node. */
export type Purse = {
  readonly key: Key;
  /**
   * Sends outputs in one transaction; change returns to the purse. Rejects with an Error when there are too
   * few mature coins, and with the node's RpcError when it refuses the transaction. Calls at the same time
   * run one after another, so that no two choose the same coin. Not retry-safe.
   */
  readonly pay: (outputs: readonly TransactionOutput[], options?: PayOptions) => Promise<Sent>;
  /** Confirmed coins that can be spent now, oldest first. */
  readonly coins: () => Promise<Outpoint[]>;
};

export type PayOptions = {
  /** Sats per vB, default 2. */
  readonly feeRate?: number;
};

export type Sent = { readonly txid: string; readonly hex: string; readonly transaction: Transaction };

const DEFAULT_FEE_RATE = 2;
const FINAL_BUT_REPLACEABLE = 0xfffffffd;
/** Below this the change goes to the fee. */
const DUST_SATS = 330;

export function createPurse({ call, key }: { call: RpcCall; key: Key }): Purse {
  /** Change of transactions that may still be unconfirmed. */
  let change: Outpoint[] = [];
  const confirmed = async (): Promise<Outpoint[]> => {
    const { unspents } = (await call('scantxoutset', ['start', [`addr(${key.address})`]])) as {
      unspents: { txid: string; vout: number; amount: number; coinbase: boolean; height: number }[];
    };
    const height = (await call('getblockcount')) as number;
    const mature = unspents
      .filter((coin) => !coin.coinbase || height + 1 - coin.height >= COINBASE_MATURITY_BLOCKS)
      .sort((a, b) => a.height - b.height || (a.txid < b.txid ? -1 : 1) || a.vout - b.vout)
      .map(({ txid, vout, amount }) => ({ txid, vout, valueSats: Math.round(amount * 1e8) }));
    return available(mature);
  };
  /** Those that no unconfirmed transaction spends. */
  const available = async (coins: readonly Outpoint[]): Promise<Outpoint[]> => {
    if (coins.length === 0) return [];
    const asked = coins.map(({ txid, vout }) => ({ txid, vout }));
    const spends = (await call('gettxspendingprevout', [asked])) as { spendingtxid?: string }[];
    return coins.filter((_, index) => spends[index]!.spendingtxid === undefined);
  };
  const unconfirmedChange = async (): Promise<Outpoint[]> => {
    const waiting = new Set((await call('getrawmempool')) as string[]);
    change = change.filter(({ txid }) => waiting.has(txid));
    return available(change);
  };
  const pay: Purse['pay'] = async (outputs, { feeRate = DEFAULT_FEE_RATE } = {}) => {
    // Confirmed coins first: chains of unconfirmed transactions have limits.
    const offered = [...(await confirmed()), ...(await unconfirmedChange())];
    const paidSats = sumSats(outputs);
    const chosen: Outpoint[] = [];
    for (const coin of offered) {
      chosen.push(coin);
      const transaction = spendAll(key, chosen, outputs, feeRate);
      if (!transaction) continue;
      const raw = hex.encode(serializeTransaction(transaction));
      const txid = (await call('sendrawtransaction', [raw, 0])) as string;
      const vout = outputs.length;
      if (transaction.outputs[vout])
        change.push({ txid, vout, valueSats: transaction.outputs[vout].valueSats });
      return { txid, hex: raw, transaction };
    }
    const total = sumSats(offered);
    throw new Error(
      `the purse has ${total} sats in mature coins, too little for ${paidSats} and the fee; mine more blocks to it`,
    );
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    key,
    coins: confirmed,
    pay: (outputs, options) => {
      const paid = last.then(() => pay(outputs, options));
      last = paid.catch(() => undefined);
      return paid;
    },
  };
}

/** Undefined when the coins do not cover outputs and fee. */
function spendAll(
  key: Key,
  coins: readonly Outpoint[],
  outputs: readonly TransactionOutput[],
  feeRate: number,
): Transaction | undefined {
  const inSats = sumSats(coins);
  const outSats = sumSats(outputs);
  const withChange = (sats: number) =>
    signed(key, coins, [...outputs, { valueSats: sats, script: key.script }]);
  const feeSats = Math.ceil(feeRate * vsizeOf(withChange(DUST_SATS)));
  const changeSats = inSats - outSats - feeSats;
  if (changeSats < 0) return undefined;
  return changeSats < DUST_SATS ? signed(key, coins, outputs) : withChange(changeSats);
}

function signed(key: Key, coins: readonly Outpoint[], outputs: readonly TransactionOutput[]): Transaction {
  const unsigned: Transaction = {
    version: 2,
    inputs: coins.map(({ txid, vout }) => inputOf({ txid, vout })),
    outputs,
    lockTime: 0,
  };
  const spent = coins.map(({ valueSats }) => ({ valueSats, script: key.script }));
  const inputs = unsigned.inputs.map((input, index) => ({
    ...input,
    witness: sign(unsigned, index, spent, key),
  }));
  return { ...unsigned, inputs };
}

/** An input without its witness. */
export const inputOf = ({ txid, vout }: { txid: string; vout: number }) => ({
  txid,
  vout,
  scriptSig: new Uint8Array(),
  sequence: FINAL_BUT_REPLACEABLE,
  witness: [] as readonly Uint8Array[],
});

/** An output of a sent transaction. */
export const outputOf = ({ transaction }: Sent, vout: number): Outpoint => ({
  txid: txidOf(transaction),
  vout,
  valueSats: transaction.outputs[vout]!.valueSats,
});
