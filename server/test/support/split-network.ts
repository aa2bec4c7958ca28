/**
 * Our node and the rest of the network, which disagree about a purchase: its buyer shows the others a large cheap spend of his payment
 * coin, and the purchase to us alone. Blocks come from the others, who never have the sale.
 */
import type { RpcCall } from '@ordbook/devnode';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { hex } from '@scure/base';
import { Transaction, WIF } from '@scure/btc-signer';
import { payTo, REGTEST } from '../../../sandbox/src/keys.ts';
import { createMiner } from '../../../sandbox/src/miner.ts';
import { submitPurchase } from '../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../src/trading/purchase/buyable-listings.ts';
import { type Desk, type DeskOptions, openDesk } from './desk.ts';
import { list, signedPurchase } from './trade.ts';
import type { Trader } from './trader.ts';

/** Both nodes mine only what pays this: other transactions fill the blocks. Sats per kvB. */
export const FULL_BLOCKS_RATE = 1_000;

export interface SplitNetwork {
  readonly desk: Desk;
  readonly seller: Trader;
  readonly buyer: Trader;
  readonly honest: Trader;
  readonly refs: readonly ListingRef[];
  readonly settlementTxid: string;
  /** Why the others refused what our node has. */
  readonly refusals: readonly string[];
  /** The others get what our node has and mine, and our node follows. */
  block(blocks?: number): Promise<void>;
}

export interface SplitNetworkOptions extends DeskOptions {
  readonly call: RpcCall;
  /** The rest of the network: an empty chain. */
  readonly others: RpcCall;
  /** How many listings the purchase buys. */
  readonly listed: number;
}

/** Of 31 vB each. */
const OUTPUTS = 3_060;

/** Opens a desk on our node, where a purchase was just submitted that no other node takes. */
export async function splitNetwork({
  others,
  listed,
  ...options
}: SplitNetworkOptions): Promise<SplitNetwork> {
  const desk = await openDesk({ anchors: 60, ...options });
  const [seller, buyer, honest] = (await desk.traders(['p2tr', 'p2wpkh', 'p2wpkh'], 3, 2_000_000)) as [
    Trader,
    Trader,
    Trader,
  ];
  const refs = await list(desk, seller, await desk.inscribe(seller, listed));
  for (let height = 1; height <= (await desk.ctx.chain.tip()).height; height += 1)
    await pass(desk.call, others, (await desk.call('getblockhash', [height])) as string);
  const miner = createMiner(others);

  const relay = async () => {
    const refusals: string[] = [];
    for (const txid of await desk.ctx.chain.mempoolTxids()) {
      const { hex: raw } = (await desk.ctx.chain.transaction(txid))!;
      await others('sendrawtransaction', [raw]).catch((error: Error) => refusals.push(error.message));
    }
    return refusals;
  };

  const { body } = await signedPurchase(desk, buyer, refs);
  for (const coin of body.selectedPaymentUtxos)
    await others('sendrawtransaction', [largeCheapSpend(buyer, coin)]);
  const { settlementTxid } = await submitPurchase(desk.ctx, buyer.caller, body);
  return {
    desk,
    seller,
    buyer,
    honest,
    refs,
    settlementTxid,
    refusals: await relay(),
    async block(blocks = 1) {
      for (let n = 0; n < blocks; n += 1) {
        await relay();
        await pass(others, desk.call, (await miner.mine(1)).hash);
        await desk.settle();
      }
    },
  };
}

async function pass(from: RpcCall, to: RpcCall, hash: string): Promise<void> {
  await to('submitblock', [await from('getblock', [hash, 0])]);
}

/** 95,000 vB that pay 0.2 sat/vB: too little for a miner, too much for a sale to replace. */
function largeCheapSpend(owner: Trader, { txid, vout, valueSats }: Utxo): string {
  const secret = WIF(REGTEST).decode(owner.payment.wif);
  const payment = payTo(secret, owner.payment.type);
  const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  const witnessUtxo = { script: payment.script, amount: BigInt(valueSats) };
  transaction.addInput({ ...payment, txid, index: vout, sequence: 0xfffffffd, witnessUtxo });
  const amount = BigInt(Math.floor((valueSats - 19_000) / OUTPUTS));
  for (let output = 0; output < OUTPUTS; output += 1)
    transaction.addOutput({ script: payment.script, amount });
  transaction.sign(secret);
  transaction.finalize();
  return hex.encode(transaction.extract());
}
