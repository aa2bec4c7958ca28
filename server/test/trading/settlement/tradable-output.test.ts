import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addMembers,
  setCollectionFlags,
  upsertCollection,
} from '../../../src/store/catalogue/collections.ts';
import { preflightFill } from '../../../src/trading/fill/fill.ts';
import { buyableListings } from '../../../src/trading/purchase/buyable-listings.ts';
import { sellableOutput } from '../../../src/trading/settlement/tradable-output.ts';
import { fillBody, makeOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { list, refusalOf } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let plain: string;
let royal: string;
let lone: string;

/** `royal` is a member of a second collection, with royalties; `plain` shares its output. */
beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'])) as [Trader, Trader];
  [plain, royal, lone] = (await desk.inscribe(seller, 3, 5_000)) as [string, string, string];
  await moveInscription(desk, seller, plain, seller.ordinals.address, { with: royal });
  await desk.mine();
  await upsertCollection(desk.ctx.db, {
    slug: 'royal',
    name: 'Royal',
    kind: 'gallery',
    sources: [],
    payoutAddress: seller.payment.address,
    fees: { sellerBps: 100, buyerBps: 150, minimumSats: 1_000, sellerRoyaltyBps: 500, buyerRoyaltyBps: 0 },
    createdAt: desk.clock.now(),
  });
  await addMembers(desk.ctx.db, 'royal', [royal, lone]);
}, 60_000);
afterAll(() => desk?.close());

const trading = (tradingEnabled: boolean) => setCollectionFlags(desk.ctx.db, 'royal', { tradingEnabled });

describe('an output that also holds an inscription of another collection', () => {
  test('cannot be listed around its royalties', async () => {
    const refusal = await refusalOf(list(desk, seller, [plain]));
    expect(refusal).toMatchObject({ code: 'not_listable' });
    expect(refusal.message).toContain('sell it through royal');
  });

  test('cannot be listed or filled while trading in that collection is switched off', async () => {
    await trading(false);
    expect((await refusalOf(list(desk, seller, [plain]))).code).toBe('trading_disabled');
    const { offerId } = await makeOffers(desk, buyer);
    const asked = preflightFill(desk.ctx, seller.caller, fillBody(seller, offerId, lone));
    expect((await refusalOf(asked)).code).toBe('trading_disabled');
    await trading(true);
  });

  test('cannot be bought once trading in that collection is switched off', async () => {
    await upsertCollection(desk.ctx.db, {
      slug: 'royal',
      name: 'Royal',
      kind: 'gallery',
      sources: [],
      createdAt: desk.clock.now(),
    });
    const [ref] = await list(desk, seller, [lone]);
    await desk.mine();
    const asked = () => buyableListings(desk.ctx, buyer.caller, SLUG, [ref!]);
    expect(await asked()).toHaveLength(1);
    await trading(false);
    expect((await refusalOf(asked())).code).toBe('trading_disabled');
  });
});

test('an output that anybody has crowded is not sold: the index would be asked about each inscription', () => {
  const location = { txid: 'ab'.repeat(32), vout: 0 };
  const inscriptionIds = Array.from({ length: 101 }, (_, i) => `${location.txid}i${i}`);
  const inscription = { id: inscriptionIds[0]!, number: 1, offset: 0, location, charms: [] as string[] };
  const holding = (count: number) =>
    sellableOutput(
      desk.ctx,
      {
        inscription: inscription as never,
        output: {
          inscriptionIds: inscriptionIds.slice(0, count),
          hasRunes: false,
          valueSats: 10_000,
        } as never,
        unspent: {},
      },
      'not_listable',
    );
  expect(holding(100).inscriptionIds).toHaveLength(100);
  expect(() => holding(101)).toThrow('holds 101 inscriptions; at most 100 can be sold together');
});
