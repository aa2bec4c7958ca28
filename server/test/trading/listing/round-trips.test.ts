import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { delistListings } from '../../../src/trading/listing/delist.ts';
import { submitListing } from '../../../src/trading/listing/list.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type RoundTrip, traced } from '../../support/round-trips.ts';
import { listingBody, signedListing } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;
beforeAll(async () => {
  desk = await openDesk();
  [seller] = (await desk.traders(['p2wpkh'])) as [Trader];
});
afterAll(() => desk.close());

/** What a preflight, a submit and a delisting of so many inscriptions ask, of a seller who has sold nothing. */
async function listing(count: number) {
  const { ctx, take } = traced(desk.ctx);
  const ids = await desk.inscribe(seller, count);
  const signed = await signedListing(ctx, seller, listingBody(seller, ids));
  const preflight = take();
  const { listings } = await submitListing(ctx, seller.caller, signed);
  const submit = take();
  await delistListings(ctx, seller.caller, {
    slug: SLUG,
    walletBindingId: seller.walletBindingId,
    listings,
  });
  return { preflight, submit, delisting: take() };
}

/** Requests to the database, the node and the index. */
const counts = (trips: readonly RoundTrip[]) =>
  ['database', 'node', 'index'].map((part) => trips.filter(({ name }) => name.startsWith(`${part} `)).length);

describe('the requests of a listing', () => {
  test('are as few for several inscriptions as for one, but for what makes each buyable', async () => {
    for (const count of [1, 3]) {
      const { preflight, submit, delisting } = await listing(count);
      expect(counts(preflight)).toEqual([12, 2, 3]);
      expect(counts(submit)).toEqual([16 + count, 3, 3]);
      expect(counts(delisting)).toEqual([3, 0, 0]);
    }
  });

  test('keep their order where it is a guard: the costs under their lock, then checked and stored, then buyable', async () => {
    const { submit } = await listing(1);
    const order = [
      'database begin',
      'database select pg_advisory_xact_lock',
      'database select revocation_price',
      'database select history',
      'database update picked',
      'database insert listings',
      'database select checked',
      'database commit',
      'node unspents',
      'database update listings',
    ];
    const names = submit.map(({ name }) => name);
    expect(names.slice(names.indexOf('database begin')).filter((name) => order.includes(name))).toEqual(
      order,
    );
  });
});
