/**
 * The third demo: a buyer makes a collection offer, a seller fills it, a block confirms it, and the sale is
 * read back.
 */
import {
  prepareCollectionOffers,
  previewTarget,
  signCollectionOffers,
  submitCollectionOffers,
} from '../collection-offer/make.ts';
import { prepareFill, signFill, submitFill } from '../fill/fill.ts';
import { sats } from '../inspect/words.ts';
import { readPsbt } from '../signing/psbt.ts';
import { addressOf } from '../wallet/network.ts';
import { drawTransaction, sumInWords } from './drawing.ts';
import { type Cast, enterMarket, mined, NETWORK, saleInWords, salesOf } from './play.ts';
import type { Stage } from './stage.ts';

const PRICE_SATS = 80_000;

/** Plays the demo. Throws `NoSandbox` when no sandbox responds at `url`, and any error of a step. */
export async function playCollectionOffer(url: string, stage: Stage): Promise<void> {
  const cast = await enterMarket(url, stage);
  const [inscriptionId] = await cast.inscribe(1);
  const offerId = await bidForAny(cast);
  await fill(cast, inscriptionId!, offerId);
  await mined(cast);
  const sales = await stage.step(
    'reading the sale',
    () => salesOf(cast.buyer.client, (sale) => sale.inscriptionId === inscriptionId, 1),
    () => 'the sale is public',
  );
  stage.show('Sale', sales.map(saleInWords).join('\n'));
}

/** Makes the offer and returns its id. */
async function bidForAny({ stage, buyer, sandbox, collectionSlug, names }: Cast): Promise<string> {
  const target = { kind: 'all' } as const;
  await stage.step(
    `previewing an offer for any inscription of ${collectionSlug}`,
    () => previewTarget(buyer, collectionSlug, target),
    ({ eligibleCount }) => `${eligibleCount} inscriptions could fill it`,
  );
  const esploraUrl = `${sandbox.url}/sandbox/esplora`;
  const prepared = await stage.step(
    `requesting an offer of ${sats(PRICE_SATS)} for any of them, and recomputing its address`,
    () => prepareCollectionOffers(buyer, { collectionSlug, target, priceSats: PRICE_SATS, esploraUrl }),
    ({ preflight }) => `the money would be held at\n${preflight.offers[0]!.offerAddress}`,
  );
  const parent = readPsbt(prepared.preflight.offers[0]!.fundingParentStep.psbtBase64);
  names.set(addressOf(parent.outputs[0]!.script, NETWORK) ?? '', 'offer');
  stage.show(
    'Funding parent, signed now and stored: without a fee no node accepts it alone',
    drawTransaction(parent, names, NETWORK),
  );
  const [offer] = await stage.step(
    'signing and submitting the offer',
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
    'the seller requests the fill and checks the PSBT',
    () => prepareFill(seller, { collectionSlug, offerId, inscriptionId, priceSats: PRICE_SATS }),
    ({ checked, preflight }) =>
      `the seller gets ${sumInWords(checked.receivedSats, [
        [PRICE_SATS],
        [-preflight.marketplaceFeeSats, 'fee'],
        [-preflight.creatorRoyaltySats, 'royalty'],
        [-preflight.estimatedNetworkFeeSats, 'network fee'],
      ])}`,
  );
  stage.show(
    'Settlement, the child that pays for both',
    drawTransaction(readPsbt(prepared.preflight.sellerStep.psbtBase64), names, NETWORK),
  );
  await stage.step(
    'signing and filling',
    async () => submitFill(seller, await signFill(seller, prepared)),
    ({ settlementTxid }) => `filled; the settlement is\n${settlementTxid}`,
  );
}
