/** What traders do: each makes a signed body, sends it, and may send it again. */

import { sql } from 'kysely';
import type { Database } from '../../src/store/port.ts';
import { READ_BACK_REASON, UNDONE_REASON } from '../../src/store/sale/read-back.ts';
import { cancelCollectionOffer } from '../../src/trading/collection-offer/close.ts';
import { submitCollectionOffers } from '../../src/trading/collection-offer/make.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { submitAcceptCounter } from '../../src/trading/counter/accept.ts';
import { submitCounter } from '../../src/trading/counter/make.ts';
import { rejectCounter } from '../../src/trading/counter/reject.ts';
import { submitFill } from '../../src/trading/fill/fill.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { submitListing } from '../../src/trading/listing/list.ts';
import { preflightTakeBack, submitTakeBack } from '../../src/trading/listing/take-back.ts';
import { submitAcceptOffer } from '../../src/trading/offer/accept.ts';
import { cancelOffer, rejectOffer } from '../../src/trading/offer/close.ts';
import { submitOffers } from '../../src/trading/offer/make.ts';
import { submitPurchase } from '../../src/trading/purchase/buy.ts';
import { signedAcceptance, signedCounter, signedCounterAcceptance, signedOffer } from '../support/bidding.ts';
import { signedFill, signedOffers } from '../support/collection-offers.ts';
import { SLUG } from '../support/desk.ts';
import { listingBody, signedListing, signedPurchase } from '../support/trade.ts';
import { signStep, type Trader } from '../support/trader.ts';
import type { Actor } from './history.ts';
import type { Choices } from './seeded-random.ts';
import { ENDED, type Submission } from './submissions.ts';

/** Signs through the service of `actor`; null: there is nothing to do. */
export type Act = (actor: Actor, random: Choices) => Promise<Submission | null>;

const DURATIONS = [undefined, 1, 7] as const;

type Stored = Submission['stored'];
type TableOf = 'purchases' | 'listings' | 'offers' | 'offerSettlements' | 'collectionOffers' | 'fillAttempts';

/** The state of the row that has all these values; null: there is none. */
export const stateOf =
  (table: TableOf, having: Readonly<Record<string, string | number | null>>): Stored =>
  async (db) => {
    let rows = db.selectFrom(table as 'listings').select('state');
    for (const [column, value] of Object.entries(having))
      rows = rows.where(column as 'id', 'is not distinct from', value as string);
    return (await rows.orderBy('createdAt', 'desc').executeTakeFirst())?.state ?? null;
  };

/** The state of the first row that lives, or else of the first; null: one of them is missing. */
export const stateOfAny =
  (each: readonly Stored[]): Stored =>
  async (db) => {
    const states = await Promise.all(each.map((state) => state(db)));
    return states.includes(null) ? null : (states.find((state) => !ENDED.has(state!)) ?? states[0]!);
  };

/**
 * `to` once the row has ended so. Also when it ended so in a database that a restore had put back, which did not
 * know that it was sold: its block has said so since, as operations.md tells.
 */
const endedAs =
  (table: 'listings' | 'offers' | 'collectionOffers', id: string, to: string, orElse?: string): Stored =>
  async (db) => {
    const row = await db
      .selectFrom(table as 'listings')
      .select(['state', 'closeReason'])
      .where('id', '=', id)
      .executeTakeFirst();
    const { state, closeReason } = row ?? {};
    return state === to ||
      state === orElse ||
      closeReason === READ_BACK_REASON ||
      closeReason === UNDONE_REASON
      ? to
      : null;
  };

export function submission(what: string, send: Submission['send'], stored: Stored): Submission {
  return { what, send, stored, closes: false, heard: [], firstSentAt: null };
}

function closing(...[what, send, stored]: Parameters<typeof submission>): Submission {
  return { ...submission(what, send, stored), closes: true };
}

export const list: Act = (actor, random) => listAs(actor, random, random.pick(actor.stage.traders)!);

