import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { Outpoint, Utxo } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import type { RpcCall } from '../../src/chain/transport.ts';

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

export interface Spend {
  readonly raw: string;
  readonly txid: string;
  /** The outputs, in order. */
  readonly outputs: readonly Utxo[];
}

/** A regtest wallet of one P2WPKH key that mines to itself and spends what it is told to. */
export interface Purse {
  readonly address: string;
  readonly script: string;
  mine(blocks?: number): Promise<string[]>;
  /** The coinbase coin of a block. */
  coinbaseOf(blockHash: string): Promise<Utxo>;
  /** Spends coins into outputs, to itself where there is a value only; what is left is the fee. Publishes nothing. */
  spend(
    coins: readonly Utxo[],
    outputs: readonly (number | { valueSats: number; script: Uint8Array })[],
  ): Spend;
}

export function purse(call: RpcCall, seed: number): Purse {
  const key = new Uint8Array(32).fill(seed);
  const payment = p2wpkh(pubECDSA(key), REGTEST);
  const address = payment.address!;
  return {
    address,
    script: hex.encode(payment.script),
    async mine(blocks = 1) {
      return (await call('generatetoaddress', [blocks, address])) as string[];
    },
    async coinbaseOf(blockHash) {
      const block = (await call('getblock', [blockHash, 2])) as {
        tx: { txid: string; vout: { value: number }[] }[];
      };
      const coinbase = block.tx[0]!;
      return { txid: coinbase.txid, vout: 0, valueSats: Math.round(coinbase.vout[0]!.value * 1e8) };
    },
    spend(coins, outputs) {
      const paid = outputs.map((output) =>
        typeof output === 'number' ? { valueSats: output, script: payment.script } : output,
      );
      const transaction = new Transaction({ version: 2, allowUnknownOutputs: true });
      for (const { txid, vout, valueSats } of coins) {
        transaction.addInput({
          txid,
          index: vout,
          witnessUtxo: { script: payment.script, amount: BigInt(valueSats) },
        });
      }
      for (const { script, valueSats } of paid) transaction.addOutput({ script, amount: BigInt(valueSats) });
      transaction.sign(key);
      transaction.finalize();
      const raw = transaction.hex;
      const txid = readTransaction(raw).txid;
      return { raw, txid, outputs: paid.map(({ valueSats }, vout) => ({ txid, vout, valueSats })) };
    },
  };
}

export const UNKNOWN: Outpoint = { txid: 'ab'.repeat(32), vout: 0 };
