/** Everybody else who wants into the blocks: large transactions that fill the mempool of any node at the rate that is asked. */
import { concatBytes } from '@noble/hashes/utils.js';
import type { RpcCall } from '@ordbook/devnode';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { keyOf, payTo, secretOf, signKeyPath } from '../../../sandbox/src/keys.ts';
import type { Desk } from './desk.ts';

const NAME = 'the crowd';
const COIN_SATS = 100_000_000;
const COINS_AT_ONCE = 100;
/** Below the standard 100,000 vB with its input and its change. */
const DATA_BYTES = 95_000;
/** `OP_RETURN`, `OP_PUSHDATA4`. */
const DATA = concatBytes(Uint8Array.of(0x6a, 0x4e, 0x18, 0x73, 0x01, 0x00), new Uint8Array(DATA_BYTES));
export const CROWD_VSIZE = DATA_BYTES + 150;

export interface Crowd {
  /** Sends transactions at `rate` sat/vB, at most `most`, until the mempool takes nothing below it. Returns how many. */
  bid(rate: number, most: number): Promise<number>;
}

/** The mempool's minimum, sat/vB. */
export async function minimumOf(call: RpcCall): Promise<number> {
  const { mempoolminfee } = (await call('getmempoolinfo')) as { mempoolminfee: number };
  return mempoolminfee * 1e5;
}

/** A crowd with coins for `transactions` of at most 1,000 sat/vB. */
export async function openCrowd({ call, miner, mine }: Desk, transactions: number): Promise<Crowd> {
  const { address } = keyOf(NAME, 'p2tr');
  const secret = secretOf(NAME);
  const { script, ...lock } = payTo(secret, 'p2tr');
  const coins: Utxo[] = [];
  while (coins.length < transactions) {
    await miner.warmUp(2 * COINS_AT_ONCE * COIN_SATS);
    const { txid } = await miner.pay(
      Array.from({ length: COINS_AT_ONCE }, () => ({ address, sats: COIN_SATS })),
    );
    for (let vout = 0; vout < COINS_AT_ONCE; vout += 1) coins.push({ txid, vout, valueSats: COIN_SATS });
    await mine();
  }

  const bidding = (rate: number): string => {
    const coin = coins.pop();
    if (!coin) throw new Error('the crowd has no coin left');
    const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
    const witnessUtxo = { script, amount: BigInt(coin.valueSats) };
    transaction.addInput({ ...lock, txid: coin.txid, index: coin.vout, sequence: 0xfffffffd, witnessUtxo });
    transaction.addOutput({ script: DATA, amount: 0n });
    transaction.addOutput({ script, amount: BigInt(coin.valueSats - Math.ceil(rate * CROWD_VSIZE)) });
    signKeyPath(transaction, [0], secret);
    transaction.finalize();
    return hex.encode(transaction.extract());
  };

  return {
    async bid(rate, most) {
      let sent = 0;
      for (; sent < most && (await minimumOf(call)) < rate; sent += 1) {
        const isTaken = await call('sendrawtransaction', [bidding(rate), 0]).then(
          () => true,
          (error: Error) => {
            if (!error.message.startsWith('mempool full')) throw error;
            return false;
          },
        );
        if (!isTaken) break;
      }
      return sent;
    },
  };
}