export async function listAs(
  { desk, stage }: Actor,
  random: Choices,
  seller: Trader,
): Promise<Submission | null> {
  const own = await ownedBy(desk.ctx, seller, stage.ids);
  const [id, second] = [random.pick(own), random.pick(own)];
  if (id === undefined) return null;
  const ids = second !== undefined && second !== id && random.below(3) === 0 ? [id, second] : [id];
  const body = await signedListing(
    desk.ctx,
    seller,
    listingBody(seller, ids, 20_000 + 10_000 * random.below(4)),
    random.pick(DURATIONS),
  );
  const durationDays = body.durationDays ?? null;
  const stored = stateOfAny(
    body.items.map(({ inscriptionId, priceSats }, i) => {
      const { anchorUtxoId: anchorId } = body.anchors[i]!;
      return stateOf('listings', { anchorId, inscriptionId, priceSats, durationDays });
    }),
  );
  return submission(
    `listing of ${ids.join(' and ')}`,
    (ctx) => submitListing(ctx, seller.caller, body),
    stored,
  );
}

export const buy: Act = (actor, random) => buyAs(actor, random, actor.stage.traders);

/** One of these buys a listing of somebody else, or two. */
export async function buyAs({ desk, stage }: Actor, random: Choices, buyers: readonly Trader[]) {
  const sellers = stage.traders.filter((one) => buyers.some((buyer) => buyer !== one));
  const rows = await desk.ctx.db
    .selectFrom('listings')
    .select(['id', 'inscriptionId', 'sellerProfileId'])
    .where('state', 'in', ['buyable', 'hidden_locked'])
    .where(
      'sellerProfileId',
      'in',
      sellers.map(({ caller }) => caller.profileId),
    )
    .orderBy('id')
    .execute();
  const [one, other] = [random.pick(rows), random.pick(rows)];
  if (!one || !other) return null;
  const buyer = somebodyElse(buyers, one.sellerProfileId, random);
  const isForBoth = other.sellerProfileId !== buyer.caller.profileId && random.below(3) === 0;
  const listings = [...new Set(isForBoth ? [one, other] : [one])];
  const refs = listings.map(({ id, inscriptionId }) => ({ listingId: id, inscriptionId }));
  const { body, promised } = await signedPurchase(desk, buyer, refs);
  const settlementTxid = promised.expectedSettlementTxid;
  return submission(
    `purchase ${settlementTxid}`,
    (ctx) => submitPurchase(ctx, buyer.caller, body),
    stateOf('purchases', { settlementTxid }),
  );
}

export const delist: Act = (actor, random) => delistAs(actor, random, actor.stage.traders);

/** Delists a listing of one of these. */
export async function delistAs({ desk }: Actor, random: Choices, sellers: readonly Trader[]) {
  const ids = sellers.map(({ caller }) => caller.profileId);
  const row = random.pick(
    await desk.ctx.db
      .selectFrom('listings')
      .select(['id', 'inscriptionId', 'sellerProfileId', 'state'])
      .where('state', 'in', ['buyable', 'pending_public', 'hidden_locked'])
      .where('sellerProfileId', 'in', ids)
      .orderBy('id')
      .execute(),
  );
  const seller = sellers.find(({ caller }) => caller.profileId === row?.sellerProfileId);
  if (!row || !seller) return null;
  const listings = [{ listingId: row.id, inscriptionId: row.inscriptionId }];
  const body = { slug: SLUG, walletBindingId: seller.walletBindingId, listings };
  return closing(
    `delisting of ${row.id}`,
    (ctx) => delistListings(ctx, seller.caller, body),
    // a block may take the stalled purchase after all
    endedAs('listings', row.id, 'cancelled', row.state === 'hidden_locked' ? 'sold' : undefined),
  );
}

