import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type WalletShape, walletOf } from '../../../../sandbox/src/keys.ts';
import { insertBinding } from '../../../src/store/account/profiles.ts';
import { cancelCollectionOffer } from '../../../src/trading/collection-offer/close.ts';
import { preflightFill } from '../../../src/trading/fill/fill.ts';
import {
  acceptCounter,
  acceptOffer,
  makeCounter,
  makeOffer,
  offerNow,
  signedOffer,
} from '../../support/bidding.ts';
import { fillBody, makeOffers as makeCollectionOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { buy, list, refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let api: DeskApi;
/** Two wallets of one profile, with different ordinals addresses, and somebody else. */
let home: Trader;
let linked: Trader;
let other: Trader;

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  api = await serveDesk(desk);
  [home, other] = (await desk.traders(['p2wpkh', 'p2tr'], 10)) as [Trader, Trader];
  linked = await linkedTo(home, 'p2tr');
}, 60_000);
afterAll(async () => {
  await api?.close();
  await desk?.close();
});
vi.setConfig({ testTimeout: 60_000 });

/** Another wallet of the same profile, with coins. */
async function linkedTo({ caller }: Trader, shape: WalletShape): Promise<Trader> {
  const { ordinals, payment } = walletOf(`linked ${randomUUID()}`, shape);
  const walletBindingId = randomUUID();
  await insertBinding(desk.ctx.db, {
    id: walletBindingId,
    profileId: caller.profileId,
    label: 'linked',
    ordinalsAddress: ordinals.address,
    paymentAddress: payment.address,
    // bindings are shown in the order in which they were made
    createdAt: new Date(desk.clock.now().getTime() + 1),
  });
  await desk.miner.pay(Array.from({ length: 6 }, () => ({ address: payment.address, sats: 1_000_000 })));
  await desk.mine();
  return { caller, walletBindingId, ordinals, payment };
}

const inscribed = async (owner: Trader) => (await desk.inscribe(owner))[0]!;
const acting = ({ walletBindingId }: Trader) => ({ walletBindingId });

// Spec, "Profile" and "WalletBinding": a profile may have several wallet bindings
describe('what one wallet of a profile has made', () => {
  test('any other wallet of it takes back, and nobody else', async () => {
    const id = await inscribed(home);
    const [ref] = await list(desk, home, [id]);
    const path = `/collection/${SLUG}/listings/delist`;
    const body = (by: Trader) => ({ ...acting(by), listings: [ref] });
    expect((await api.post(path, other, body(other))).status).toBe(403);
    expect(await api.post(path, home, body(linked))).toMatchObject({ status: 200 });

    const theirs = await inscribed(other);
    const offer = await makeOffer(desk, home, theirs);
    const cancel = `/inscriptions/${theirs}/offers/${offer.offerId}/cancel`;
    expect((await api.post(cancel, other, acting(other))).status).toBe(403);
    expect(await api.post(cancel, home, acting(linked))).toMatchObject({ status: 200 });

    const counter = await makeCounter(desk, linked, await makeOffer(desk, other, await inscribed(linked)));
    const counterPath = `/inscriptions/${counter.inscriptionId}/offers/${counter.offerId}/cancel`;
    expect((await api.post(counterPath, other, acting(other))).status).toBe(403);
    expect(await api.post(counterPath, home, acting(home))).toMatchObject({ status: 200 });

    const { offerId } = await makeCollectionOffers(desk, home);
    const asked = (by: Trader) => ({ slug: SLUG, offerId, walletBindingId: by.walletBindingId });
    expect((await refusalOf(cancelCollectionOffer(desk.ctx, other.caller, asked(other)))).code).toBe(
      'not_owner',
    );
    expect(await cancelCollectionOffer(desk.ctx, home.caller, asked(linked))).toMatchObject({
      status: 'cancelled',
    });
  });

  test('any other wallet of it answers', async () => {
    const received = await makeOffer(desk, other, await inscribed(linked));
    const reject = `/inscriptions/${received.inscriptionId}/offers/${received.offerId}/reject`;
    expect((await api.post(reject, other, acting(other))).status).toBe(403);
    expect(await api.post(reject, home, acting(home))).toMatchObject({ status: 200 });

    const bid = await makeOffer(desk, home, await inscribed(other));
    const counter = await makeCounter(desk, other, bid);
    const declined = `/inscriptions/${counter.inscriptionId}/offers/${counter.offerId}/counter/reject`;
    expect(await api.post(declined, home, acting(linked))).toMatchObject({ status: 200 });
    // The buyer of a counter may pay with any wallet; the inscription goes where the bid says.
    const second = await makeCounter(desk, other, bid);
    await acceptCounter(desk, linked, second);
    await desk.mine();
    expect((await desk.ctx.ordinals.inscription(second.inscriptionId))!.address).toBe(home.ordinals.address);
  });

  test('is its own under every wallet: no purchase, offer or fill of it', async () => {
    const id = await inscribed(home);
    const [ref] = await list(desk, home, [id]);
    expect((await refusalOf(buy(desk, linked, [ref!]))).message).toMatch(/is your own/);
    expect((await refusalOf(signedOffer(desk, linked, [id]))).message).toMatch(/is your own/);
    const { offerId } = await makeCollectionOffers(desk, linked);
    const fill = preflightFill(desk.ctx, home.caller, fillBody(home, offerId, id));
    expect((await refusalOf(fill)).message).toMatch(/own/);
    await cancelCollectionOffer(desk.ctx, home.caller, {
      slug: SLUG,
      offerId,
      walletBindingId: home.walletBindingId,
    });
  });

  test('is in GET /me, /me/offers and the offers of an inscription, with the wallet that may act', async () => {
    const onHome = await makeOffer(desk, other, await inscribed(home));
    const onLinked = await makeOffer(desk, other, await inscribed(linked));
    const sent = await makeOffer(desk, linked, await inscribed(other));
    const counter = await makeCounter(desk, linked, onLinked);
    const { walletBindings } = (await api.get('/me', home)).body;
    expect(walletBindings).toMatchObject([acting(home), acting(linked)]);
    const { groups } = (await api.get('/me/offers', home)).body;
    const actionOf = (inscriptionId: string) =>
      groups.find((group: { inscriptionId: string }) => group.inscriptionId === inscriptionId)
        .actionBindingId;
    expect(actionOf(onHome.inscriptionId)).toBe(home.walletBindingId);
    expect(actionOf(onLinked.inscriptionId)).toBe(linked.walletBindingId);
    const { rows } = (await api.get('/me/offers?view=sent', home)).body;
    expect(rows).toContainEqual(
      expect.objectContaining({ id: sent.offerId, actionBindingId: linked.walletBindingId }),
    );
    const seen = (await api.get(`/inscriptions/${onLinked.inscriptionId}/offers`, home)).body.offers;
    expect(seen.map(({ id }: { id: string }) => id)).toContain(counter.offerId);
  });

  test('is sold by the wallet that holds it; the refusal of another names that one', async () => {
    const offer = await makeOffer(desk, other, await inscribed(linked));
    const preflight = `/inscriptions/${offer.inscriptionId}/offers/${offer.offerId}/accept/preflight`;
    const asked = (by: Trader) => ({ ...acting(by), ordinalsPublicKey: by.ordinals.publicKey });
    expect(await api.post(preflight, home, asked(home))).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining(`use the wallet binding ${linked.walletBindingId}`) },
    });
    await acceptOffer(desk, linked, offer);
    expect((await offerNow(desk, offer)).state).toBe('accepted');
    await desk.mine();
  });
});
