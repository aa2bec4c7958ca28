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
import { sumInWords } from './drawing.ts';
import { type Cast, enterMarket, mined, nameScript, saleInWords, salesOf, showTransaction } from './play.ts';
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
async function bidForAny(cast: Cast): Promise<string> {
  const { stage, buyer, collectionSlug, esploraUrl } = cast;
  const target = { kind: 'all' } as const;
  await stage.step(
    `previewing an offer for any inscription of ${collectionSlug}`,
    () => previewTarget(buyer, collectionSlug, target),
    ({ eligibleCount }) => `${eligibleCount} inscriptions could fill it`,
  );
  const prepared = await stage.step(
    `requesting an offer of ${sats(PRICE_SATS)} for any of them, and recomputing its address`,
    () => prepareCollectionOffers(buyer, { collectionSlug, target, priceSats: PRICE_SATS, esploraUrl }),
    ({ preflight }) => `the money would be held at\n${preflight.offers[0]!.offerAddress}`,
  );
  const { psbtBase64 } = prepared.preflight.offers[0]!.fundingParentStep;
  nameScript(cast, readPsbt(psbtBase64).outputs[0]!.script, 'offer');
  const title = 'Funding parent, signed now and stored: without a fee no node accepts it alone';
  showTransaction(cast, title, psbtBase64);
  const [offer] = await stage.step(
    'signing and submitting the offer',
    async () => submitCollectionOffers(buyer, await signCollectionOffers(buyer, prepared)),
    () => 'the offer is active; nothing has moved, and the buyer can take the money back alone',
  );
  return offer!.offerId;
}

async function fill(cast: Cast, inscriptionId: string, offerId: string): Promise<void> {
  const { stage, seller, collectionSlug } = cast;
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
  const { psbtBase64 } = prepared.preflight.sellerStep;
  showTransaction(cast, 'Settlement, the child that pays for both', psbtBase64);
  await stage.step(
    'signing and filling',
    async () => submitFill(seller, await signFill(seller, prepared)),
    ({ settlementTxid }) => `filled; the settlement is\n${settlementTxid}`,
  );
}