export const takeBack: Act = async ({ desk, stage }, random) => {
  const row = random.pick(
    await desk.ctx.db
      .selectFrom('listings')
      .select(['id', 'sellerProfileId'])
      .where('transferSentAt', 'is not', null)
      .where('state', '<>', 'sold')
      .orderBy('id')
      .execute(),
  );
  const seller = stage.traders.find(({ caller }) => caller.profileId === row?.sellerProfileId);
  if (!row || !seller) return null;
  const body = {
    slug: SLUG,
    listingId: row.id,
    walletBindingId: seller.walletBindingId,
    ordinalsPublicKey: seller.ordinals.publicKey,
  };
  const { expectedTxid, steps } = await preflightTakeBack(desk.ctx, seller.caller, body);
  const signed = { ...body, expectedTxid, signedSteps: steps.map((step) => signStep(seller, step)) };
  return submission(
    `take-back of ${row.id}`,
    (ctx) => submitTakeBack(ctx, seller.caller, signed),
    async (db) => {
      const found = await db
        .selectFrom('listings')
        .select('recoveryTxid')
        .where('id', '=', row.id)
        .executeTakeFirst();
      return found?.recoveryTxid === expectedTxid ? 'stored' : null;
    },
  );
};

export const offer: Act = async ({ desk, stage }, random) => {
  const buyer = random.pick(stage.traders)!;
  const own = await ownedBy(desk.ctx, buyer, stage.ids);
  const id = random.pick(stage.ids.filter((one) => !own.includes(one)));
  if (id === undefined) return null;
  const bid = { priceSats: 20_000 + 5_000 * random.below(4), validityHours: random.pick([6, 12, 168])! };
  const { body } = await signedOffer(desk, buyer, [id], bid);
  const firstTxid = body.signedItems[0]!.expectedSettlementTxid;
  return submission(
    `offer on ${id}`,
    (ctx) => submitOffers(ctx, buyer.caller, body),
    stateOf('offers', { firstTxid, ...bid }),
  );
};

interface OpenOffer {
  readonly offer: { readonly inscriptionId: string; readonly offerId: string };
  readonly buyer: Trader;
  readonly seller: Trader;
}

async function openOffer(
  { desk, stage }: Actor,
  random: Choices,
  kind: 'buyer_offer' | 'seller_counter',
): Promise<OpenOffer | null> {
  const row = random.pick(
    await desk.ctx.db
      .selectFrom('offers')
      .select(['id', 'inscriptionId', 'buyerProfileId', 'sellerAddress'])
      .where('state', 'in', ['active', 'accepted'])
      .where('kind', '=', kind)
      .orderBy('id')
      .execute(),
  );
  const buyer = stage.traders.find(({ caller }) => caller.profileId === row?.buyerProfileId);
  const seller = stage.traders.find(({ ordinals }) => ordinals.address === row?.sellerAddress);
  return row && buyer && seller
    ? { offer: { inscriptionId: row.inscriptionId, offerId: row.id }, buyer, seller }
    : null;
}

export const accept: Act = async (actor, random) => {
  const open = await openOffer(actor, random, 'buyer_offer');
  if (!open) return null;
  const { body } = await signedAcceptance(actor.desk, open.seller, open.offer);
  const { expectedSettlementTxid: settlementTxid, expectedPayoutTxid: payoutTxid } = body;
  return submission(
    `acceptance of ${open.offer.offerId}`,
    (ctx) => submitAcceptOffer(ctx, open.seller.caller, body),
    stateOf('offerSettlements', { settlementTxid, payoutTxid }),
  );
};

export const counter: Act = async (actor, random) => {
  const open = await openOffer(actor, random, 'buyer_offer');
  if (!open) return null;
  const bid = { priceSats: 60_000, validityHours: 6 };
  const { body } = await signedCounter(actor.desk, open.seller, open.offer, bid);
  return submission(
    `counter to ${open.offer.offerId}`,
    (ctx) => submitCounter(ctx, open.seller.caller, body),
    stateOf('offers', { firstTxid: body.expectedTransferTxid, parentOfferId: open.offer.offerId, ...bid }),
  );
};

export const acceptCounter: Act = async (actor, random) => {
  const open = await openOffer(actor, random, 'seller_counter');
  if (!open) return null;
  const { body } = await signedCounterAcceptance(actor.desk, open.buyer, open.offer);
  return submission(
    `acceptance of counter ${open.offer.offerId}`,
    (ctx) => submitAcceptCounter(ctx, open.buyer.caller, body),
    stateOf('offerSettlements', { settlementTxid: body.expectedSettlementTxid }),
  );
};

