/**
 * The third demo: a buyer bids for any member of a collection, the seller fills the offer with one; a block confirms it, and the sale is
 * read back.
 */
import {
  prepareCollectionOffers,
  previewTarget,
  signCollectionOffers,
  submitCollectionOffers,
} from '../collection-offer/make.ts';
import { prepareFill, signFill, submitFill } from '../fill/fill.ts';
import { readPsbt } from '../signing/psbt.ts';
import { addressOf } from '../wallet/network.ts';
import { drawTransaction, sats } from './drawing.ts';
import { type Cast, enterMarket, NETWORK, type Stage } from './play.ts';

const PRICE_SATS = 80_000;

/** Throws `NoSandbox` when none answers at `url`, and whatever goes wrong on the way. */
export async function playCollectionOffer(url: string, stage: Stage): Promise<void> {
  const cast = await enterMarket(url, stage);
  const [inscriptionId] = await cast.inscribe(1);
  const offerId = await bidForAny(cast);
  await fill(cast, inscriptionId!, offerId);
  await stage.step(
    'mining a block',
    () => cast.sandbox.mine(),
    ({ height }) => `block ${height} has it`,
  );
  const { sales } = await stage.step(
    'reading the sale back',
    () => cast.buyer.client.get('/sales', { query: { limit: 20 } }),
    () => 'the sales are public',
  );
  const ours = sales.filter((sale) => sale.inscriptionId === inscriptionId);
  const lines = ours.map(
    ({ inscriptionName, priceSats, blockHeight, buyerAddress }) =>
      `${inscriptionName}  ${sats(priceSats)}  block ${blockHeight}, to ${buyerAddress}`,
  );
  stage.show('Sale', lines.join('\n'));
}

/** The id of the offer made. */
async function bidForAny({ stage, buyer, sandbox, collectionSlug, names }: Cast): Promise<string> {
  const target = { kind: 'all' } as const;
  await stage.step(
    `asking what an offer for any of ${collectionSlug} would mean`,
    () => previewTarget(buyer, collectionSlug, target),
    ({ eligibleCount }) => `${eligibleCount} inscriptions could fill it`,
  );
  const esploraUrl = `${sandbox.url}/sandbox/esplora`;
  const prepared = await stage.step(
    `asking to bid ${sats(PRICE_SATS)} for any of them, and computing the offer's address again`,
    () => prepareCollectionOffers(buyer, { collectionSlug, target, priceSats: PRICE_SATS, esploraUrl }),
    ({ preflight }) => `the money would wait at ${preflight.offers[0]!.offerAddress}`,
  );
  const parent = readPsbt(prepared.preflight.offers[0]!.fundingParentStep.psbtBase64);
  names.set(addressOf(parent.outputs[0]!.script, NETWORK) ?? '', 'offer');
  stage.show(
    'Funding parent, signed now and kept: no fee, so no node takes it before the fill',
    drawTransaction(parent, names, NETWORK),
  );
  const [offer] = await stage.step(
    'signing and bidding',
    async () => submitCollectionOffers(buyer, await signCollectionOffers(buyer, prepared)),
    () => 'the offer is active; nothing has moved, and the buyer can take the money back alone',
  );
  return offer!.offerId;
}

async function fill(
  { stage, seller, collectionSlug, names }: Cast,
  inscriptionId: string,
  offerId: string,
): Promise<void> {
  const prepared = await stage.step(
    'the seller asks to fill it, and checks what is to be signed',
    () => prepareFill(seller, { collectionSlug, offerId, inscriptionId, priceSats: PRICE_SATS }),
    ({ receivedSats, preflight }) =>
      `${sats(receivedSats)} reach the seller, after ${sats(preflight.estimatedNetworkFeeSats)} for the network`,
  );
  stage.show(
    'Settlement, the child that pays for both',
    drawTransaction(readPsbt(prepared.preflight.sellerStep.psbtBase64), names, NETWORK),
  );
  await stage.step(
    'signing and filling',
    async () => submitFill(seller, await signFill(seller, prepared)),
    ({ settlementTxid }) => `filled; the settlement is ${settlementTxid}`,
  );
}
