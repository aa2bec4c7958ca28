import { outpointText } from '@ordbook/protocol/outpoint';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import { pause } from '../base/in-slices.ts';
import type { ExternalSale } from '../store/sale/external-sales.ts';
import { isOwnPassthrough } from './market-signature.ts';
import type { Hop } from './sat-moves.ts';
import { isSignedForSale } from './seller-signature.ts';

/**
 * Sales that other marketplaces settled, found from the chain alone. They share a shape: the seller signs the
 * input that holds the inscription with SINGLE|ANYONECANPAY, so it fits any transaction whose output at the
 * same index pays the seller. The buyer adds the rest. Inputs before it (dummies that shift the indexes) and
 * other parts of the transaction do not matter.
 *
 *   in  i: the inscription's coin, signed 0x83        out i: price + the coin's own value, to the seller
 *
 * A transfer is signed any other way and is no sale. A 0x83 input is no sale either when its output pays no
 * more than the coin's value, when one party is on both sides, or when the signature does not verify
 * (`isSignedForSale`). There is one sale for each coin sold, with every inscription on it.
 */

/** A hop that sold its inscription. */
export interface SoldHop {
  readonly hop: Hop;
  /** What the seller got above the value of the coin: the price on another marketplace. */
  readonly priceSats: Sats;
  /** It left a passthrough of this market, which signed that. */
  readonly isOwn: boolean;
}

/** Coins whose signature is verified between two pauses, 2 ms each at most. */
const VERIFIED_AT_ONCE = 4;

/** Those of the hops that are sales, in their order. Lets the rest of the process run now and then. */
export async function soldHops(hops: readonly Hop[], marketKey: string): Promise<SoldHop[]> {
  const sold: SoldHop[] = [];
  const verified = new Map<string, boolean>();
  for (const hop of hops) {
    const { transaction, inputIndex } = hop;
    const priceSats = priceOf(hop);
    if (priceSats === null) continue;
    // everything on a coin is sold by one signature
    const coin = outpointText(transaction.inputs[inputIndex]!);
    if (!verified.has(coin)) {
      verified.set(coin, isPaidByOthers(hop, priceSats) && isSignedForSale(transaction, inputIndex));
      if (verified.size % VERIFIED_AT_ONCE === 0) await pause();
    }
    if (verified.get(coin))
      sold.push({ hop, priceSats, isOwn: isOwnPassthrough(transaction, inputIndex, marketKey) });
  }
  return sold;
}

/** The sales that are not this market's, in their order. */
export function salesElsewhere(soldHere: readonly SoldHop[]): ExternalSale[] {
  const sold = new Map<string, ExternalSale>();
  for (const { hop, priceSats, isOwn } of soldHere) {
    if (isOwn) continue;
    const { key, block, transaction, blockPosition, inputIndex, from, to } = hop;
    const coin = `${transaction.txid}:${inputIndex}`;
    const bundle = sold.get(coin)?.sold ?? [];
    sold.set(coin, {
      txid: transaction.txid,
      blockHeight: block.height,
      blockPosition,
      soldAt: new Date(block.time * 1000),
      sold: [...bundle, { key, buyerAddress: to.ownerAddress }],
      priceSats,
      sellerAddress: from.ownerAddress,
    });
  }
  return [...sold.values()];
}

/** What the hop would be sold for, if the signature is one; null: it is no sale, whatever was signed. */
function priceOf({ transaction, inputIndex, from, to }: Hop): Sats | null {
  const { inputs, outputs } = transaction;
  const input = inputs[inputIndex]!;
  const payment = outputs[inputIndex];
  if (!payment) return null;
  const priceSats = payment.valueSats - input.valueSats;
  // to the coin's owner, or to whom it pays
  const cameBack = to.ownerAddress === from.ownerAddress || to.ownerAddress === payment.address;
  return priceSats <= 0 || cameBack ? null : priceSats;
}

/** Whether coins that are neither the seller's nor the payment's owner's cover the price. */
function isPaidByOthers({ transaction, inputIndex }: Hop, priceSats: Sats): boolean {
  const own = [transaction.inputs[inputIndex]!.script, transaction.outputs[inputIndex]!.script];
  const ofOthers = transaction.inputs.filter(({ script }) => !own.includes(script));
  return sumSats(ofOthers.map(({ valueSats }) => valueSats)) >= priceSats;
}
