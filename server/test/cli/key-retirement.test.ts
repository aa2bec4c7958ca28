/** A whole key retirement, by the steps of docs/operations.md. */
import { anchorAddress, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { admissionAddress } from '@ordbook/protocol/collection-offer/admission';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keyOf } from '../../../sandbox/src/keys.ts';
import { retireKeys } from '../../src/cli/key-files.ts';
import { requireOwner } from '../../src/composition/database-owner.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { planSweep, sendSweep } from '../../src/composition/sweep.ts';
import { noteOwner, ownerOf } from '../../src/store/database/identity.ts';
import { rehearsed } from '../../src/store/database/transaction.ts';
import { actsPage } from '../../src/store/operation/acts.ts';
import type { Database } from '../../src/store/port.ts';
import { submitPurchase } from '../../src/trading/purchase/buy.ts';
import { endIfRestored } from '../../src/trading/restored.ts';
import { type Desk, openDesk, SECRETS } from '../support/desk.ts';
import { QUICK_TIER, ROLE_SECRETS } from '../support/offer-signers.ts';
import { by } from '../support/operator.ts';
import { list, refusalOf, signedPurchase } from '../support/trade.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const to = keyOf('treasury', 'p2wpkh').address;
const settings = readSettings({
  NETWORK: 'regtest',
  ADMISSION_TIERS: `${QUICK_TIER.fromSats}:${QUICK_TIER.lockBlocks}:${QUICK_TIER.coins}`,
});
const owner = { network: 'regtest', market: '', anchor: '' };
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk({ anchors: 30, tiers: [QUICK_TIER] });
  await endIfRestored(desk.ctx, { areSynchronous: false });
  Object.assign(owner, desk.ctx.keys);
  await noteOwner(desk.ctx.db, owner);
});
afterAll(() => desk.close());

const sweep = (db = true) =>
  planSweep(SECRETS, { to, feeRate: 2 }, settings, { ...desk.ctx, db: db ? desk.ctx.db : null });
const heldAt = async (address: string) => (await desk.ctx.chain.addressCoins(address)).confirmedSats;

test('a key is retired: trades end, its coins go to the treasury, and the database takes new keys', async () => {
  const { ctx } = desk;
  const [seller, buyer] = await desk.traders(['p2tr', 'p2wpkh'], 3);
  const ids = await desk.inscribe(seller!, 1);
  const listed = await list(desk, seller!, ids);
  const listing = await desk.listing(listed[0]!.listingId);
  const bought = await signedPurchase(desk, buyer!, listed);

  // the anchor of the live listing, and that of the preflight, stay
  const early = await sweep();
  expect(early.left.map(({ why }) => why).sort()).toEqual([
    'a live trade depends on it',
    'a preflight has reserved it',
  ]);
  const own = anchorAddress(ctx.keys, 'regtest');
  const before = await heldAt(own);

  // a dry run says the same, and ends nothing
  const retiring = (db: Database) => retireKeys(db, by('the keys are changed'), ctx.clock);
  const said = await rehearsed(ctx.db, retiring);
  expect((await desk.listing(listing.id))!.closeReason).toBeNull();
  expect(await actsPage(ctx.db, { before: null, limit: 9 })).toEqual([]);

  // everything open ends; the keys stay while they hold coins
  const first = await retireKeys(ctx.db, by('the keys are changed'), ctx.clock);
  expect(first[0]).toBe('1 open listings and offers end');
  expect(first.at(-1)).toContain('run `ordbook keys sweep`');
  expect(first).toEqual(said);
  expect(await actsPage(ctx.db, { before: null, limit: 9 })).toMatchObject([
    { act: 'end all for new keys', actor: 'ada', reason: 'the keys are changed', after: { ended: 1 } },
  ]);
  expect(await ownerOf(ctx.db)).toEqual(owner);
  expect(await desk.listing(listing.id)).toMatchObject({ closeReason: expect.stringContaining('new key') });

  desk.clock.step(settings.RESERVATION_MINUTES * 60_000 + 1);
  const plan = await sweep();
  expect(plan.left).toEqual([]);
  expect(plan.valueSats + plan.feeSats).toBe(before);
  for (const { hex } of plan.transactions)
    expect(readTransaction(hex).outputs.map(({ script }) => script)).toEqual([scriptOf(to, 'regtest')]);
  await sendSweep(plan, ctx.chain);
  await desk.mine();
  expect(await heldAt(own)).toBe(0);
  expect(await heldAt(to)).toBe(plan.valueSats);

  // the seller's old signature is worth nothing: its anchor is spent
  await refusalOf(submitPurchase(ctx, buyer!.caller, bought.body));

  expect((await retireKeys(ctx.db, by('the keys are changed'), ctx.clock)).at(-1)).toContain(
    'is retired; publish a key set',
  );
  expect(await ownerOf(ctx.db)).toBeNull();
  expect(await retireKeys(ctx.db, by('the keys are changed'), ctx.clock)).toEqual([
    'the database belongs to no keys; start the service with the new ones',
  ]);
  const next = { network: 'regtest', market: '02'.repeat(32), anchor: '03'.repeat(32) };
  await requireOwner(ctx.db, next);
  expect(await ownerOf(ctx.db)).toEqual(next);
  await expect(requireOwner(ctx.db, owner)).rejects.toThrow('belongs to the market key');
});

test('admission coins of the gate are swept once their lock has ended, and only those', async () => {
  const { ctx } = desk;
  const gate = { gate: ROLE_SECRETS.gate };
  const address = admissionAddress(QUICK_TIER, ctx.collectionOffers!.keys.gate, 'regtest');
  const parts = { ...ctx, db: ctx.db };
  const held = await heldAt(address);
  expect(held).toBeGreaterThan(0);
  const plan = await planSweep(gate, { to, feeRate: 1 }, settings, parts);
  expect(plan.valueSats + plan.feeSats).toBe(held);
  await sendSweep(plan, ctx.chain);
  await desk.mine();
  expect(await heldAt(address)).toBe(0);

  const slow = { ...settings, ADMISSION_TIERS: '0:1000:3' };
  expect((await planSweep(gate, { to, feeRate: 1 }, slow, parts)).transactions).toEqual([]);
});

test('a coin that costs more to spend than it holds is left, and a sweep to itself is refused', async () => {
  const { ctx } = desk;
  const own = anchorAddress(ctx.keys, 'regtest');
  await desk.miner.pay([{ address: own, sats: 1_000 }]);
  await desk.mine();
  const dear = await planSweep(SECRETS, { to, feeRate: 50 }, settings, { ...ctx, db: null });
  expect([dear.transactions, dear.uneconomic.length, dear.valueSats]).toEqual([[], 1, 0]);
  await expect(planSweep(SECRETS, { to: own, feeRate: 1 }, settings, { ...ctx, db: null })).rejects.toThrow(
    'is the address that is swept',
  );
  await expect(
    planSweep(SECRETS, { to: 'bc1q', feeRate: 1 }, settings, { ...ctx, db: null }),
  ).rejects.toThrow();
});

test('admission coins whose change is not confirmed yet are announced as such, not as missing money', async () => {
  // too few anchors: the follower's fan-out transaction spends the coin, and its change waits for a block
  await expect(openDesk({ anchors: 12, tiers: [QUICK_TIER] })).rejects.toThrow(
    /^the operator's change of \d+ sats, .* is in [0-9a-f]{64} and not confirmed yet; run this again/,
  );
});