export const closeOffer: Act = async (actor, random) => {
  const kind = random.pick(['buyer_offer', 'seller_counter'] as const)!;
  const open = await openOffer(actor, random, kind);
  if (!open) return null;
  const isCancelled = random.below(2) === 0;
  const isBuyers = (kind === 'buyer_offer') === isCancelled;
  const who = isBuyers ? open.buyer : open.seller;
  const action = { ...open.offer, walletBindingId: who.walletBindingId };
  const close = isCancelled ? cancelOffer : kind === 'buyer_offer' ? rejectOffer : rejectCounter;
  const to = isCancelled ? 'cancelled' : 'rejected';
  return closing(
    `${to} offer ${open.offer.offerId}`,
    (ctx) => close(ctx, who.caller, action),
    endedAs('offers', open.offer.offerId, to),
  );
};

export const offerOnCollection: Act = async ({ desk, stage }, random) => {
  const buyer = random.pick(stage.traders)!;
  const more = { priceSats: 20_000 + 5_000 * random.below(4), validityHours: random.pick([6, 168])! };
  const { body } = await signedOffers(desk, buyer, more);
  return submission(
    'collection offer',
    (ctx) => submitCollectionOffers(ctx, buyer.caller, body),
    stateOf('collectionOffers', { fundingTxid: body.offers[0]!.expectedFundingParentTxid }),
  );
};

async function openCollectionOffer({ desk, stage }: Actor, random: Choices) {
  const row = random.pick(
    await desk.ctx.db
      .selectFrom('collectionOffers')
      .select(['id', 'makerProfileId'])
      .where('state', 'in', ['active', 'filling'])
      .orderBy('id')
      .execute(),
  );
  const maker = stage.traders.find(({ caller }) => caller.profileId === row?.makerProfileId);
  return row && maker ? { offerId: row.id, maker } : null;
}

export const fill: Act = async (actor, random) => {
  const { desk, stage } = actor;
  const open = await openCollectionOffer(actor, random);
  if (!open) return null;
  const seller = somebodyElse(stage.traders, open.maker.caller.profileId, random);
  const id = random.pick(await ownedBy(desk.ctx, seller, stage.ids));
  if (id === undefined) return null;
  const { body, promised } = await signedFill(desk, seller, open.offerId, id);
  const confirmed = { ...body, belowTopOfferConfirmation: promised.belowTopOfferWarning };
  return submission(
    `fill ${body.expectedSettlementTxid}`,
    (ctx) => submitFill(ctx, seller.caller, confirmed),
    stateOf('fillAttempts', { settlementTxid: body.expectedSettlementTxid }),
  );
};

export const cancelOnCollection: Act = async (actor, random) => {
  const open = await openCollectionOffer(actor, random);
  if (!open) return null;
  const { offerId, maker } = open;
  const body = { slug: SLUG, offerId, walletBindingId: maker.walletBindingId };
  return closing(
    `cancellation of collection offer ${offerId}`,
    (ctx) => cancelCollectionOffer(ctx, maker.caller, body),
    async (db) =>
      (await endedAs('collectionOffers', offerId, 'cancelled')(db)) ?? (await filledAfterAll(db, offerId)),
  );
};

/**
 * A displaced fill frees its offer, whose maker may then cancel it. A block may have the fill all the same: the
 * service no longer fills the offer, and the chain has done so before.
 */
async function filledAfterAll(db: Database, offerId: string): Promise<string | null> {
  const { rows } = await sql`
    select from fill_attempts f join moves m on m.row_id = f.id and m.kind = 'fill' and m.state_from = 'displaced'
    where f.offer_id = ${offerId}::uuid and f.state = 'accepted'`.execute(db);
  return rows.length > 0 ? 'cancelled' : null;
}

function somebodyElse(traders: readonly Trader[], profileId: string, random: Choices): Trader {
  return random.pick(traders.filter(({ caller }) => caller.profileId !== profileId))!;
}

/** Inscriptions that the index has at the trader's address. */
export async function ownedBy(
  { ordinals }: TradingContext,
  trader: Trader,
  ids: readonly string[],
): Promise<string[]> {
  const found = await ordinals.inscriptions(ids);
  return ids.filter((_, i) => found[i]?.address === trader.ordinals.address);
}
