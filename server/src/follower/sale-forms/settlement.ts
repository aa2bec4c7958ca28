/**
 * An offer for one inscription that its owner accepted: the buyer signed the whole settlement, and so did the
 * owner, or the pair of coin and inscription. `ord wallet offer`, ORD.NET and ordbook make it.
 *
 *   in  the inscription's coin       out  the same to the buyer
 *       coins of the buyer                price + the coin's own value, to the address that held the coin
 *                                         shares of the market, change of the buyer
 *
 * Somebody who moves a coin and pays in one transaction looks much alike, so one of these must hold:
 *
 * - a known market is paid a rate of exactly this sum, wherever the sum goes;
 * - the holder's own address is paid, a price that is round, and a payer has change of its own: two parties,
 *   each with money back;
 * - the same without known change, in the very shape that the wallet of `ord` makes: three taproot outputs
 *   (inscription, payment, change), keys and DEFAULT throughout.
 *
 * A block proves signatures of single keys and of the leaves read here, so none is verified again.
 */
import type { Sats } from '@ordbook/protocol/sats';
import type { Form } from './form.ts';
import { type KnownMarket, marketOfKey, marketPaidIn, pricesOf, ROUND_SATS } from './market-fees.ts';
import type { Landing, SeenMoney, SeenTransaction } from './seen.ts';
import { taprootScriptsOf, twoOfTwo } from './two-of-two-leaf.ts';
import { signsPair, signsWhole, unlockingOf } from './unlocking.ts';

/** People offer thousands of sats; change is seldom a multiple of it. */
const OFFERED_SATS = 1_000;
/** Outputs of a settlement whose payment is looked for among all. */
const MOST_OUTPUTS = 20;

export const settlement: Form = {
  name: 'settlement',
  tier: 'inferred',
  read(money, landing) {
    const { inputs, outputs } = money.transaction;
    const coin = inputs[landing.inputIndex]!;
    const buyerScript = outputs[landing.vout]!.script;
    const sellers = sellersOf(coin);
    if (!sellers || sellers.includes(buyerScript) || !money.movesWhole(landing)) return null;
    if (money.coinsOf(coin.script) !== 1) return null;
    const market = marketPaidIn(money);
    const back = sellers.flatMap((script) => money.paidTo(script));
    const isSmall = outputs.length <= MOST_OUTPUTS;
    const payouts = back.length > 0 || !market || !isSmall ? back : outputs.map((_, vout) => vout);
    const legs = payouts.slice(0, MOST_OUTPUTS).flatMap((payout) => {
      const receivedSats = outputs[payout]!.valueSats - coin.valueSats;
      const { script } = outputs[payout]!;
      const own = new Set([...sellers, script]);
      if (receivedSats <= 0 || money.isPassedOn(payout) || own.has(buyerScript)) return [];
      if (money.spentByOthers(own) < receivedSats) return [];
      const isParty = (each: string) => each === buyerScript || each === script || money.coinsOf(each) > 0;
      const price = pricesOf([receivedSats], outputs, { market, isParty })[0]!;
      const isOffer = market
        ? isShared(receivedSats, price, back.length > 0 ? null : market)
        : price % OFFERED_SATS === 0 && looksOffered(money, landing, payout);
      const sellerScript = sellers.includes(script) ? script : sellers.at(-1)!;
      return isOffer ? [{ receivedSats, payout, sellerScript, market }] : [];
    });
    return legs.length === 1 ? legs[0]! : null;
  },
};

/** What the holder of a coin may be known by, the likeliest last. null: the coin is signed otherwise. */
function sellersOf(coin: SeenTransaction['inputs'][number]): readonly string[] | null {
  const unlocking = unlockingOf(coin);
  const signs = (item: string) => signsWhole(item) || signsPair(item);
  if (unlocking?.by === 'key') return signs(unlocking.signature) ? [coin.script] : null;
  const leaf = twoOfTwo(coin);
  if (!leaf?.signatures.every(signs)) return null;
  const at = leaf.keys.findIndex((key) => marketOfKey(key) === null);
  return [coin.script, ...taprootScriptsOf(leaf.keys[Math.max(at, 0)]!).toReversed()];
}

/**
 * Whether a known market has its part of the price. `strictly`: the payment goes to any address, so the part
 * must be the market's usual share of a round price.
 */
function isShared(receivedSats: Sats, price: Sats, strictly: KnownMarket | null): boolean {
  const isRound = price % ROUND_SATS === 0;
  if (strictly === null) return isRound || price !== receivedSats;
  return isRound && price - receivedSats === (price * strictly.sellerBps) / 10_000;
}

/** Whether a payment to the holder's own address has two parties, or the wallet of `ord` made it. */
function looksOffered(money: SeenMoney, landing: Landing, payout: number): boolean {
  const { inputs, outputs } = money.transaction;
  const sellers = new Set([outputs[payout]!.script, inputs[landing.inputIndex]!.script]);
  return money.someoneElseHasChange(sellers) || isByOrd(money, landing, payout);
}

function isByOrd({ transaction: { inputs, outputs } }: SeenMoney, landing: Landing, payout: number): boolean {
  const isFirst = landing.inputIndex === 0 && landing.vout === 0 && payout === 1;
  return (
    isFirst &&
    outputs.length === 3 &&
    outputs[2]!.valueSats % OFFERED_SATS !== 0 &&
    outputs.every(({ script }) => script.startsWith('5120')) &&
    inputs.every(
      ({ script, witness }) =>
        script.startsWith('5120') && witness.length === 1 && witness[0]!.length === 128,
    )
  );
}
