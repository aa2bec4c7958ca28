import {
  cancelCollectionOffer,
  fillCollectionOffer,
  makeCollectionOffers,
  prepareCollectionOffers,
  prepareFill,
  previewTarget,
  type Session,
} from '@ordbook/client';
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
