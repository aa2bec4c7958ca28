import type { Outpoint, Utxo } from '@ordbook/protocol/outpoint';
import { sumSats } from '@ordbook/protocol/sats';
import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { keyOf, payTo, scriptOf, secretOf, signKeyPath } from './keys.ts';

/** A call to Bitcoin Core's JSON-RPC: of devnode in this process, or of a real node over HTTP. */
export type RpcCall = (method: string, params?: readonly unknown[]) => Promise<unknown>;

export interface Payment {
  readonly address: string;
  readonly sats: number;
}

/** The sandbox's source of blocks and coins: it mines to its own key and pays from mature coinbases. */
export interface Miner {
  /**
   * Mines until `sats` are spendable and inscriptions are no longer cursed (regtest's jubilee, height 110).
   */
  warmUp(sats: number): Promise<void>;
  mine(blocks: number): Promise<{ height: number; hash: string }>;
  /** Mines one block with exactly these transactions, even if the mempool's policy refuses them. */
  mineOnly(rawTransactions: readonly string[], address?: string): Promise<void>;
  /** A signed, unsent payment; its outputs are in the order given, change last. */
  payment(payments: readonly Payment[]): Promise<{ txid: string; hex: string }>;
  /** Sends the payment to the mempool. */
  pay(payments: readonly Payment[]): Promise<{ txid: string; hex: string }>;
}

const FEE_RATE = 2;
const JUBILEE_HEIGHT = 110;
const COINBASE_MATURITY = 100;

export function createMiner(call: RpcCall): Miner {
  const name = 'miner';
  const { address } = keyOf(name, 'p2tr');
  const secret = secretOf(name);
  const lock = payTo(secret, 'p2tr');
  const spentHere = new Set<string>();

  async function mine(blocks: number) {
    let left = blocks;
    while (left > 0) {
      const batch = Math.min(left, 1000);
      await call('generatetoaddress', [batch, address]);
      left -= batch;
    }
    const hash = (await call('getbestblockhash')) as string;
    return { height: (await call('getblockcount')) as number, hash };
  }

  async function matureCoins(): Promise<Utxo[]> {
    const scan = (await call('scantxoutset', ['start', [`addr(${address})`]])) as {
      height: number;
      unspents: { txid: string; vout: number; amount: number; height: number; coinbase: boolean }[];
    };
    return scan.unspents
      .filter((coin) => !coin.coinbase || scan.height - coin.height + 1 >= COINBASE_MATURITY)
      .map(({ txid, vout, amount }) => ({ txid, vout, valueSats: Math.round(amount * 1e8) }))
      .filter((coin) => !spentHere.has(`${coin.txid}:${coin.vout}`))
      .sort((a, b) => b.valueSats - a.valueSats);
  }

  async function payment(payments: readonly Payment[]) {
    const wanted = sumSats(payments.map((output) => output.sats));
    // The scripts come from addresses: to check the same one for each of hundreds of outputs takes a second.
    const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
    const scripts = new Map(
      [...new Set(payments.map((output) => output.address))].map((to) => [to, scriptOf(to)]),
    );
    let held = 0;
    let feeSats = 0;
    const chosen: Outpoint[] = [];
    for (const coin of await matureCoins()) {
      if (held >= wanted + feeSats && chosen.length > 0) break;
      chosen.push(coin);
      transaction.addInput({
        txid: coin.txid,
        index: coin.vout,
        witnessUtxo: { script: lock.script, amount: BigInt(coin.valueSats) },
      });
      held += coin.valueSats;
      feeSats = FEE_RATE * (11 + 58 * chosen.length + 43 * (payments.length + 1));
    }
    if (held < wanted + feeSats)
      throw new Error(`the miner holds ${held} sats but needs ${wanted + feeSats}; mine more blocks`);
    for (const output of payments)
      transaction.addOutput({ script: scripts.get(output.address)!, amount: BigInt(output.sats) });
    const change = held - wanted - feeSats;
    if (change >= 330) transaction.addOutput({ script: lock.script, amount: BigInt(change) });
    signKeyPath(transaction, chosen.keys(), secret);
    transaction.finalize();
    for (const coin of chosen) spentHere.add(`${coin.txid}:${coin.vout}`);
    return { txid: transaction.id, hex: hex.encode(transaction.extract()) };
  }

  return {
    mine,
    payment,
    async warmUp(sats) {
      const height = (await call('getblockcount')) as number;
      if (height < JUBILEE_HEIGHT) await mine(JUBILEE_HEIGHT - height);
      while (sumSats((await matureCoins()).map((coin) => coin.valueSats)) < sats) await mine(10);
    },
    async mineOnly(rawTransactions, to = address) {
      await call('generateblock', [to, [...rawTransactions]]);
    },
    async pay(payments) {
      const built = await payment(payments);
      await call('sendrawtransaction', [built.hex]);
      return built;
    },
  };
}
