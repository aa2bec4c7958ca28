import type { Sats } from '@ordbook/protocol/sats';
import { collectionOffer } from './collection-offer.ts';
import type { Form, Leg, Tier } from './form.ts';
import { marketPaidIn, pricesOf } from './market-fees.ts';
import { type Landing, SeenMoney, type SeenTransaction } from './seen.ts';
import { settlement } from './settlement.ts';
import { signedPair } from './signed-pair.ts';
import { twoOfTwoLeaf } from './two-of-two-leaf.ts';
import { twoOfTwoScript } from './two-of-two-script.ts';

/**
 * The forms of sales, each in the file of its name; the first that reads a sale has it. Swaps have no price:
 * the output that a leg pays is the other's coin, passed on, which no form takes for a payment. A batch is
 * several sales of a transaction, each read by itself, with the shares of the market split among them.
 */
export const FORMS: readonly Form[] = [collectionOffer, twoOfTwoLeaf, twoOfTwoScript, signedPair, settlement];

/** A sale that a transaction shows. */
export interface ReadSale extends Landing {
  readonly form: string;
  readonly tier: Tier;
  /** What the buyer agreed to pay for what is on the coin. */
  readonly priceSats: Sats;
  /** What the seller got of it, above the value of the coin; of a collection offer, the price. */
  readonly receivedSats: Sats;
  readonly sellerScript: string;
  readonly offer?: Leg['offer'];
}

/**
 * The sales among what landed in a transaction, in the same order. Reads shapes alone, without verifying a
 * signature. Bounded by the size of the transaction and the number of landings.
 */
export function readSales(transaction: SeenTransaction, landings: readonly Landing[]): ReadSale[] {
  const money = new SeenMoney(transaction);
  const read = landings.flatMap((landing) => readOne(money, landing) ?? []);
  const bound = read.filter(({ tier }) => tier !== 'stated');
  const prices = new Map<number, Sats>();
  for (const market of new Set(bound.map((sale) => sale.market)))
    priceTogether(
      money,
      bound.filter((sale) => sale.market === market),
      prices,
    );
  return read.map((sale) => ({ ...sale, priceSats: prices.get(sale.inputIndex) ?? sale.receivedSats }));
}

type Read = Omit<ReadSale, 'priceSats'> & Pick<Leg, 'market' | 'payout'>;

function readOne(money: SeenMoney, landing: Landing): Read | null {
  for (const { name, tier, read } of FORMS) {
    const leg = read(money, landing);
    if (leg) return { ...landing, ...leg, form: name, tier };
  }
  return null;
}

/** Prices the coins that one market, or none that is known, sold; what is on a coin has one price. */
function priceTogether(money: SeenMoney, sold: readonly Read[], prices: Map<number, Sats>): void {
  const { outputs } = money.transaction;
  const byCoin = new Map(sold.map((sale) => [sale.inputIndex, sale]));
  const paid = sold.flatMap(({ vout, payout }) => (payout === null ? [vout] : [vout, payout]));
  const parties = new Set(paid.map((vout) => outputs[vout]!.script));
  const isParty = (script: string) => parties.has(script) || money.coinsOf(script) > 0;
  const market = sold[0]!.market ?? marketPaidIn(money);
  const received = [...byCoin.values()].map(({ receivedSats }) => receivedSats);
  const together = pricesOf(received, outputs, { market, isParty });
  for (const [i, coin] of [...byCoin.keys()].entries()) prices.set(coin, together[i]!);
}

/** What may have been sold where it is not known which coins have inscriptions: the start of each. */
export function possibleLandings(transaction: SeenTransaction): Landing[] {
  const money = new SeenMoney(transaction);
  return transaction.inputs.flatMap((_, inputIndex) => {
    const vout = money.landsAt(inputIndex);
    return vout === null ? [] : [{ inputIndex, vout }];
  });
}
