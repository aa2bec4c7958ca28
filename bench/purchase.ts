/**
 * Preflight and submit of a purchase of 1 and of 20 listings, on a desk in this process: how long each takes,
 * where the time goes, and how the service's own work (layouts, comparison, verification, and the signer's)
 * compares with the bare crypto of the same purchase: every sighash, verification and signature that it
 * cannot do without, measured in the same run.
 */
import { performance } from 'node:perf_hooks';
import type { Layout } from '@ordbook/protocol/layout/layout';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import type { SaleRequest } from '../server/src/signer/port.ts';
import { keyring } from '../server/src/signer/signing/keys.ts';
import { signInputs } from '../server/src/signer/signing/signatures.ts';
import type { TradingContext } from '../server/src/trading/context.ts';
import { preflightPurchase, submitPurchase } from '../server/src/trading/purchase/buy.ts';
import { openDesk, SECRETS } from '../server/test/support/desk.ts';
import { list, purchaseBody } from '../server/test/support/trade.ts';
import { signStep, type Trader } from '../server/test/support/trader.ts';
import { flowRow, noTimes, stopwatch, timed, timedPorts, verify } from './stopwatch.ts';

const ROUNDS = { 1: 60, 20: 6 } as const;
/** Warm-up rounds, until the code is compiled as in a running service. */
const WARM_UP = { 1: 60, 20: 3 } as const;
const { market, anchor } = keyring(SECRETS, 'regtest');

/**
 * Time, ms, of the cryptography that any implementation of a purchase needs: the buyer's signatures verified
 * by the service and by the signer, the sellers' by the signer, the operator's made, and each verified before
 * it is returned, as BIP340 recommends and Bitcoin Core does (`CKey::Sign`).
 */
function bareCrypto({ terms, ...given }: SaleRequest, keys: TradingContext['keys']): number {
  // One of the service and one of the signer: a layout remembers what verified for it.
  const tables = [saleLayout(terms, keys, 'regtest'), saleLayout(terms, keys, 'regtest')] as const;
  const transfers = terms.listings.map((listing) => transferLayout(listing, keys));
  const n = terms.listings.length;
  const started = performance.now();
  for (const table of tables)
    for (const { inputIndex, signature } of given.buyerSignatures)
      verify(table, inputIndex, 'buyer', signature);
  for (const [i, signature] of given.sellerSignatures.entries())
    verify(tables[1], n + 1 + i, 'seller', signature);
  for (const [i, transfer] of transfers.entries()) {
    verify(transfer, 0, 'seller', given.transferSignatures[i]!);
    signed(transfer, 'operator');
  }
  signed(tables[1], 'operator');
  signed(tables[1], 'market');
  return performance.now() - started;
}

function signed(table: Layout, party: 'operator' | 'market'): void {
  for (const { inputIndex, signature } of signInputs(table, party, party === 'market' ? market : anchor))
    verify(table, inputIndex, party, signature);
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
  const ids: string[] = [];
  for (let lacking = n * (ROUNDS[n] + WARM_UP[n]); lacking > 0; lacking -= 99)
    ids.push(...(await desk.inscribe(seller, Math.min(99, lacking))));
  for (let round = -WARM_UP[n]; round < ROUNDS[n]; round += 1) {
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
