import { walletOf } from '../../sandbox/src/keys.ts';
import type { Sandbox } from '../../sandbox/src/sandbox.ts';
import { makeCounter, makeOffer } from '../../server/test/support/bidding.ts';
import { makeOffers as makeCollectionOffers } from '../../server/test/support/collection-offers.ts';
import type { Desk } from '../../server/test/support/desk.ts';
import { list } from '../../server/test/support/trade.ts';
import type { Trader } from '../../server/test/support/trader.ts';
import { type Session, signIn } from '../edge/sign-in.ts';
import type { OwnValues } from './own-values.ts';

const SLUG = 'embers';
/** How often each thing that can be closed once is there. */
const CLOSABLE = 4;

/**
 * A sandbox with something of every kind in its order book, between the caller and another trader, and the
 * values with which the caller's requests name them: the caller's inscriptions, listings and offers, and the
 * offers received.
 */
export async function stockBook(sandbox: Sandbox): Promise<{ session: Session; own: OwnValues }> {
  const { ctx } = sandbox.service;
  const desk: Pick<Desk, 'ctx' | 'coinsOf'> = {
    ctx,
    async coinsOf({ payment }) {
      const { coins } = await ctx.chain.addressCoins(payment.address);
      return coins.map(({ txid, vout, valueSats }) => ({ txid, vout, valueSats }));
    },
  };
  const [session, caller] = await trader(sandbox, 0);
  const [, other] = await trader(sandbox, 1);
  const inscribe = (owner: Trader, count: number) =>
    sandbox.world.inscribeAt({
      address: owner.ordinals.address,
      collectionSlug: SLUG,
      count,
      postageSats: 10_000,
    });
  const mine = await inscribe(caller, 4 + CLOSABLE);
  const theirs = await inscribe(other, 4);
  await mineBlock(sandbox);

  const [toList, toSell, toFill, offered, ...listed] = mine as [string, string, string, string, ...string[]];
  const [forSale, wanted, countered] = theirs as [string, string, string];
  const times = <T>(make: (i: number) => Promise<T>) =>
    inTurn(
      Array.from({ length: CLOSABLE }, (_, i) => i),
      make,
    );

  const ownListings = await inTurn(listed, async (id) => (await list(desk, caller, [id]))[0]!);
  const listings = await list(desk, other, [forSale]);
  const received = await makeOffer(desk, other, toSell);
  const toReject = await times((i) => makeOffer(desk, other, offered, { priceSats: 60_000 + 1_000 * i }));
  const toCancel = await times((i) => makeOffer(desk, caller, wanted, { priceSats: 60_000 + 1_000 * i }));
  const counter = async (i: number) =>
    makeCounter(desk, other, await makeOffer(desk, caller, countered, { priceSats: 50_000 + 1_000 * i }));
  const toAccept = await counter(CLOSABLE);
  const toDecline = await times(counter);
  const collectionOffer = await makeCollectionOffers(desk, other);
  const ownCollectionOffers = await makeCollectionOffers(desk, caller, { offerCount: CLOSABLE });

  const spendableUtxos = [await desk.coinsOf(caller)];
  const who = {
    walletBindingId: [caller.walletBindingId],
    ordinalsPublicKey: [caller.ordinals.publicKey],
    paymentPublicKey: [caller.payment.publicKey],
  };
  const on = (id: string, offers: readonly { offerId: string }[]) => ({
    ...who,
    id: [id],
    offerId: offers.map(({ offerId }) => offerId),
  });
  // of regtest, and of nobody: with the caller's token, a challenge links them
  const fresh = walletOf('schemathesis', 'p2wpkh');
  const bid = { ...who, priceSats: [50_000, 60_000], spendableUtxos };
  const target = [{ kind: 'all' }];
  return {
    session,
    own: {
      createAuthChallenge: {
        ordinalsAddress: [fresh.ordinals.address],
        paymentAddress: [fresh.payment.address],
      },
      preflightListing: { ...who, items: [[{ inscriptionId: toList, priceSats: 50_000 }]] },
      delistListing: { ...who, listings: ownListings.map((one) => [one]) },
      preflightPurchase: { ...who, spendableUtxos, listings: [listings] },
      preflightCollectionOffer: { ...bid, inscriptionIds: [[wanted], [wanted, countered]] },
      listInscriptionOffers: { id: [wanted, offered, toSell] },
      listInscriptionOfferHistory: { id: [wanted, offered, toSell] },
      cancelOffer: on(wanted, toCancel),
      rejectOffer: on(offered, toReject),
      preflightOfferAcceptance: on(toSell, [received]),
      preflightCounterOffer: { ...on(toSell, [received]), priceSats: [80_000, 90_000] },
      rejectCounterOffer: on(countered, toDecline),
      preflightCounterOfferAcceptance: { ...on(countered, [toAccept]), spendableUtxos },
      previewCollectionOfferTarget: { target },
      previewCollectionOfferReplacementWarning: { ...bid, target, offerCount: [1, 2], ladderStepSats: [0] },
      preflightCollectionWideOffer: { ...bid, target, offerCount: [1, 2], ladderStepSats: [0] },
      cancelCollectionWideOffer: {
        ...who,
        offerId: ownCollectionOffers.offers.map(({ offerId }) => offerId),
      },
      preflightCollectionOfferFill: { ...who, offerId: [collectionOffer.offerId], inscriptionId: [toFill] },
    },
  };
}

/** Mines a block; resolves once index and service have it. */
async function mineBlock({ url }: Sandbox): Promise<void> {
  const answer = await fetch(`${url}/sandbox/mine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"blocks":1}',
  });
  if (!answer.ok) throw new Error(`mining answers ${answer.status}: ${await answer.text()}`);
}

async function trader(sandbox: Sandbox, index: number): Promise<[Session, Trader]> {
  const wallet = sandbox.world.wallets[index]!;
  const session = await signIn(sandbox, wallet);
  const { walletBindingId } = session.walletBindings[0]!;
  return [session, { ...wallet, walletBindingId, caller: { profileId: session.profile.id } }];
}

async function inTurn<From, To>(items: readonly From[], make: (item: From) => Promise<To>): Promise<To[]> {
  const made: To[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}
