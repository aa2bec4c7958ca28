import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOffers as offersOn } from '../../support/bidding.ts';
import { fillBody, makeOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { list, purchaseBody } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let api: DeskApi;
let seller: Trader;
let buyer: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  api = await serveDesk(desk);
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 8)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 6);
  await desk.mine(6);
}, 60_000);
afterAll(async () => {
  await api?.close();
  await desk?.close();
});

/** A preflight: who calls it, where, with what body, and what it is for. */
interface Preflight {
  readonly by: Trader;
  readonly path: string;
  readonly body: object;
  readonly for: readonly string[];
}

const ofPurchase = async (): Promise<Preflight> => {
  const bought = [ids.pop()!, ids.pop()!];
  const listings = await list(desk, seller, bought);
  await desk.mine();
  const body = purchaseBody(buyer, listings, await desk.coinsOf(buyer));
  return { by: buyer, path: `/collection/${SLUG}/purchases/preflight`, body, for: bought };
};

const ofOffers = async (): Promise<Preflight> => {
  const wanted = ids.slice(0, 2);
  const body = {
    walletBindingId: buyer.walletBindingId,
    paymentPublicKey: buyer.payment.publicKey,
    inscriptionIds: wanted,
    priceSats: 50_000,
    spendableUtxos: await desk.coinsOf(buyer),
  };
  return { by: buyer, path: `/collection/${SLUG}/offers/preflight`, body, for: wanted };
};

const ofAcceptance = async (): Promise<Preflight> => {
  const id = ids[0]!;
  const [offerId] = await offersOn(desk, buyer, [id]);
  const { walletBindingId, ordinals } = seller;
  const body = { walletBindingId, ordinalsPublicKey: ordinals.publicKey };
  return { by: seller, path: `/inscriptions/${id}/offers/${offerId}/accept/preflight`, body, for: [id] };
};

const ofFill = async (): Promise<Preflight> => {
  const { offerId } = await makeOffers(desk, buyer);
  const { slug: _, ...body } = fillBody(seller, offerId, ids[1]!);
  const path = `/collection/${SLUG}/collection-offers/${offerId}/fill/preflight`;
  return { by: seller, path, body, for: [ids[1]!] };
};

test.each([
  ['a purchase', ofPurchase],
  ['inscription offers', ofOffers],
  ['an acceptance', ofAcceptance],
  ['a fill', ofFill],
] as const)('a preflight of %s names the proofs only when it is asked', async (_what, make) => {
  const { by, path, body, for: wanted } = await make();
  const plain = await api.post(path, by, body);
  expect(plain.status).toBe(200);
  expect(plain.body).not.toHaveProperty('custodyProofs');
  const { status, body: answer } = await api.post(path, by, { ...body, proofs: true });
  expect(status).toBe(200);
  expect(Object.keys(answer)).toEqual([...Object.keys(plain.body), 'custodyProofs']);
  expect(answer.custodyProofs.map(({ inscriptionId }: { inscriptionId: string }) => inscriptionId)).toEqual(
    wanted,
  );
  for (const { path: where, sha256 } of answer.custodyProofs) {
    const { body: found } = await api.get(where, by);
    const bytes = Buffer.from(found.proof, 'base64');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});

test('a preflight of what no proof shows yet says so, and is answered', async () => {
  const [young] = await desk.inscribe(seller);
  const { by, path, body } = await ofOffers();
  const answer = await api.post(path, by, { ...body, inscriptionIds: [young], proofs: true });
  expect(answer).toMatchObject({
    status: 200,
    body: { custodyProofs: [{ inscriptionId: young, sha256: null }] },
  });
});
