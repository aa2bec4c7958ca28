import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storedBooks } from '../../src/cli/books.ts';
import { showTrade } from '../../src/cli/trades.ts';
import { acceptOffer, makeOffer } from '../support/bidding.ts';
import { fill, makeOffers } from '../support/collection-offers.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { buy, list, PRICE_SATS } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [seller, buyer] = (await desk.traders(['p2tr', 'p2wpkh'], 12)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 6);
});
afterAll(() => desk?.close());

const purchaseIdOf = async (txid: string) =>
  (
    await desk.ctx.db
      .selectFrom('purchases')
      .select('id')
      .where('settlementTxid', '=', txid)
      .executeTakeFirstOrThrow()
  ).id;

describe('ordbook trades show', () => {
  test('tells the moves of a purchase, its transactions with their blocks, fees, and what comes next', async () => {
    const [ref] = await list(desk, seller, [next()]);
    const { answer } = await buy(desk, buyer, [ref!]);
    const id = await purchaseIdOf(answer.settlementTxid);
    const before = (await showTrade(storedBooks(desk.ctx.db), id, {})).join('\n');
    expect(before).toContain(`purchase ${id}: pending`);
    expect(before).toContain(`${answer.settlementTxid}  in no applied block`);
    expect(before).toContain('next: a block confirms it');
    await desk.mine();
    const height = (await desk.call('getblockcount')) as number;
    const lines = await showTrade(storedBooks(desk.ctx.db), id, {});
    const text = lines.join('\n');
    expect(text).toContain(`purchase ${id}: confirmed`);
    expect(text).toContain('purchase: broadcasting -> pending');
    expect(text).toContain('purchase: pending -> confirmed');
    expect(text).toContain('listing: hidden_locked -> sold');
    expect(text).toContain(`price         ${PRICE_SATS.toLocaleString('en')} sats`);
    expect(text).toContain(`${answer.settlementTxid}  in block ${height}`);
    expect(text).toContain('the market signer');
    const moves = JSON.parse((await showTrade(storedBooks(desk.ctx.db), id, { json: true }))[0]!) as {
      moves: { at: string }[];
    };
    const times = moves.moves.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  test('finds a trade by any of its transactions, and a listing by its own id', async () => {
    const [ref] = await list(desk, seller, [next()]);
    const { answer } = await buy(desk, buyer, [ref!]);
    const byTxid = await showTrade(storedBooks(desk.ctx.db), answer.settlementTxid, {});
    expect(byTxid[0]).toContain(await purchaseIdOf(answer.settlementTxid));
    expect((await showTrade(storedBooks(desk.ctx.db), answer.listingTransferTxids[0]!, {}))[0]).toBe(
      `listing ${ref!.listingId}: hidden_locked`,
    );
    await desk.mine();
  });

  test('tells an accepted offer with its settlement, and a fill with its offer', async () => {
    const offer = await makeOffer(desk, buyer, next());
    const { settlementTxid } = await acceptOffer(desk, seller, offer);
    await desk.mine();
    const accepted = (await showTrade(storedBooks(desk.ctx.db), settlementTxid, {})).join('\n');
    expect(accepted).toContain(`offer ${offer.offerId}: confirmed`);
    expect(accepted).toContain('settlement: pending -> confirmed');
    const { offerId } = await makeOffers(desk, buyer, { priceSats: 60_000 });
    const { answer } = await fill(desk, seller, offerId, next());
    await desk.mine();
    const filled = (await showTrade(storedBooks(desk.ctx.db), answer.fillAttemptId, {})).join('\n');
    expect(filled).toContain(`fill ${answer.fillAttemptId}: accepted`);
    expect(filled).toContain('fill: seller_signed -> pending');
    expect(filled).toContain('collection offer: filling -> accepted');
  });

  test('refuses what is neither an id nor a transaction, and what it does not know', async () => {
    await expect(showTrade(storedBooks(desk.ctx.db), 'x', {})).rejects.toThrow('neither the id of a trade');
    await expect(showTrade(storedBooks(desk.ctx.db), crypto.randomUUID(), {})).rejects.toThrow(
      'no trade has',
    );
    await expect(showTrade(storedBooks(desk.ctx.db), 'ab'.repeat(32), {})).rejects.toThrow('no trade has');
  });
});
