/**
 * A purchase that waits in the mempool while blocks require more. A child of the operator pays for it: it
 * spends the sale's output of the anchors and returns them less a fee. Its fee stays within the operator's
 * budget and what the sale pays the market, and it is made again at a higher fee only when that has doubled.
 */
import { operatorScript } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { dustLimit, fanOutFee } from '@ordbook/protocol/bitcoin/weights';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import { DAY_MS } from '../../base/clock.ts';
import { bumpedSince, type Purchase, setBump } from '../../store/purchase/purchases.ts';
import { salesOfPurchase } from '../../store/sale/sales.ts';
import type { TradingContext } from '../context.ts';

/** The output of a sale that returns its anchors to the operator. */
const ANCHORS_BACK = 0;

/**
 * Bumps a purchase that has waited in the mempool for `bumpAfterMs` below `rate`, the current one in sat/vB,
 * or sends its bump again. Retry-safe. Throws `Refusal('unavailable')` while node or signer are unreachable.
 */
export async function bumpIfSlow(ctx: TradingContext, purchase: Purchase, rate: number): Promise<void> {
  const { settings, clock } = ctx;
  const age = clock.now().getTime() - purchase.createdAt.getTime();
  if (purchase.feeRate === null || age < settings.bumpAfterMs) return;
  const feeSats = await affordableFee(ctx, purchase, purchase.feeRate, rate);
  if (feeSats > 0) await bump(ctx, purchase, feeSats);
  else if (purchase.bumpHex !== null) await ctx.chain.broadcast(purchase.bumpHex);
}

/** The fee of the child that raises the package to `rate`, sats. 0: none is due or affordable. */
async function affordableFee(
  ctx: TradingContext,
  purchase: Purchase,
  feeRate: number,
  rate: number,
): Promise<Sats> {
  const { settings, clock, db, keys } = ctx;
  if (rate <= feeRate) return 0;
  const size = sumSats(purchase.package.map((raw) => readTransaction(raw).vsize));
  const wanted = fanOutFee(1, 1, rate) + size * (rate - feeRate);
  const held = anchorsBack(purchase).valueSats - dustLimit(operatorScript(keys));
  const spent = await bumpedSince(db, new Date(clock.now().getTime() - DAY_MS), purchase.id);
  const sales = await salesOfPurchase(db, purchase.id);
  const paid = sumSats(
    sales.map(({ sellerFeeSats, buyerFeeSats }) => (sellerFeeSats ?? 0) + (buyerFeeSats ?? 0)),
  );
  const most = Math.min(settings.bumpMaxSats, held, paid, settings.bumpDailySats - spent);
  // a child that pays too little to help now is not made: its fee would be lost for nothing
  const isEnough = wanted <= most && wanted >= 2 * purchase.bumpFeeSats;
  return isEnough ? wanted : 0;
}

async function bump(ctx: TradingContext, purchase: Purchase, feeSats: Sats): Promise<void> {
  const request = { coins: [anchorsBack(purchase)], count: 0, valueSats: ctx.settings.anchorSats, feeSats };
  const { txid, hex } = await ctx.signer.signAnchorFanOut(request);
  await setBump(ctx.db, purchase.id, { bumpHex: hex, bumpFeeSats: feeSats, bumpedAt: ctx.clock.now() });
  const { accepted, reason } = await ctx.chain.broadcast(hex);
  ctx.log.info({ purchaseId: purchase.id, txid, feeSats, accepted, reason }, 'a slow purchase was bumped');
}

function anchorsBack({ package: rawPackage, settlementTxid: txid }: Purchase) {
  const sale = rawPackage.map(readTransaction).find((one) => one.txid === txid)!;
  return { txid, vout: ANCHORS_BACK, valueSats: sale.outputs[ANCHORS_BACK]!.valueSats };
}
