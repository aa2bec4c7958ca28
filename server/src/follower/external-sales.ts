import { addressOf } from '@ordbook/protocol/bitcoin/keys';
import type { NetworkName } from '@ordbook/protocol/network';
import type { Sats } from '@ordbook/protocol/sats';
import { pause } from '../base/in-slices.ts';
import type { BlockTransaction } from '../chain/port.ts';
import type { ExternalSale } from '../store/sale/external-sales.ts';
import { isOwnFill, isOwnPassthrough } from './market-signature.ts';
import { TIERS, type Tier } from './sale-forms/form.ts';
import { type ReadSale, readSales } from './sale-forms/read-sales.ts';
import type { Hop } from './sat-moves.ts';
import { isSignedForSale } from './seller-signature.ts';

/**
 * Sales that other marketplaces settled, found from the chain alone: in one of the forms of `sale-forms/`,
 * which tell a shape, and with the signature that makes it a sale, verified here. There is one sale for each
 * coin sold, with every inscription on it.
 */

/** A hop that sold its inscription. */
export interface SoldHop {
  readonly hop: Hop;
  readonly form: string;
  readonly tier: Tier;
  /** What the buyer agreed to pay, as far as the chain shows it: the price on another marketplace. */
  readonly priceSats: Sats;
  /** What the seller got above the value of the coin. */
  readonly receivedSats: Sats;
  readonly sellerAddress: string | null;
  /** It left a passthrough of this market, which signed that. */
  readonly isOwn: boolean;
}

/** Coins whose signature is verified between two pauses, 2 ms each at most. */
const VERIFIED_AT_ONCE = 4;

/** The keys and network of the service. */
interface Here {
  readonly marketKey: string;
  readonly network: NetworkName;
}

/** Those of the hops that are sales, in their order. Lets the rest of the process run now and then. */
export async function soldHops(hops: readonly Hop[], here: Here): Promise<SoldHop[]> {
  const sold = new Map<Hop, SoldHop>();
  let verifications = 0;
  const byTransaction = new Map<BlockTransaction, Hop[]>();
  for (const hop of hops) {
    const together = byTransaction.get(hop.transaction);
    if (together) together.push(hop);
    else byTransaction.set(hop.transaction, [hop]);
  }
  for (const [transaction, together] of byTransaction) {
    // everything on a coin is sold by one signature
    const verified = new Map<number, boolean>();
    for (const { hop, sale } of salesAmong(transaction, together)) {
      const { inputIndex } = hop;
      // the flow of fills records those of this market
      if (sale.offer?.marketKey === here.marketKey) continue;
      if (!verified.has(inputIndex)) {
        verified.set(inputIndex, isProven(transaction, sale));
        verifications += 1;
        if (verifications % VERIFIED_AT_ONCE === 0) await pause();
      }
      if (verified.get(inputIndex)) sold.set(hop, soldBy(hop, sale, here));
    }
  }
  return hops.flatMap((hop) => sold.get(hop) ?? []);
}

/** The hops of a transaction whose coin was sold, as its shape says. */
function salesAmong(transaction: BlockTransaction, hops: readonly Hop[]) {
  // not what pays the network: nobody bought it
  const landed = hops.filter(({ to }) => to.txid === transaction.txid);
  const placeOf = ({ inputIndex, vout }: { readonly inputIndex: number; readonly vout: number }) =>
    `${inputIndex}:${vout}`;
  const landings = landed.map(({ inputIndex, to: { vout } }) => ({ inputIndex, vout }));
  const distinct = new Map(landings.map((landing) => [placeOf(landing), landing]));
  const read = new Map(readSales(transaction, [...distinct.values()]).map((sale) => [placeOf(sale), sale]));
  return landed.flatMap((hop, i) => {
    const sale = read.get(placeOf(landings[i]!));
    return sale ? [{ hop, sale }] : [];
  });
}

/**
 * Whether the signature verifies without which the shape proves nothing. The block proves that of a
 * settlement, as its script is read as a whole.
 */
function isProven(transaction: BlockTransaction, { tier, inputIndex, offer }: ReadSale): boolean {
  // so is that of an offer, which is verified where it is of the layout known here
  if (offer) return transaction.lockTime !== 0 || isOwnFill(transaction, offer.inputIndex, offer.marketKey);
  return tier === 'inferred' || isSignedForSale(transaction, inputIndex);
}

function soldBy(hop: Hop, sale: ReadSale, { marketKey, network }: Here): SoldHop {
  const { transaction, inputIndex, from } = hop;
  const { form, tier, priceSats, receivedSats, sellerScript } = sale;
  const isFromCoin = sellerScript === transaction.inputs[inputIndex]!.script;
  return {
    hop,
    form,
    tier,
    priceSats,
    receivedSats,
    sellerAddress: isFromCoin ? from.ownerAddress : addressOf(sellerScript, network),
    isOwn: isOwnPassthrough(transaction, inputIndex, marketKey),
  };
}

/** The sales that are not this market's and have at least such evidence, in their order. */
export function salesElsewhere(soldHere: readonly SoldHop[], least: Tier = 'inferred'): ExternalSale[] {
  const sold = new Map<string, ExternalSale>();
  for (const { hop, form, tier, priceSats, sellerAddress, isOwn } of soldHere) {
    if (isOwn || TIERS.indexOf(tier) > TIERS.indexOf(least)) continue;
    const { key, block, transaction, blockPosition, inputIndex, to } = hop;
    const coin = `${transaction.txid}:${inputIndex}`;
    const bundle = sold.get(coin)?.sold ?? [];
    sold.set(coin, {
      txid: transaction.txid,
      blockHeight: block.height,
      blockPosition,
      soldAt: new Date(block.time * 1000),
      sold: [...bundle, { key, buyerAddress: to.ownerAddress }],
      form,
      evidence: tier,
      priceSats,
      sellerAddress,
    });
  }
  return [...sold.values()];
}
