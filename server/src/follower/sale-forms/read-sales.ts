import type { Sats } from '@ordbook/protocol/sats';
import { collectionOffer } from './collection-offer.ts';
import type { Form, Leg, Tier } from './form.ts';
import { type KnownMarket, marketPaidIn, pricesOf } from './market-fees.ts';
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
  readonly offer: Leg['offer'] | null;
}

/**
 * The sales among what landed in a transaction, in the same order. Reads shapes alone, without verifying a
 * signature. Bounded by the size of the transaction and the number of landings.
 */
export function readSales(transaction: SeenTransaction, landings: readonly Landing[]): ReadSale[] {
  const money = new SeenMoney(transaction);
  const read = landings.flatMap((landing) => readOne(money, landing) ?? []);
  const priced = new Map<Read, Sats>();
  for (const market of new Set(read.map(({ leg }) => leg.market)))
    priceTogether(
      money,
      read.filter(({ form, leg }) => leg.market === market && form.tier !== 'stated'),
      { market: market ?? marketPaidIn(money), priced },
    );
  return read.map((one) => ({
    ...one.landing,
    form: one.form.name,
    tier: one.form.tier,
    priceSats: priced.get(one) ?? one.leg.receivedSats,
    receivedSats: one.leg.receivedSats,
    sellerScript: one.leg.sellerScript,
    offer: one.leg.offer ?? null,
  }));
}

interface Read {
  readonly landing: Landing;
  readonly form: Form;
  readonly leg: Leg;
}

function readOne(money: SeenMoney, landing: Landing): Read | null {
  for (const form of FORMS) {
    const leg = form.read(money, landing);
    if (leg) return { landing, form, leg };
  }
  return null;
}

/** Prices the coins that one market, or none that is known, sold; what is on a coin has one price. */
function priceTogether(
  money: SeenMoney,
  read: readonly Read[],
  { market, priced }: { readonly market: KnownMarket | null; readonly priced: Map<Read, Sats> },
): void {
  const { outputs } = money.transaction;
  const byCoin = new Map(read.map((one) => [one.landing.inputIndex, one]));
  const priceAt = new Map([...byCoin.keys()].map((coin, i) => [coin, i]));
  const paid = read.flatMap(({ landing, leg }) => [
    landing.vout,
    ...(leg.payout === null ? [] : [leg.payout]),
  ]);
  const parties = new Set(paid.map((vout) => outputs[vout]!.script));
  const isParty = (script: string) => parties.has(script) || money.coinsOf(script) > 0;
  const received = [...byCoin.values()].map(({ leg }) => leg.receivedSats);
  const prices = pricesOf(received, outputs, { market, isParty });
  for (const one of read) priced.set(one, prices[priceAt.get(one.landing.inputIndex)!]!);
}

/** What may have been sold where it is not known which coins have inscriptions: the start of each. */
export function possibleLandings(transaction: SeenTransaction): Landing[] {
  const money = new SeenMoney(transaction);
  return transaction.inputs.flatMap((_, inputIndex) => {
    const vout = money.landsAt(inputIndex);
    return vout === null ? [] : [{ inputIndex, vout }];
  });
}
