import { purchaseByAnchor } from '../../src/store/purchase/purchases.ts';
import { preflightTakeBack, submitTakeBack } from '../../src/trading/listing/take-back.ts';
import { type Desk, SLUG } from './desk.ts';
import { spendCoins } from './spend-coins.ts';
import { buy, list } from './trade.ts';
import { signStep, type Trader } from './trader.ts';

/** A listing on its passthrough: its purchase failed, because the buyer spent a coin elsewhere after a block took the transfer. */
export async function strandedListing(desk: Desk, seller: Trader, buyer: Trader, inscriptionId: string) {
  const [ref] = await list(desk, seller, [inscriptionId]);
  const { body } = await buy(desk, buyer, [ref!]);
  const { package: rawPackage } = (await purchaseByAnchor(desk.ctx.db, body.purchaseAnchorUtxoId))!;
  const spend = await spendCoins(desk, buyer, [body.selectedPaymentUtxos[0]!], {
    feeSats: 1_000,
    send: false,
  });
  await desk.miner.mineOnly([rawPackage[0]!, spend]);
  await desk.settle();
  for (let block = 0; block < desk.ctx.settings.failureDepth; block += 1) {
    await desk.miner.mineOnly([]);
    await desk.settle();
  }
  return ref!;
}

/** What a seller's wallet signs to take a listing back, and the submit of it. */
export async function signedTakeBack(
  desk: Desk,
  seller: Trader,
  { listingId }: { readonly listingId: string },
) {
  const asked = {
    slug: SLUG,
    listingId,
    walletBindingId: seller.walletBindingId,
    ordinalsPublicKey: seller.ordinals.publicKey,
  };
  const promised = await preflightTakeBack(desk.ctx, seller.caller, asked);
  const signedSteps = promised.steps.map((step) => signStep(seller, step));
  const body = { ...asked, expectedTxid: promised.expectedTxid, signedSteps };
  return { promised, body, submit: () => submitTakeBack(desk.ctx, seller.caller, body) };
}
