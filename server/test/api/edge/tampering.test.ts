import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stride } from '../../../../stack/rounds.ts';
import { openapiDocument } from '../../../src/cli/openapi-document.ts';
import { preflightTakeBack } from '../../../src/trading/listing/take-back.ts';
import {
  makeCounter,
  makeOffer,
  signedAcceptance,
  signedCounter,
  signedCounterAcceptance,
  signedOffer,
} from '../../support/bidding.ts';
import { makeOffers, signedFill, signedOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { QUICK_TIER } from '../../support/offer-signers.ts';
import { mutationsOf } from '../../support/psbt-mutations.ts';
import { decodePsbt, encodePsbt } from '../../support/raw-psbt.ts';
import { strandedListing } from '../../support/stranded-listing.ts';
import { list, listingBody, signedListing, signedPurchase } from '../../support/trade.ts';
import { signInput, signStep, type Trader, type TraderShape } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let desk: Desk;
let api: DeskApi;
let seller: Trader;
let ids: string[];
const next = () => ids.pop()!;

beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  api = await serveDesk(desk);
  [seller] = (await desk.traders(['p2wpkh'])) as [Trader];
  ids = await desk.inscribe(seller, 40);
});
afterAll(async () => {
  await api?.close();
  await desk?.close();
});

/** A submit as an honest wallet would send it, with `psbts` signed PSBTs in its body. */
interface Submit {
  readonly path: string;
  readonly sender: Trader;
  readonly body: object;
  readonly psbts: number;
}

/** At least so many of every signed PSBT. */
const MUTATIONS = 60;

/** `npm test` sends each mutation the first time that it comes up, and then one in so many of each PSBT, in turn. */
const STRIDE = stride(25);
const turns = new Map<string, number>();

function isNext(name: string): boolean {
  const isFirst = !turns.has(name);
  const turn = (turns.get(name) ?? turns.size) + 1;
  turns.set(name, turn);
  return isFirst || turn % STRIDE === 0;
}

const COLLECTION = '/collection/{slug}';
const OFFER = '/inscriptions/{id}/offers/{offerId}';

/** Every route that takes signed PSBTs: what `buyer`, or the seller to him, would send it. */
const submits: Readonly<Record<string, (buyer: Trader) => Promise<Omit<Submit, 'path'>>>> = {
  async [`${COLLECTION}/listings/submit`]() {
    const body = await signedListing(desk.ctx, seller, listingBody(seller, [next()]));
    return { sender: seller, body, psbts: 3 };
  },
  async [`${COLLECTION}/purchases/submit`](buyer) {
    const { body } = await signedPurchase(desk, buyer, await list(desk, seller, [next()]));
    expect(body.selectedPaymentUtxos.length).toBeGreaterThan(1);
    return { sender: buyer, body, psbts: 1 };
  },
  async [`${COLLECTION}/listings/{listingId}/take-back/submit`](buyer) {
    const { listingId } = await strandedListing(desk, seller, buyer, next());
    const asked = {
      slug: SLUG,
      listingId,
      walletBindingId: seller.walletBindingId,
      ordinalsPublicKey: seller.ordinals.publicKey,
    };
    const { expectedTxid, steps } = await preflightTakeBack(desk.ctx, seller.caller, asked);
    const signedSteps = steps.map((step) => signStep(seller, step));
    return { sender: seller, body: { ...asked, expectedTxid, signedSteps }, psbts: 1 };
  },
  async [`${COLLECTION}/offers/submit`](buyer) {
    const { body } = await signedOffer(desk, buyer, [next(), next()]);
    return { sender: buyer, body, psbts: 2 };
  },
  async [`${OFFER}/accept/submit`](buyer) {
    const { body } = await signedAcceptance(desk, seller, await makeOffer(desk, buyer, next()));
    return { sender: seller, body, psbts: 2 };
  },
  async [`${OFFER}/counter/submit`](buyer) {
    const { body } = await signedCounter(desk, seller, await makeOffer(desk, buyer, next()));
    return { sender: seller, body, psbts: 3 };
  },
  async [`${OFFER}/counter/accept/submit`](buyer) {
    const counter = await makeCounter(desk, seller, await makeOffer(desk, buyer, next()));
    const { body } = await signedCounterAcceptance(desk, buyer, counter);
    return { sender: buyer, body, psbts: 2 };
  },
  async [`${COLLECTION}/collection-offers/submit`](buyer) {
    const { body } = await signedOffers(desk, buyer);
    return { sender: buyer, body, psbts: 1 };
  },
  async [`${COLLECTION}/collection-offers/{offerId}/fill/submit`](buyer) {
    const { offerId } = await makeOffers(desk, buyer);
    const { body } = await signedFill(desk, seller, offerId, next());
    return { sender: seller, body, psbts: 1 };
  },
};

