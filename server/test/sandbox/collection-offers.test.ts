import {
  cancelCollectionOffer,
  createClient,
  fillCollectionOffer,
  type KeyType,
  localWallet,
  makeCollectionOffers,
  prepareCollectionOffers,
  prepareFill,
  previewTarget,
  type Session,
  signIn,
} from '@ordbook/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playCollectionOffer } from '../../../client/src/demo/play-collection-offer.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';

const SLUG = 'embers';
const ALL = { kind: 'all' } as const;

let sandbox: Sandbox;
let seller: Session;
let buyer: Session;
let ids: string[];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, blockSeconds: 0 });
  seller = await trader('p2wpkh');
  buyer = await trader('p2tr');
  const address = seller.wallet.ordinalsAddress;
  const made = await control<{ inscriptionIds: string[] }>('inscribe', {
    address,
    collectionSlug: SLUG,
    count: 2,
  });
  ids = made.inscriptionIds;
}, 120_000);
afterAll(() => sandbox?.close());

async function control<T>(route: string, body: object): Promise<T> {
  const answer = await fetch(`${sandbox.url}/sandbox/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`/sandbox/${route} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function trader(shape: KeyType): Promise<Session> {
  type Key = { readonly type: KeyType; readonly wif: string; readonly address: string };
  const made = await control<{ ordinals: Key; payment: Key }>('wallets', { paymentType: shape });
  const wallet = localWallet({ ordinals: made.ordinals, payment: made.payment, network: 'regtest' });
  return signIn(createClient({ baseUrl: sandbox.url }), wallet);
}

const bid = (more: object = {}) => ({
  collectionSlug: SLUG,
  target: ALL,
  priceSats: 60_000,
  esploraUrl: `${sandbox.url}/sandbox/esplora`,
  ...more,
});

const bookOf = async (session: Session) =>
  session.client.get('/collection/{slug}/my/sent-collection-offers', { path: { slug: SLUG } });

describe('over HTTP, with the client', () => {
  test('an offer is filled by an inscription of the target, and a block makes it a sale', async () => {
    const target = await previewTarget(seller, SLUG, ALL);
    expect(target.eligibleCount).toBeGreaterThan(0);
    const [offer] = await makeCollectionOffers(buyer, bid());
    const request = {
      collectionSlug: SLUG,
      offerId: offer!.offerId,
      inscriptionId: ids[0]!,
      priceSats: 60_000,
    };
    const { receivedSats, preflight } = await prepareFill(seller, request);
    expect(receivedSats).toBe(
      60_000 -
        preflight.marketplaceFeeSats -
        preflight.creatorRoyaltySats -
        preflight.estimatedNetworkFeeSats,
    );
    const filled = await fillCollectionOffer(seller, request);
    await control('mine', { blocks: 1 });
    const { sales } = await buyer.client.get('/sales', { query: { limit: 5 } });
    expect(sales).toContainEqual(
      expect.objectContaining({ txid: filled.settlementTxid, priceSats: 60_000, inscriptionId: ids[0] }),
    );
    expect(await bookOf(buyer)).toMatchObject({ totalCount: 0 });
  });

  test('a newer offer on the same coins warns of the older ones and replaces them', async () => {
    await makeCollectionOffers(buyer, bid({ offerCount: 2, ladderStepSats: 5_000 }));
    expect((await prepareCollectionOffers(buyer, bid())).replacedOffers).toBeGreaterThan(0);
    const { rows } = await bookOf(buyer);
    expect(rows.map(({ priceSats }) => priceSats)).toEqual([60_000, 55_000]);
    for (const { id: offerId } of rows) await cancelCollectionOffer(buyer, { collectionSlug: SLUG, offerId });
    expect(await bookOf(buyer)).toMatchObject({ totalCount: 0 });
  });

  test('a seller signs nothing below the price agreed to, or while another offer pays more', async () => {
    const [top, low] = await makeCollectionOffers(buyer, bid({ offerCount: 2, ladderStepSats: 5_000 }));
    const request = { collectionSlug: SLUG, inscriptionId: ids[1]! };
    const dearer = { ...request, offerId: top!.offerId, priceSats: 65_000 };
    await expect(fillCollectionOffer(seller, dearer)).rejects.toMatchObject({ name: 'UnsafePsbt' });
    const below = { ...request, offerId: low!.offerId, priceSats: 55_000 };
    await expect(fillCollectionOffer(seller, below)).rejects.toThrow(/pays 60000 sats/);
    await expect(fillCollectionOffer(seller, { ...below, evenBelowTop: true })).resolves.toMatchObject({
      status: 'broadcast',
    });
  });

  test('the demo of a collection offer plays through', async () => {
    const shown: string[] = [];
    await playCollectionOffer(sandbox.url, {
      step: (_title, work) => work(),
      show: (title) => void shown.push(title),
    });
    expect(shown).toHaveLength(3);
  }, 60_000);
});
