/** The anchor of a purchase between its preflight and its submit: one for the same listings, and the caller's own or nobody's. */

import type { SignedStep } from '@ordbook/protocol/layout/terms';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../../src/store/database/transaction.ts';
import { type Anchor, anchorsByIds, assignAnchors } from '../../../src/store/operator-coins/anchors.ts';
import type { TradingContext } from '../../../src/trading/context.ts';
import { anchorsFor } from '../../../src/trading/operator-coins/anchors.ts';
import { preflightPurchase, submitPurchase } from '../../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../../src/trading/purchase/buyable-listings.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { afterReserving } from '../../support/interposed.ts';
import { list, purchaseBody, refusalOf, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

let desk: Desk;
let seller: Trader;
let buyer: Trader;
let other: Trader;
let nested: Trader;
let refs: ListingRef[];

beforeAll(async () => {
  desk = await openDesk({ anchors: 70 });
  const traders = await desk.traders(['p2wpkh', 'p2wpkh', 'p2tr', 'p2sh-p2wpkh'], 6);
  [seller, buyer, other, nested] = traders as [Trader, Trader, Trader, Trader];
  refs = await list(desk, seller, await desk.inscribe(seller, 8));
});
afterAll(() => desk?.close());
// What was reserved has expired.
beforeEach(() => desk.clock.step(desk.ctx.settings.reservationMs));

const preflight = async (listings: readonly ListingRef[], ctx = desk.ctx, more = {}) =>
  preflightPurchase(ctx, buyer.caller, purchaseBody(buyer, listings, await desk.coinsOf(buyer), more));
const anchorNow = async (id: string) => (await anchorsByIds(desk.ctx.db, [id]))[0] as Anchor;
const reserved = async (db = desk.ctx.db): Promise<Anchor[]> =>
  (await db.selectFrom('anchors').selectAll().where('state', '=', 'reserved').execute()).filter(
    ({ reservedUntil, reservation }) =>
      reservedUntil! > desk.clock.now() && reservation!.profileId === buyer.caller.profileId,
  );

/** The PSBT with final witnesses, and final scriptSigs of P2SH, in place of partial signatures. */
function finalised({ psbtBase64, inputsToSign = [] }: SignedStep): string {
  const transaction = Transaction.fromPSBT(base64.decode(psbtBase64), {
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  });
  for (const index of inputsToSign.flatMap(({ signingIndexes }) => signingIndexes))
    transaction.finalizeIdx(index);
  return base64.encode(transaction.toPSBT());
}

describe('preflights of the same listings by the same profile', () => {
  test('reserve one anchor, in whatever order and however many come at the same moment', async () => {
    const first = await preflight([refs[0]!, refs[1]!]);
    const again = await preflight([refs[1]!, refs[0]!]);
    expect(again.purchaseAnchorUtxoId).toBe(first.purchaseAnchorUtxoId);
    await Promise.all(Array.from({ length: 5 }, () => preflight([refs[0]!, refs[1]!])));
    expect(await reserved()).toHaveLength(1);
    await preflight([refs[0]!]);
    expect(await reserved()).toHaveLength(2);
  });

  test('leave the newest promise: the one before is stale', async () => {
    const coins = await desk.coinsOf(buyer);
    const older = await signedPurchase(desk, buyer, [refs[0]!], { spendableUtxos: coins.slice(0, 1) });
    const newer = await signedPurchase(desk, buyer, [refs[0]!], { spendableUtxos: coins.slice(1, 2) });
    expect(newer.body.purchaseAnchorUtxoId).toBe(older.body.purchaseAnchorUtxoId);
    const refusal = await refusalOf(submitPurchase(desk.ctx, buyer.caller, older.body));
    expect(refusal.code).toBe('stale');
    await submitPurchase(desk.ctx, buyer.caller, newer.body);
    const late = await refusalOf(submitPurchase(desk.ctx, buyer.caller, older.body));
    expect(late.code).toBe('not_buyable');
    await desk.mine();
    expect(await desk.listing(refs[0]!.listingId)).toMatchObject({ state: 'sold' });
  });

  test('take signatures in another form, and answer only the same body again', async () => {
    const { body } = await signedPurchase(desk, nested, [refs[7]!]);
    const signedSteps = body.signedSteps.map((step) => ({ ...step, psbtBase64: finalised(step) }));
    expect(signedSteps).not.toEqual(body.signedSteps);
    const submit = (steps: readonly SignedStep[]) =>
      submitPurchase(desk.ctx, nested.caller, { ...body, signedSteps: steps });
    const answer = await submit(signedSteps);
    expect(await submit(signedSteps)).toEqual(answer);
    expect((await refusalOf(submit(body.signedSteps))).code).toBe('not_buyable');
    await desk.mine();
  });
});

describe('a preflight that fails', () => {
  const failing = (ctx: TradingContext = desk.ctx) => preflight([refs[2]!], ctx, { roundUpDonation: true });

  test('frees the anchor that it reserved', async () => {
    await expect(failing()).rejects.toMatchObject({ code: 'donation_unavailable' });
    expect(await reserved()).toEqual([]);
  });

  test('leaves what an earlier preflight promised', async () => {
    const { body } = await signedPurchase(desk, buyer, [refs[2]!]);
    await expect(failing()).rejects.toMatchObject({ code: 'donation_unavailable' });
    await submitPurchase(desk.ctx, buyer.caller, body);
    await desk.mine();
    expect(await desk.listing(refs[2]!.listingId)).toMatchObject({ state: 'sold' });
  });

  test.each(['reserved', 'assigned'] as const)(
    'does not free an anchor that was %s for somebody else meanwhile',
    async (state) => {
      let own: Anchor | undefined;
      let taken: Anchor[] = [];
      // In one transaction: the preflight goes on as soon as the connection is free.
      const takeOver = () =>
        inTransaction(desk.ctx.db, async (db) => {
          [own] = await reserved(db);
          desk.clock.step(desk.ctx.settings.reservationMs);
          taken = (await anchorsFor({ ...desk.ctx, db }, other.caller.profileId, purposes(0)))!;
          if (state === 'assigned') await assignAnchors(db, taken);
        });
      const ctx = afterReserving(desk.ctx, takeOver);
      await expect(preflight([refs[3]!], ctx, { roundUpDonation: true })).rejects.toMatchObject({
        code: 'donation_unavailable',
      });
      expect(taken.map(({ id }) => id)).toContain(own!.id);
      expect(await anchorNow(own!.id)).toMatchObject({
        state,
        reservation: { profileId: other.caller.profileId },
      });
    },
  );
});

describe('an anchor that goes to somebody else', () => {
  test('while the purchase is being built makes its preflight stale', async () => {
    const ctx = afterReserving(desk.ctx, async () => {
      desk.clock.step(desk.ctx.settings.reservationMs);
      await anchorsFor(desk.ctx, other.caller.profileId, purposes(1));
    });
    await expect(preflight([refs[4]!], ctx)).rejects.toMatchObject({ code: 'stale' });
  });

  test('after the preflight makes the submit stale', async () => {
    // The older of two: the first to go when another profile has none.
    const { body } = await signedPurchase(desk, buyer, [refs[5]!]);
    desk.clock.step(1_000);
    await preflight([refs[6]!]);
    const free = async () => (await anchorsFor(desk.ctx, crypto.randomUUID(), ['one']))?.[0]?.id;
    for (let id = await free(); id !== body.purchaseAnchorUtxoId; id = await free())
      expect(id, 'no newcomer got the anchor').toBeDefined();
    const refusal = await refusalOf(submitPurchase(desk.ctx, buyer.caller, body));
    expect(refusal).toMatchObject({
      code: 'stale',
      message: expect.stringContaining('is not reserved for you'),
    });
  });
});

const purposes = (batch: number) => Array.from({ length: 20 }, (_, i) => `batch ${batch}, ${i}`);