async function submitOf(route: string, buyer: Trader): Promise<Submit> {
  const submit = await submits[route]!(buyer);
  const { inscriptionId, offerId, listingId } = submit.body as Record<string, string>;
  const path = route
    .replace('{slug}', SLUG)
    .replace('{id}', inscriptionId ?? '')
    .replace('{listingId}', listingId ?? '')
    .replace('{offerId}', offerId ?? '');
  return { ...submit, path };
}

/** The signed PSBTs of a body, in its order. */
function psbtsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'psbtBase64' ? [value as string] : psbtsIn(value),
  );
}

function withPsbt(body: object, honest: string, other: string): object {
  return JSON.parse(JSON.stringify(body).replaceAll(JSON.stringify(honest), JSON.stringify(other))) as object;
}

test('every route that takes signed PSBTs is tampered with here', async () => {
  const { paths } = (await openapiDocument()) as { paths: Record<string, object> };
  const taking = Object.entries(paths)
    .filter(([path, methods]) => path.endsWith('/submit') && 'post' in methods)
    .map(([path]) => path.replace('/api/v1', ''));
  expect(Object.keys(submits).sort()).toEqual(taking.sort());
});

describe.each(Object.keys(submits))('POST %s', (route) => {
  const shapes: TraderShape[] = /purchases|counter.accept/.test(route)
    ? ['p2wpkh', 'p2sh-p2wpkh', 'p2tr']
    : ['p2wpkh'];

  test.each(shapes)('from or to a buyer of %s takes no tampered PSBT, and the honest one', async (shape) => {
    const [buyer, other] = (await desk.traders([shape, shape], 6, 40_000)) as [Trader, Trader];
    const { path, sender, body, psbts } = await submitOf(route, buyer);
    const elsewhere = psbtsIn((await submitOf(route, other)).body);
    const signed = psbtsIn(body);
    expect(signed).toHaveLength(psbts);

    const before = await desk.dump();
    for (const [i, honest] of signed.entries()) {
      const siblings = signed.filter((psbt) => psbt !== honest);
      const others = [...siblings, elsewhere[i]!].map((psbt, n) => [`another one, ${n}`, psbt] as const);
      const mutations = mutationsOf(honest, signInput.bind(null, sender), Object.fromEntries(others));
      expect(mutations.length).toBeGreaterThanOrEqual(MUTATIONS);
      const taken: string[] = [];
      // Other routes, shapes and PSBTs try the mutations that this one leaves out.
      for (const mutation of mutations.filter((one) => isNext(one.name))) {
        const { name, psbtBase64 } = mutation;
        const answer = await api.post(path, sender, withPsbt(body, honest, psbtBase64));
        if (![400, 413].includes(answer.status) || typeof answer.body.error !== 'string')
          taken.push(`PSBT ${i}, ${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      expect(taken).toEqual([]);
    }
    expect(await desk.dump()).toBe(before);
    expect(await desk.ctx.chain.mempoolTxids()).toEqual([]);

    const rewritten = signed.reduce((sent, psbt) => withPsbt(sent, psbt, encodePsbt(decodePsbt(psbt))), body);
    expect(await api.post(path, sender, rewritten)).toMatchObject({ status: 200 });
    await desk.mine();
  });
});
