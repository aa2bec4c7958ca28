import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { submitPurchase } from '../../src/trading/buy.ts';
import { preflightListing, type SignedListingBody, submitListing } from '../../src/trading/list.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { type Mutation, mutationsOf } from '../support/psbt-mutations.ts';
import { decodePsbt, encodePsbt } from '../support/raw-psbt.ts';
import { list, listingBody, refusalOf, signedListing, signedPurchase } from '../support/trade.ts';
import { signStep, type Trader, type TraderShape } from '../support/trader.ts';

const SPOILED = ['bad_psbt', 'bad_signature', 'too_large', 'malformed'];

let desk: Desk;
let seller: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk();
  [seller] = (await desk.traders(['p2wpkh'])) as [Trader];
  ids = await desk.inscribe(seller, 20);
});
afterAll(() => desk?.close());
vi.setConfig({ testTimeout: 90_000 });

/** Submits every mutation: each is refused as spoiled, and nothing is stored by any. */
async function allRefused(mutations: readonly Mutation[], submit: (psbtBase64: string) => Promise<unknown>) {
  expect(mutations.length).toBeGreaterThanOrEqual(40);
  const before = await desk.dump();
  const wrong: string[] = [];
  for (const { name, psbtBase64 } of mutations) {
    const seen = await refusalOf(submit(psbtBase64)).then(
      ({ code, message }) => (SPOILED.includes(code) ? null : `${code}: ${message}`),
      (error: unknown) => String(error),
    );
    if (seen) wrong.push(`${name}: ${seen}`);
  }
  expect(wrong).toEqual([]);
  expect(await desk.dump()).toBe(before);
}

describe('a listing whose PSBT was tampered with is refused, and the honest one is taken', () => {
  /** A listing of one item, with every other PSBT of it and of a purchase. */
  async function honest() {
    const body = listingBody(seller, [next()]);
    const preflight = await preflightListing(desk.ctx, seller.caller, body);
    const [listing] = preflight.listings;
    const steps = [...listing!.psbts, preflight.recoveryPsbt];
    const signed = steps.map((step) => signStep(seller, step));
    const submitted = (psbts: readonly string[]): SignedListingBody => ({
      ...body,
      anchors: [{ inscriptionId: listing!.inscriptionId, anchorUtxoId: listing!.anchorUtxoId }],
      signed: [
        {
          inscriptionId: listing!.inscriptionId,
          psbts: listing!.psbts.map((step, i) => ({ ...step, psbtBase64: psbts[i]! })),
        },
      ],
      signedRecoveryPsbt: { ...preflight.recoveryPsbt, psbtBase64: psbts[2]! },
    });
    return { steps, signed: signed.map(({ psbtBase64 }) => psbtBase64), submitted };
  }

  test.each([
    ['step 0, the transfer', 0],
    ['step 1, the half of the sale', 1],
    ['the recovery', 2],
  ] as const)('%s', async (_, which) => {
    const { steps, signed, submitted } = await honest();
    const elsewhere = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const mutations = mutationsOf({
      signed: signed[which]!,
      unsigned: steps[which]!.psbtBase64,
      inputsToSign: steps[which]!.inputsToSign,
      others: {
        'another step': signed[(which + 1) % 3]!,
        'the step after': signed[(which + 2) % 3]!,
        "another listing's": [...elsewhere.signed[0]!.psbts, elsewhere.signedRecoveryPsbt][which]!.psbtBase64,
      },
    });
    await allRefused(mutations, (psbtBase64) =>
      submitListing(
        desk.ctx,
        seller.caller,
        submitted(signed.map((own, i) => (i === which ? psbtBase64 : own))),
      ),
    );
    const rewritten = signed.map((psbt) => encodePsbt(decodePsbt(psbt)));
    const { listings } = await submitListing(desk.ctx, seller.caller, submitted(rewritten));
    expect(await desk.listing(listings[0]!.listingId)).toMatchObject({ state: 'buyable' });
  });
});

describe('a purchase whose PSBT was tampered with is refused, and the honest one is taken', () => {
  test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)('paid from %s', async (shape: TraderShape) => {
    const [buyer] = (await desk.traders([shape], 6, 40_000)) as [Trader];
    const refs = await list(desk, seller, [next()]);
    const { body, promised } = await signedPurchase(desk, buyer, refs);
    expect(promised.selectedPaymentUtxos.length).toBeGreaterThan(1);
    const [step] = promised.steps;
    const listing = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    const mutations = mutationsOf({
      signed: body.signedSteps[0]!.psbtBase64,
      unsigned: step!.psbtBase64,
      inputsToSign: step!.inputsToSign,
      others: Object.fromEntries(
        listing.signed[0]!.psbts.map(({ psbtBase64 }, i) => [`step ${i} of a listing`, psbtBase64]),
      ),
    });
    await allRefused(mutations, (psbtBase64) =>
      submitPurchase(desk.ctx, buyer.caller, { ...body, signedSteps: [{ ...step!, psbtBase64 }] }),
    );
    const psbtBase64 = encodePsbt(decodePsbt(body.signedSteps[0]!.psbtBase64));
    await submitPurchase(desk.ctx, buyer.caller, { ...body, signedSteps: [{ ...step!, psbtBase64 }] });
    await desk.mine();
    expect(await desk.listing(refs[0]!.listingId)).toMatchObject({ state: 'sold' });
  });
});
