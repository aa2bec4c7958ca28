/**
 * The second demo: a buyer bids for two inscriptions with the same coins, the seller takes one bid; then the buyer bids again, the seller
 * counters, and the buyer accepts. A block confirms each, and the feed of events is read back.
 */
import {
  prepareCounterAcceptance,
  signCounterAcceptance,
  submitCounterAcceptance,
} from '../counter/accept.ts';
import { prepareCounter, signCounter, submitCounter } from '../counter/make.ts';
import { prepareAcceptance, signAcceptance, submitAcceptance } from '../offer/accept.ts';
import { prepareOffers, signOffers, submitOffers } from '../offer/make.ts';
import { readPsbt } from '../signing/psbt.ts';
import { drawTransaction, sats } from './drawing.ts';
import { type Cast, enterMarket, NETWORK, type Stage } from './play.ts';

const OFFER_SATS = 80_000;
const COUNTER_SATS = 95_000;

/** Throws `NoSandbox` when none answers at `url`, and whatever goes wrong on the way. */
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

interface Ref {
  readonly inscriptionId: string;
  readonly offerId: string;
}

async function offer(
  { stage, buyer, collectionSlug, names, sandbox }: Cast,
  inscriptionIds: readonly string[],
) {
  const esploraUrl = `${sandbox.url}/sandbox/esplora`;
  const what = inscriptionIds.length === 1 ? 'one inscription' : `${inscriptionIds.length} inscriptions`;
  const prepared = await stage.step(
    `asking to bid ${sats(OFFER_SATS)} for ${what}, and checking what is to be signed`,
    () => prepareOffers(buyer, { collectionSlug, inscriptionIds, priceSats: OFFER_SATS, esploraUrl }),
    ({ preflight }) => `each costs ${sats(preflight.items[0]!.buyerPayTotalSats)} with fees`,
  );
  stage.show(
    'Settlement, signed by the buyer and kept until the owner accepts',
    drawTransaction(readPsbt(prepared.preflight.items[0]!.steps[0]!.psbtBase64), names, NETWORK),
  );
  return stage.step(
    'signing and bidding',
    async () => submitOffers(buyer, await signOffers(buyer, prepared)),
    (items) => `${items.length} offers are active; the buyer will get one of them at most`,
  );
}

async function accept({ stage, seller, sandbox, names }: Cast, ref: Ref): Promise<void> {
  const prepared = await stage.step(
    'the seller asks to accept, and checks what is to be signed',
    () => prepareAcceptance(seller, { ...ref, priceSats: OFFER_SATS }),
    ({ receivedSats }) => `${sats(receivedSats)} reach the seller, the inscription's own sats among them`,
  );
  const payout = prepared.preflight.steps[1];
  if (payout)
    stage.show(
      'Payout: brings the proceeds to the payment address and pays for both',
      drawTransaction(readPsbt(payout.psbtBase64), names, NETWORK),
    );
  await stage.step(
    'signing and accepting',
    async () => submitAcceptance(seller, await signAcceptance(seller, prepared)),
    ({ settlementTxid }) => `accepted; the settlement is ${settlementTxid}`,
  );
  await mined(stage, sandbox);
}

async function counter({ stage, seller, names, marketPublicKey }: Cast, ref: Ref): Promise<string> {
  const prepared = await stage.step(
    `the seller asks ${sats(COUNTER_SATS)} instead, and checks what is to be signed`,
    () => prepareCounter(seller, { ...ref, priceSats: COUNTER_SATS, marketPublicKey }),
    ({ receivedSats }) => `${sats(receivedSats)} would reach the seller`,
  );
  stage.show(
    "The counter: its outputs are fixed, and the buyer's coin is still to come",
    drawTransaction(readPsbt(prepared.preflight.steps[1]!.psbtBase64), names, NETWORK),
  );
  const { offerId } = await stage.step(
    'signing transfer, settlement and recovery',
    async () => submitCounter(seller, await signCounter(seller, prepared)),
    () => 'the counter is active; only buyer and seller see it, and nothing has moved',
  );
  return offerId;
}

async function acceptTheCounter({ stage, buyer, sandbox, names }: Cast, ref: Ref): Promise<void> {
  const esploraUrl = `${sandbox.url}/sandbox/esplora`;
  const prepared = await stage.step(
    'the buyer asks to accept the counter, and checks what is to be signed',
    () => prepareCounterAcceptance(buyer, { ...ref, priceSats: COUNTER_SATS, esploraUrl }),
    ({ lostSats }) => `it costs ${sats(lostSats)}, all in`,
  );
  stage.show(
    'The counter with its funding',
    drawTransaction(readPsbt(prepared.preflight.steps[1]!.psbtBase64), names, NETWORK),
  );
  await stage.step(
    'signing and accepting',
    async () => submitCounterAcceptance(buyer, await signCounterAcceptance(buyer, prepared)),
    ({ settlementTxid }) => `accepted; the settlement is ${settlementTxid}`,
  );
  await mined(stage, sandbox);
}

async function mined(stage: Stage, sandbox: Cast['sandbox']): Promise<void> {
  await stage.step(
    'mining a block',
    () => sandbox.mine(),
    ({ height }) => `block ${height} has it`,
  );
}

async function readEvents({ stage, buyer }: Cast): Promise<void> {
  const history = await stage.step(
    "reading the buyer's feed",
    () => buyer.client.get('/me/offers', { query: { view: 'history' } }),
    () => 'what happened, newest first',
  );
  if (history.view !== 'history') throw new Error(`view ${history.view} came`);
  const lines = history.events.map(
    ({ eventType, kind, side, priceSats }) =>
      `${eventType.padEnd(12)} ${kind.padEnd(14)} ${side.padEnd(9)} ${sats(priceSats)}`,
  );
  stage.show('Events', lines.join('\n'));
}
