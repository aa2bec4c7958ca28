import { randomUUID } from 'node:crypto';
import type { Utxo } from '@ordbook/protocol/outpoint';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import {
  fillBody,
  makeOffers,
  offerBody,
  signedFill,
  signedOffers,
} from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskAnswer, type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import type { Trader } from '../../support/trader.ts';

const PATH = `/collection/${SLUG}/collection-offers`;
const traits = (type: string, values: string[]) => ({ kind: 'traits', traits: [{ type, values }] });

let desk: Desk;
let api: DeskApi;
let buyer: Trader;
let seller: Trader;
let coins: Utxo[];
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  api = await serveDesk(desk);
  [buyer, seller] = (await desk.traders(['p2wpkh', 'p2tr'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 6);
  coins = await desk.coinsOf(buyer);
}, 60_000);
afterAll(async () => {
  await api?.close();
  await desk?.close();
});
vi.setConfig({ testTimeout: 60_000 });

/** Asks for what must be refused, and checks that it stored nothing. */
async function refused(status: number, sentence: RegExp, ask: () => Promise<DeskAnswer>): Promise<void> {
  const before = await desk.dump();
  const answer = await ask();
  expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(sentence) } });
  expect(await desk.dump()).toBe(before);
}

type Change = Record<string, unknown>;

describe('a preflight of offers is refused', () => {
  test.each<[string, Change, number, RegExp]>([
    ['a price below 10,000', { priceSats: 5_000 }, 400, /priceSats is 5000; .* at least 10000 sats/],
    ['a price of 0', { priceSats: 0 }, 400, /priceSats/],
    ['a price that is no integer', { priceSats: 50_000.5 }, 400, /priceSats/],
    [
      'a price that is no multiple of 5,000',
      { priceSats: 51_000 },
      400,
      /51000, which is not a multiple of 5000/,
    ],
    [
      'a trait that nobody has',
      { target: traits('No', ['Such']) },
      400,
      /no member of embers meets the target/,
    ],
    [
      'a trait without values',
      { target: traits('Colour', []) },
      400,
      /traits\[0\]\.values must have at least 1/,
    ],
    ['a target of no kind', { target: { kind: 'some' } }, 400, /target\.kind must be one of all, traits/],
    ['no offer', { offerCount: 0 }, 400, /offerCount/],
    ['eleven offers', { offerCount: 11 }, 400, /offerCount/],
    [
      'a ladder that falls below 10,000',
      { priceSats: 15_000, offerCount: 3, ladderStepSats: 5_000 },
      400,
      /offer 3/,
    ],
    ['a validity that is not on the list', { validityHours: 5 }, 400, /validityHours/],
    ['no coins', { spendableUtxos: [] }, 400, /0 spendable coins/],
    ['a wallet of somebody else', { walletBindingId: randomUUID() }, 403, /is not a wallet of yours/],
  ])('for %s', async (_what, change, status, sentence) => {
    const body = { ...offerBody(buyer, coins), ...change };
    await refused(status, sentence, () => api.post(`${PATH}/preflight`, buyer, body));
  });

  test('for a coin that is named twice', async () => {
    const body = offerBody(buyer, [coins[0]!, coins[0]!]);
    await refused(400, /twice/, () => api.post(`${PATH}/preflight`, buyer, body));
  });

  test('in a collection without members', async () => {
    const path = '/collection/elsewhere/collection-offers';
    await refused(400, /no member of elsewhere/, () =>
      api.post(`${path}/preflight`, buyer, offerBody(buyer, coins)),
    );
  });

  test('in a collection that nobody knows', async () => {
    await refused(404, /nowhere/, () =>
      api.post('/collection/nowhere/collection-offers/preflight', buyer, offerBody(buyer, coins)),
    );
  });
});

// Spec, "Collection offers": Preview target
test('the preview of a target that no member meets is 200 with a count of 0 and no sample', async () => {
  const empty = { eligibleCount: 0, floorSats: null, sampleInscription: null, inscriptionId: null };
  const target = traits('No', ['Such']);
  expect(await api.post(`${PATH}/target-preview`, buyer, { target })).toEqual({
    status: 200,
    body: { target, ...empty, collectionFloorSats: null, previewContentType: null },
  });
  const elsewhere = '/collection/elsewhere/collection-offers/target-preview';
  const all = { kind: 'all' };
  expect(await api.post(elsewhere, buyer, { target: all })).toMatchObject({
    status: 200,
    body: { target: all, ...empty },
  });
  await refused(400, /target\.kind/, () => api.post(elsewhere, buyer, { target: { kind: 'some' } }));
});

