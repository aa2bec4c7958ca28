/**
 * Coins that a reorg took back, and that nobody can make again: a buried block has another spend of what made them. No block will
 * ever spend them.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { spendCoins } from '../support/spend-coins.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let first: Trader;
let second: Trader;
let ids: string[];

beforeAll(async () => {
  desk = await openDesk({ settings: { failureDepth: 2 } });
  [seller, first, second] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2tr'], 8)) as [Trader, Trader, Trader];
  ids = await desk.inscribe(seller, 4);
});
afterAll(() => desk?.close());

/** `first` buys an inscription, in a block. `undo` replaces the blocks since by one with another spend of its payment coin. */
async function bought(inscriptionId: string) {
  const refs = await list(desk, seller, [inscriptionId]);
  const { body } = await buy(desk, first, refs);
  const height = (await desk.ctx.chain.tip()).height;
  const elsewhere = await spendCoins(desk, first, [body.selectedPaymentUtxos[0]!], {
    feeSats: 5_000,
    send: false,
  });
  await desk.mine();
  return {
    refs,
    anchorId: body.purchaseAnchorUtxoId,
    async undo() {
      const tip = await desk.ctx.chain.tip();
      await desk.reorg(tip.height - height, [elsewhere]);
    },
  };
}

async function bury(blocks = desk.ctx.settings.failureDepth) {
  for (let block = 0; block < blocks; block += 1) {
    await desk.miner.mineOnly([]);
    await desk.settle();
  }
}

const purchaseOf = async (anchorId: string) =>
  desk.ctx.db.selectFrom('purchases').selectAll().where('anchorId', '=', anchorId).executeTakeFirstOrThrow();
const anchorOf = async (id: string) =>
  desk.ctx.db.selectFrom('anchors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lockedPayments = async () => {
  const { rows } = await sql`select * from purchase_payments p join purchases b on b.id = p.purchase_id
    where b.state <> 'confirmed'`.execute(desk.ctx.db);
  return rows;
};
const findings = async () => {
  const { chain, ordinals, db, clock, settings } = desk.ctx;
  const parts = {
    chain,
    ordinals,
    db,
    clock,
    network: settings.network,
    failureDepth: settings.failureDepth,
  };
  return (await audit(parts, { pauseMs: 0 })).findings;
};

describe('a coin that a reorg took back for good', () => {
  test('ends the purchase of it, frees what pays for it, and ends its listing with the reason', async () => {
    const { undo, anchorId } = await bought(ids[0]!);
    const [ref] = await list(desk, first, [ids[0]!]);
    const resale = await buy(desk, second, [ref!]);
    const anchor = resale.body.purchaseAnchorUtxoId;
    await desk.mine();
    expect(await purchaseOf(anchor)).toMatchObject({ state: 'confirmed' });

    await undo();
    await bury();

    const unmade = (await purchaseOf(anchorId)).settlementTxid;
    expect(await purchaseOf(anchorId)).toMatchObject({ state: 'failed' });
    const failed = await purchaseOf(anchor);
    expect(failed).toMatchObject({ state: 'failed', failure: expect.stringContaining(unmade) });
    expect(await lockedPayments()).toEqual([]);
    expect((await anchorOf(anchor)).state).toBe('free');
    const listing = await desk.listing(ref!.listingId);
    expect(listing).toMatchObject({
      state: 'invalidated',
      closedAt: expect.any(Date),
      closeReason: expect.stringContaining(`removed transaction ${unmade}`),
      recoverySignature: '',
    });
    // retired, and the pool has it in its next fan-out transaction
    expect(await anchorOf(listing.anchorId)).toMatchObject({ splitHex: expect.any(String) });
    expect(await findings()).toEqual([]);
  });
});
