/**
 * Preflight and submit of a purchase of 1 and of 20 listings, on a desk in this process: how long each takes, where the time goes,
 * and how the service's own work (layouts, comparison, verification, and the signer's) compares with the bare crypto of the same
 * purchase: every sighash, verification and signature that it cannot do without, measured in the same run.
 */
import { performance } from 'node:perf_hooks';
import { signECDSA } from '@scure/btc-signer/utils.js';
import { signSchnorr } from 'tiny-secp256k1';
import { transferLayout } from '../server/src/protocol/listing.ts';
import { saleLayout } from '../server/src/protocol/sale.ts';
import { sighashOf } from '../server/src/protocol/sighash.ts';
import type { SaleRequest } from '../server/src/signer/port.ts';
import { preflightPurchase, submitPurchase } from '../server/src/trading/buy.ts';
import type { TradingContext } from '../server/src/trading/context.ts';
import { openDesk } from '../server/test/support/desk.ts';
import { list, purchaseBody } from '../server/test/support/trade.ts';
import { signStep, type Trader } from '../server/test/support/trader.ts';
import { flowRow, noTimes, stopwatch, timed, timedPorts, verify } from './stopwatch.ts';

const ROUNDS = { 1: 30, 20: 6 } as const;
const WARM_UP = 2;
const SECRET = new Uint8Array(32).fill(7);

/** ms of the crypto that a purchase needs whoever writes it: verified once by the service, once by the signer, then signed. */
function bareCrypto(request: SaleRequest, keys: TradingContext['keys']): number {
  const { terms } = request;
  const table = saleLayout(terms, keys, 'regtest');
  const transfers = terms.listings.map((listing) => transferLayout(listing, keys, 'regtest'));
  const started = performance.now();
  for (let pass = 0; pass < 2; pass += 1)
    for (const { inputIndex, signature } of request.buyerSignatures)
      verify(table, inputIndex, 'buyer', signature);
  const n = terms.listings.length;
  for (const [i, signature] of request.sellerSignatures.entries())
    verify(table, n + 1 + i, 'seller', signature);
  for (const [i, signature] of request.transferSignatures.entries())
    verify(transfers[i]!, 0, 'seller', signature);
  for (let i = 0; i <= n; i += 1) signECDSA(sighashOf(table, i, 'ALL'), SECRET, true);
  for (const transfer of transfers) signECDSA(sighashOf(transfer, 1, 'ALL'), SECRET, true);
  for (let i = 0; i < n; i += 1) signSchnorr(sighashOf(table, n + 1 + i, 'DEFAULT'), SECRET);
  return performance.now() - started;
}

const desk = await openDesk({ anchors: 400 });
const [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 60, 3_000_000)) as [Trader, Trader];
const ports = stopwatch();
const signer = stopwatch();
let request: SaleRequest | undefined;
const timedSigner = timed(desk.ctx.signer, signer);
const ctx: TradingContext = {
  ...timedPorts(desk.ctx, ports),
  signer: {
    ...timedSigner,
    signSale: (asked) => {
      request = asked;
      return timedSigner.signSale(asked);
    },
  },
};

const table: Record<string, Record<string, string>> = {};
for (const n of [1, 20] as const) {
  const seen = noTimes();
  const ids = await desk.inscribe(seller, Math.min(99, n * (ROUNDS[n] + WARM_UP)));
  if (n === 20) ids.push(...(await desk.inscribe(seller, n * (ROUNDS[n] + WARM_UP) - ids.length)));
  for (let round = -WARM_UP; round < ROUNDS[n]; round += 1) {
    const refs = await list(desk, seller, ids.splice(0, n));
    const body = purchaseBody(buyer, refs, await desk.coinsOf(buyer));
    const t0 = performance.now();
    const promised = await preflightPurchase(ctx, buyer.caller, body);
    const t1 = performance.now();
    const signedSteps = promised.steps.map((step) => signStep(buyer, step));
    ports.take();
    const t2 = performance.now();
    await submitPurchase(ctx, buyer.caller, {
      ...body,
      purchaseAnchorUtxoId: promised.purchaseAnchorUtxoId,
      selectedPaymentUtxos: promised.selectedPaymentUtxos,
      signedSteps,
    });
    const t3 = performance.now();
    const signing = signer.take();
    const waited = ports.take();
    if (round >= 0) {
      seen.preflight.push(t1 - t0);
      seen.submit.push(t3 - t2);
      seen.signer.push(signing);
      seen.own.push(t3 - t2 - waited - signing);
      seen.bare.push(bareCrypto(request!, ctx.keys));
    }
    await desk.mine();
  }
  table[`${n} listing${n === 1 ? '' : 's'}`] = flowRow(seen);
}
console.table(table);
await desk.close();