describe('a submit of offers is refused', () => {
  test.each<[string, (offer: Change) => Change, RegExp]>([
    [
      '51 coins',
      () => ({ selectedPaymentUtxos: Array.from({ length: 51 }, (_, vout) => ({ ...coins[0]!, vout })) }),
      /selectedPaymentUtxos/,
    ],
    ['no coins', () => ({ selectedPaymentUtxos: [] }), /selectedPaymentUtxos/],
    ['a coin that is named twice', () => ({ selectedPaymentUtxos: [coins[0]!, coins[0]!] }), /twice/],
    ['no signed step', () => ({ signedFundingParentStep: undefined }), /signedFundingParentStep/],
  ])('for %s', async (_what, change, sentence) => {
    const { body } = await signedOffers(desk, buyer);
    const offers = body.offers.map((offer) => ({ ...offer, ...change(offer as unknown as Change) }));
    await refused(400, sentence, () => api.post(`${PATH}/submit`, buyer, { ...body, offers }));
  });

  test.each<[string, Change, RegExp]>([
    ['a price below 10,000', { priceSats: 5_000 }, /at least 10000 sats/],
    ['a price that is no multiple of 5,000', { priceSats: 51_000 }, /not a multiple of 5000/],
    ['eleven offers', { offerCount: 11 }, /offerCount/],
    ['fewer offers than counted', { offerCount: 2 }, /offers has 1 entries, but offerCount is 2/],
  ])('for %s', async (_what, change, sentence) => {
    const { body } = await signedOffers(desk, buyer);
    await refused(400, sentence, () => api.post(`${PATH}/submit`, buyer, { ...body, ...change }));
  });
});

describe('a cancellation is refused', () => {
  test("for somebody else's offer", async () => {
    const { offerId } = await makeOffers(desk, buyer);
    await refused(403, /./, () =>
      api.post(`${PATH}/${offerId}/cancel`, seller, { walletBindingId: seller.walletBindingId }),
    );
    await refused(403, /is not a wallet of yours/, () =>
      api.post(`${PATH}/${offerId}/cancel`, seller, { walletBindingId: buyer.walletBindingId }),
    );
  });

  test('for an offer that nobody knows, and for what is no id', async () => {
    const body = { walletBindingId: buyer.walletBindingId };
    const unknown = randomUUID();
    await refused(404, new RegExp(unknown), () => api.post(`${PATH}/${unknown}/cancel`, buyer, body));
    await refused(400, /offerId/, () => api.post(`${PATH}/7/cancel`, buyer, body));
  });

  test('for an offer that has expired', async () => {
    const { offerId } = await makeOffers(desk, buyer, { validityHours: 6 });
    desk.clock.step(6 * HOUR_MS);
    await desk.settle();
    await refused(409, /expired/, () =>
      api.post(`${PATH}/${offerId}/cancel`, buyer, { walletBindingId: buyer.walletBindingId }),
    );
  });
});

describe('a fill is refused', () => {
  const preflight = (offerId: string, inscriptionId: string, by = seller) =>
    api.post(`${PATH}/${offerId}/fill/preflight`, by, fillBody(by, offerId, inscriptionId));

  test('for an offer that nobody knows', async () => {
    const unknown = randomUUID();
    await refused(404, new RegExp(unknown), () => preflight(unknown, ids[0]!));
  });

  test('for an offer that has expired, also when it was prepared before', async () => {
    const { offerId } = await makeOffers(desk, buyer, { validityHours: 6 });
    const { body } = await signedFill(desk, seller, offerId, ids[0]!);
    desk.clock.step(6 * HOUR_MS);
    await desk.settle();
    await refused(409, /expired/, () => preflight(offerId, ids[0]!));
    await refused(409, /expired/, () => api.post(`${PATH}/${offerId}/fill/submit`, seller, body));
  });

  test('for an inscription outside the target', async () => {
    const inside = (await desk.ctx.ordinals.inscription(ids[1]!))!.traits[0]!;
    const { offerId } = await makeOffers(desk, buyer, {
      target: { kind: 'traits', traits: [{ type: inside.type, values: [String(inside.value)] }] },
    });
    const outside = await outsider(inside);
    await refused(400, /is not among the \d+ that offer/, () => preflight(offerId, outside));
  });

  test('for an inscription that nobody knows, and one of somebody else', async () => {
    const { offerId } = await makeOffers(desk, buyer);
    await refused(404, /no inscription/, () => preflight(offerId, `${'0'.repeat(64)}i0`));
    const [other] = (await desk.traders(['p2wpkh'])) as [Trader];
    await refused(403, /not at/, () => preflight(offerId, ids[2]!, other));
  });

  test('for an inscription whose output is not confirmed', async () => {
    const { offerId } = await makeOffers(desk, buyer);
    await moveInscription(desk, seller, ids[3]!, seller.ordinals.address);
    await desk.settle();
    await refused(409, /is being moved/, () => preflight(offerId, ids[3]!));
    await desk.mine();
    expect((await preflight(offerId, ids[3]!)).status).toBe(200);
  });
});

/** One of the seller's inscriptions that lacks the trait. */
async function outsider({
  type,
  value,
}: {
  readonly type: string;
  readonly value: unknown;
}): Promise<string> {
  const found = await desk.ctx.ordinals.inscriptions(ids);
  const has = (one: (typeof found)[number]) =>
    one!.traits.some((trait) => trait.type === type && trait.value === value);
  return found.find((one) => !has(one))!.id;
}

test('a fill of another offer in its body than in its path is refused', async () => {
  const [inPath, inBody] = [randomUUID(), randomUUID()];
  const body = fillBody(seller, inBody, ids[0]!);
  await refused(400, new RegExp(`${inBody} in the body but ${inPath} in the path`), () =>
    api.post(`${PATH}/${inPath}/fill/preflight`, seller, { ...body, slug: undefined }),
  );
});
