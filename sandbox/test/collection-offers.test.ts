import {
  cancelCollectionOffer,
  esploraSource,
  fillCollectionOffer,
  makeCollectionOffers,
  ordSource,
  pinsOf,
  prepareCollectionOffers,
  prepareFill,
  previewTarget,
  type Session,
} from '@ordbook/client';
import { collectionBySlug } from '@ordbook/server/store/catalogue/collections';
import { beforeAll, describe, expect, test } from 'vitest';
import { playCollectionOffer } from '../../client/src/demo/play-collection-offer.ts';
import { sandboxAt } from '../../client/src/demo/sandbox.ts';
import { SLUG, trader } from '../../server/test/support/sandbox-trader.ts';
import type { Sandbox } from '../src/sandbox.ts';
import { sharedSandbox } from './shared-sandbox.ts';

const ALL = { kind: 'all' } as const;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await sharedSandbox();
}, 300_000);

/** A buyer without offers, and the owner of one inscription. */
async function strangers() {
  const [buyer, seller] = [await trader(sandbox, 'p2tr'), await trader(sandbox, 'p2wpkh', 1)];
  return { buyer, seller, inscriptionId: seller.inscriptionIds[0]! };
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
    const { buyer, seller, inscriptionId } = await strangers();
    const target = await previewTarget(seller, SLUG, ALL);
    expect(target.eligibleCount).toBeGreaterThan(0);
    const [offer] = await makeCollectionOffers(buyer, bid());
    const request = { collectionSlug: SLUG, offerId: offer!.offerId, inscriptionId, priceSats: 60_000 };
    const { checked, preflight } = await prepareFill(seller, request);
    expect(checked.receivedSats).toBe(
      60_000 -
        preflight.marketplaceFeeSats -
        preflight.creatorRoyaltySats -
        preflight.estimatedNetworkFeeSats,
    );
    const filled = await fillCollectionOffer(seller, request);
    await sandboxAt(sandbox.url).mine();
    const { sales } = await buyer.client.get('/sales', { query: { limit: 5 } });
    expect(sales).toContainEqual(
      expect.objectContaining({ txid: filled.settlementTxid, priceSats: 60_000, inscriptionId }),
    );
    expect(await bookOf(buyer)).toMatchObject({ totalCount: 0 });
  });

  test('an offer is made under the published keys, for the set that an own index knows, and no other', async () => {
    const { buyer } = await strangers();
    const published: unknown = await (await fetch(`${sandbox.url}/.well-known/ordbook-keys.json`)).json();
    const { publisher } = published as { publisher: string };
    const source = ordSource(`${sandbox.url}/sandbox/ord`);
    const safety = { ...buyer.safety, source, pins: pinsOf(published, { publisher }), requirePins: true };
    const careful = { ...buyer, safety };
    const { sources } = (await collectionBySlug(sandbox.service.ctx.db, SLUG))!;
    const [offer] = await makeCollectionOffers(careful, bid({ collectionParents: sources }));
    await cancelCollectionOffer(careful, { collectionSlug: SLUG, offerId: offer!.offerId });
    const fewer = { ...source, children: async (id: string) => (await source.children!(id)).slice(1) };
    const misled = { ...careful, safety: { ...safety, source: fewer } };
    await expect(makeCollectionOffers(misled, bid({ collectionParents: sources }))).rejects.toThrow(
      'but our index finds',
    );
    const blind = {
      ...careful,
      safety: { ...safety, source: esploraSource(`${sandbox.url}/sandbox/esplora`) },
    };
    await expect(makeCollectionOffers(blind, bid({ collectionParents: sources }))).rejects.toThrow(
      'collectionParents needs a source that knows children',
    );
  });

  test('a newer offer on the same coins warns of the older ones and replaces them', async () => {
    const { buyer } = await strangers();
    await makeCollectionOffers(buyer, bid({ offerCount: 2, ladderStepSats: 5_000 }));
    expect((await prepareCollectionOffers(buyer, bid())).replacedOffers).toBeGreaterThan(0);
    const { rows } = await bookOf(buyer);
    expect(rows.map(({ priceSats }) => priceSats)).toEqual([60_000, 55_000]);
    for (const { id: offerId } of rows) await cancelCollectionOffer(buyer, { collectionSlug: SLUG, offerId });
    expect(await bookOf(buyer)).toMatchObject({ totalCount: 0 });
  });

  test('a seller signs nothing below the price agreed to, or while another offer pays more', async () => {
    const { buyer, seller, inscriptionId } = await strangers();
    const [top, low] = await makeCollectionOffers(buyer, bid({ offerCount: 2, ladderStepSats: 5_000 }));
    const request = { collectionSlug: SLUG, inscriptionId };
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
