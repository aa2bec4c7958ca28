/**
 * The second demo: a buyer makes offers on two inscriptions with the same coins, and the seller accepts one.
 * Then the buyer makes another offer, the seller counters, and the buyer accepts. A block confirms each, and
 * the events are read back.
 */
import {
  prepareCounterAcceptance,
  signCounterAcceptance,
  submitCounterAcceptance,
} from '../counter/accept.ts';
import { prepareCounter, signCounter, submitCounter } from '../counter/make.ts';
import { sats } from '../inspect/words.ts';
import { type OfferRef, prepareAcceptance, signAcceptance, submitAcceptance } from '../offer/accept.ts';
import { prepareOffers, signOffers, submitOffers } from '../offer/make.ts';
import { readPsbt } from '../signing/psbt.ts';
import { sumInWords } from './drawing.ts';
import { type Cast, enterMarket, mined, showTransaction } from './play.ts';
import type { Stage } from './stage.ts';

const OFFER_SATS = 80_000;
const COUNTER_SATS = 95_000;

/** Plays the demo. Throws `NoSandbox` when no sandbox responds at `url`, and any error of a step. */
export async function playOffers(url: string, stage: Stage): Promise<void> {
  const cast = await enterMarket(url, stage);
  const [first, second] = (await cast.inscribe(2)) as [string, string];
  const [bid] = await offer(cast, [first, second]);
  await accept(cast, { inscriptionId: first, offerId: bid!.offerId });
  const [again] = await offer(cast, [second]);
  const counterId = await counter(cast, { inscriptionId: second, offerId: again!.offerId });
  await acceptTheCounter(cast, { inscriptionId: second, offerId: counterId });
  await readEvents(cast);
}

async function offer(cast: Cast, inscriptionIds: readonly string[]) {
  const { stage, buyer, collectionSlug, esploraUrl } = cast;
  const what = inscriptionIds.length === 1 ? 'one inscription' : `${inscriptionIds.length} inscriptions`;
  const prepared = await stage.step(
    `requesting offers of ${sats(OFFER_SATS)} on ${what}, and checking the PSBTs`,
    () => prepareOffers(buyer, { collectionSlug, inscriptionIds, priceSats: OFFER_SATS, esploraUrl }),
    ({ preflight }) => {
      const item = preflight.items[0]!;
      const { buyerPayTotalSats, inscriptionUtxoValueSats, estimatedNetworkFeeSats } = item;
      return `each costs ${sumInWords(
        buyerPayTotalSats + inscriptionUtxoValueSats + estimatedNetworkFeeSats,
        [
          [item.priceSats],
          [inscriptionUtxoValueSats, 'postage'],
          [item.buyerMarketplaceFeeSats, 'fee'],
          [item.buyerCreatorRoyaltySats, 'royalty'],
          [estimatedNetworkFeeSats, 'network fee'],
        ],
      )}`;
    },
  );
  showTransaction(
    cast,
    'Settlement, signed by the buyer and stored until the owner accepts',
    prepared.preflight.items[0]!.steps[0]!.psbtBase64,
  );
  return stage.step(
    'signing and submitting the offers',
    async () => submitOffers(buyer, await signOffers(buyer, prepared)),
    ({ length }) =>
      length === 1
        ? 'the offer is active'
        : `${length} offers are active; the buyer gets at most one of the inscriptions`,
  );
}

async function accept(cast: Cast, ref: OfferRef): Promise<void> {
  const { stage, seller } = cast;
  const prepared = await stage.step(
    'the seller requests the acceptance and checks the PSBTs',
    () => prepareAcceptance(seller, { ...ref, priceSats: OFFER_SATS }),
    ({ checked: { receivedSats }, preflight }) =>
      `the seller gets ${soldInWords(receivedSats, OFFER_SATS, preflight.steps[0]!, -preflight.estimatedNetworkFeeSats)}`,
  );
  const payout = prepared.preflight.steps[1];
  if (payout)
    showTransaction(
      cast,
      'Payout: moves the proceeds to the payment address and pays the fee of both',
      payout.psbtBase64,
    );
  await stage.step(
    'signing and accepting',
    async () => submitAcceptance(seller, await signAcceptance(seller, prepared)),
    ({ settlementTxid }) => `accepted; the settlement is\n${settlementTxid}`,
  );
  await mined(cast);
}

async function counter(cast: Cast, ref: OfferRef): Promise<string> {
  const { stage, seller, marketPublicKey } = cast;
  const prepared = await stage.step(
    `the seller counters with ${sats(COUNTER_SATS)} and checks the PSBTs`,
    () => prepareCounter(seller, { ...ref, priceSats: COUNTER_SATS, marketPublicKey }),
    ({ checked: { receivedSats }, preflight }) =>
      `the seller would get ${soldInWords(receivedSats, COUNTER_SATS, preflight.steps[1]!)}`,
  );
  showTransaction(
    cast,
    "The counter: its outputs are fixed; the buyer's coin is added later",
    prepared.preflight.steps[1]!.psbtBase64,
  );
  const { offerId } = await stage.step(
    'signing transfer, settlement and recovery',
    async () => submitCounter(seller, await signCounter(seller, prepared)),
    () => 'the counter is active; only buyer and seller see it, and nothing has moved on chain',
  );
  return offerId;
}

async function acceptTheCounter(cast: Cast, ref: OfferRef): Promise<void> {
  const { stage, buyer, esploraUrl } = cast;
  const prepared = await stage.step(
    'the buyer requests the acceptance of the counter and checks the PSBTs',
    () => prepareCounterAcceptance(buyer, { ...ref, priceSats: COUNTER_SATS, esploraUrl }),
    ({ checked: { lostSats }, preflight }) =>
      `it costs ${soldInWords(lostSats, COUNTER_SATS, preflight.steps[1]!, preflight.estimatedNetworkFeeSats)}`,
  );
  showTransaction(cast, 'The counter with its funding', prepared.preflight.steps[1]!.psbtBase64);
  await stage.step(
    'signing and accepting',
    async () => submitCounterAcceptance(buyer, await signCounterAcceptance(buyer, prepared)),
    ({ settlementTxid }) => `accepted; the settlement is\n${settlementTxid}`,
  );
  await mined(cast);
}

/**
 * What a trade pays or costs: price, the inscription's own sats (input 0 of the settlement), the network
 * fee if it is a part, and the rest, which is the marketplace's fee.
 */
function soldInWords(
  totalSats: number,
  priceSats: number,
  settlement: { readonly psbtBase64: string },
  networkFeeSats = 0,
): string {
  const postage = readPsbt(settlement.psbtBase64).inputs[0]!.valueSats;
  return sumInWords(totalSats, [
    [priceSats],
    [postage, 'postage'],
    [totalSats - priceSats - postage - networkFeeSats, 'fee'],
    [networkFeeSats, 'network fee'],
  ]);
}

async function readEvents({ stage, buyer }: Cast): Promise<void> {
  const history = await stage.step(
    "reading the buyer's events",
    () => buyer.client.get('/me/offers', { query: { view: 'history' } }),
    () => 'what happened, newest first',
  );
  if (history.view !== 'history')
    throw new Error(`the service returned the view ${history.view} instead of history`);
  const lines = history.events.map(
    ({ eventType, kind, side, priceSats }) =>
      `${eventType.padEnd(12)} ${kind.padEnd(14)} ${side.padEnd(9)} ${sats(priceSats)}`,
  );
  stage.show('Events', lines.join('\n'));
}
