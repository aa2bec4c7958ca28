/**
 * A collection offer that was filled: the buyer's money lay in an output that its market may spend, with a
 * secret, into a settlement of three inputs.
 *
 *   in  the inscription's coin       out  the same to the offer's receiver
 *       the offer's output                what the seller gets; fees or a rebate, in any order
 *       a coin that limits fills          the same coin again
 *
 * The leaf has the terms: price, expiry and receiver in an envelope (ORD.NET), or all of them, pushed and
 * dropped (ordbook). It is executed as a whole, so the block proves the hash lock and the market's consent;
 * what it only shows is not, so the price counts only up to what the output held. The seller is who held the
 * coin: the payment mostly goes to another script.
 */
import { readTerms } from '@ordbook/protocol/collection-offer/offer';
import type { Sats } from '@ordbook/protocol/sats';
import type { Form } from './form.ts';
import { marketOfKey } from './market-fees.ts';
import type { SeenMoney, SeenTransaction } from './seen.ts';
import { pushesOf, unlockingOf } from './unlocking.ts';

const HASH = '([0-9a-f]{64})';
/** Hash lock; buyer or market; what other signers the market has. */
const LOCK = `a820${HASH}8820${HASH}ac20${HASH}ba519d(?:20${HASH}ad)?20${HASH}ac`;
const DROPPED = new RegExp(`^4c([0-9a-f]{2})((?:[0-9a-f]{2})+?)75${LOCK}$`);
/** `OP_0 OP_IF "ordnet-offer/v…"`, pushes, `OP_ENDIF`. */
const STATED = new RegExp(`^00630f6f72646e65742d6f666665722f76..((?:[0-9a-f]{2})+?)68${LOCK}$`);

/** Filled in one transaction: each is verified over all of it. */
const MOST_OFFERS = 50;

/** An offer whose output was spent by its market. */
interface Offer {
  readonly inputIndex: number;
  readonly marketKey: string;
  readonly priceSats: Sats;
  readonly receiverScript: string;
}

const offersIn = new WeakMap<SeenTransaction, readonly Offer[]>();

export const collectionOffer: Form = {
  name: 'collection-offer',
  tier: 'stated',
  read(money, landing) {
    const { transaction } = money;
    let offers = offersIn.get(transaction);
    if (!offers) {
      offers = transaction.inputs.flatMap((input, i) => offerOf(input, i) ?? []).slice(0, MOST_OFFERS);
      offersIn.set(transaction, offers);
    }
    const coin = transaction.inputs[landing.inputIndex]!;
    const receiver = transaction.outputs[landing.vout]!.script;
    if (offers.some(({ inputIndex }) => inputIndex === landing.inputIndex)) return null;
    if (receiver === coin.script) return null;
    const forThis = offers.filter(({ receiverScript }) => receiverScript === receiver);
    // one offer buys one: with several, the order of the coins tells which
    const earlier = transaction.outputs.filter(
      ({ script }, vout) => script === receiver && vout < landing.vout && money.isPassedOn(vout),
    ).length;
    const offer = forThis[forThis.length === 1 ? 0 : earlier];
    if (!offer || !isPaidOut(money, offer, receiver)) return null;
    return {
      receivedSats: offer.priceSats,
      payout: null,
      sellerScript: coin.script,
      market: marketOfKey(offer.marketKey),
      offer,
    };
  },
};

/** Whether most of the price left its buyer: who moves a coin through an own offer pays nobody. */
function isPaidOut(money: SeenMoney, { inputIndex, priceSats }: Offer, receiver: string): boolean {
  const { inputs, outputs } = money.transaction;
  const own = new Set([receiver, inputs[inputIndex]!.script]);
  const most = outputs.reduce(
    (sum, { script, valueSats }) => (own.has(script) ? sum : Math.max(sum, valueSats)),
    0,
  );
  return 2 * most > priceSats;
}

function offerOf(input: SeenTransaction['inputs'][number], inputIndex: number): Offer | null {
  // signatures, the empty one of the buyer, the secret, leaf, control block
  if (input.witness.length < 6) return null;
  const unlocking = unlockingOf(input);
  if (unlocking?.by !== 'leaf') return null;
  const { script, given } = unlocking;
  const isByMarket = given.at(-2) === '' && given.at(-3) !== '';
  if (!isByMarket) return null;
  const dropped = DROPPED.exec(script);
  // a push of another length would swallow the lock, or run what it shows
  const isPushed = dropped !== null && dropped[2]!.length === 2 * Number.parseInt(dropped[1]!, 16);
  const terms = isPushed ? readTerms(dropped[2]!) : null;
  if (dropped && terms)
    return pricedOffer(input, {
      inputIndex,
      marketKey: dropped[5]!,
      priceSats: terms.priceSats,
      receiverScript: terms.receiveScript,
    });
  const stated = STATED.exec(script);
  const [price = '', , receiverScript = ''] = stated ? pushesOf(stated[1]!) : [];
  if (!stated || price.length !== 16) return null;
  const priceSats = Number(Buffer.from(price, 'hex').readBigUInt64LE());
  return pricedOffer(input, { inputIndex, marketKey: stated[4]!, priceSats, receiverScript });
}

function pricedOffer({ valueSats }: SeenTransaction['inputs'][number], offer: Offer): Offer | null {
  return offer.priceSats > 0 && offer.priceSats <= valueSats ? offer : null;
}
