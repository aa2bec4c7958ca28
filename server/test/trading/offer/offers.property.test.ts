/**
 * Random lives of offers against a model that is nothing but the table of states. Three parties buy and sell, one of them with two
 * wallets, a fourth tries its luck; blocks, spends that the service has no part in, reorgs that undo spends for good, and steps of the
 * clock come between. After each step: every state, every view of every party, every sat and every inscription is as the model says,
 * and what was refused is what it refuses.
 *
 * `OFFERS_RUNS` lives (default: 6 in `npm run test:long`).
 */
import fc from 'fast-check';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { rounds } from '../../../../stack/rounds.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import {
  comeToRest,
  Give,
  Mine,
  Reorg,
  SpendPayment,
  Wait,
} from '../../support/offer-model/chain-commands.ts';
import {
  Accept,
  AcceptCounter,
  Cancel,
  Counter,
  MakeOffers,
  Reject,
  RejectCounter,
  SubmitSigned,
} from '../../support/offer-model/commands.ts';
import { OfferModel } from '../../support/offer-model/model.ts';
import { openWorld } from '../../support/offer-model/world.ts';

const RUNS = Number(process.env['OFFERS_RUNS'] ?? rounds(6));
const STEPS = rounds(30, 2);
vi.setConfig({ testTimeout: RUNS * 120_000, hookTimeout: 120_000 });

let desk: Desk;
let api: DeskApi;
beforeAll(async () => {
  desk = await openDesk({ settings: { failureDepth: 2 } });
  api = await serveDesk(desk);
});
afterAll(async () => {
  await api?.close();
  await desk?.close();
});

const wallet = fc.nat(4);
const item = fc.nat(3);
const price = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 50, max: 90 }).map((thousands) => thousands * 1_000) },
  { weight: 1, arbitrary: fc.constantFrom(1_000, 2_000, 50_500, 1_001_000) },
);
const onOffer = fc.record({
  offer: fc.nat(60),
  who: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: wallet }),
  more: fc.nat(20),
});
const offers = fc.record({
  wallet: fc.nat(3),
  items: fc.oneof(
    { weight: 8, arbitrary: fc.uniqueArray(fc.nat(1), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.uniqueArray(item, { minLength: 1, maxLength: 4 }) },
  ),
  priceSats: price,
  hours: fc.constantFrom<(6 | 12)[]>(6, 12),
  coin: fc.nat(20),
});
const spend = fc.record({ wallet, coin: fc.nat(5), inBlock: fc.boolean() });
const gift = fc.record({ item, to: fc.nat(2), inBlock: fc.boolean() });
const reorg = fc.record({ depth: fc.integer({ min: 1, max: 3 }), undo: fc.constantFrom(0, 5, 10, 15, 15) });
const step = fc.oneof(
  { weight: 6, arbitrary: offers.map((choice) => new MakeOffers(choice)) },
  { weight: 1, arbitrary: onOffer.map((choice) => new Cancel(choice)) },
  { weight: 1, arbitrary: onOffer.map((choice) => new Reject(choice)) },
  { weight: 1, arbitrary: onOffer.map((choice) => new RejectCounter(choice)) },
  { weight: 3, arbitrary: onOffer.map((choice) => new Counter(choice)) },
  { weight: 3, arbitrary: onOffer.map((choice) => new Accept(choice)) },
  { weight: 2, arbitrary: fc.constant(new SubmitSigned({})) },
  { weight: 3, arbitrary: onOffer.map((choice) => new AcceptCounter(choice)) },
  { weight: 3, arbitrary: fc.constantFrom(1, 2).map((blocks) => new Mine({ blocks })) },
  { weight: 1, arbitrary: fc.constantFrom(1, 3, 7).map((hours) => new Wait({ hours })) },
  { weight: 2, arbitrary: spend.map((choice) => new SpendPayment(choice)) },
  { weight: 1, arbitrary: gift.map((choice) => new Give(choice)) },
  { weight: 3, arbitrary: reorg.map((choice) => new Reorg(choice)) },
);
const life = fc.array(step, { minLength: STEPS, maxLength: STEPS });

test('offers do what their table says, whatever happens between', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      const world = await openWorld(desk, api);
      const model = new OfferModel(world.chain, desk.ctx.settings.failureDepth);
      for (const step of steps) await step.run(model, world);
      await comeToRest(model, world);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
