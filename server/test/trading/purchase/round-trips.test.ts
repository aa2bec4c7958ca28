import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preflightPurchase, submitPurchase } from '../../../src/trading/purchase/buy.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { type RoundTrip, sequential, traced } from '../../support/round-trips.ts';
import { list, purchaseBody } from '../../support/trade.ts';
import { signStep, type Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let buyer: Trader;
beforeAll(async () => {
  desk = await openDesk();
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 20, 100_000)) as [Trader, Trader];
});
afterAll(() => desk.close());

async function buying(count: number) {
  const refs = await list(desk, seller, await desk.inscribe(seller, count));
  const body = purchaseBody(buyer, refs, await desk.coinsOf(buyer));
  const { ctx, take } = traced(desk.ctx);
  const promised = await preflightPurchase(ctx, buyer.caller, body);
  const preflight = take();
  await submitPurchase(ctx, buyer.caller, {
    ...body,
    purchaseAnchorUtxoId: promised.purchaseAnchorUtxoId,
    selectedPaymentUtxos: promised.selectedPaymentUtxos,
    signedSteps: promised.steps.map((step) => signStep(buyer, step)),
  });
  const submit = take();
  await desk.mine();
  return { preflight, submit };
}

describe('of the requests of a purchase, those that wait for one another', () => {
  test('are at most 18 in a preflight and 24 in a submit, for one listing and for several', async () => {
    for (const count of [1, 3]) {
      const { preflight, submit } = await buying(count);
      expect(namesOf(sequential(preflight)).length).toBeLessThanOrEqual(18);
      expect(namesOf(sequential(submit)).length).toBeLessThanOrEqual(24);
    }
  });

  test('keep their order where it is a guard: judged, signed, tested, stored, and only then sent', async () => {
    const { submit } = await buying(1);
    const steps = namesOf(submit);
    const order = [
      'signer signSale',
      'node testAccept',
      'database begin',
      'database insert purchases',
      'database commit',
      'node submitPackage',
      'database update purchases',
    ];
    expect(steps.filter((name) => order.includes(name))).toEqual(order);
    // of the payment coins and of the listings, each once the index is compared with the node
    for (const name of ['index blockHash', 'index outputs'])
      expect(steps.filter((step) => step === name)).toHaveLength(2);
    const begins = (name: string) => submit.filter((trip) => trip.name === name).map(({ begin }) => begin);
    const ends = (name: string) => submit.filter((trip) => trip.name === name).map(({ end }) => end);
    const guarded = ['index outputs', ...order];
    for (const [i, name] of guarded.slice(0, -1).entries())
      expect(Math.min(...begins(guarded[i + 1]!)), `${guarded[i + 1]} after ${name}`).toBeGreaterThan(
        Math.max(...ends(name)),
      );
  });
});

function namesOf(trips: readonly RoundTrip[]): string[] {
  return trips.map(({ name }) => name);
}
