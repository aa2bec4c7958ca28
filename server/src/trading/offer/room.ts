/**
 * How many offers may be open: of a profile, paid by one coin, and on one inscription. A block that spends a
 * coin closes every offer on it, so a coin has a bound. An inscription keeps the highest offers: one that
 * pays more takes the place of the lowest, so nobody fills its book to keep others out. A profile has few of
 * them, since one coin pays any number of offers: otherwise one member could outbid all others and then
 * cancel, and theirs would be gone.
 */
import type { Outpoint } from '@ordbook/protocol/outpoint';
import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { closeOffers } from '../../store/offer/open-offers.ts';
import { activeOfferWith } from '../../store/offer/psbt-offers.ts';
import {
  fullInscriptionOf,
  lockOffersOf,
  offersAfterBest,
  openOffersOf,
  openOffersPaidBy,
} from '../../store/offer/room.ts';
import type { Database } from '../../store/port.ts';
import type { Caller, TradingContext } from '../context.ts';

/** Open offers of one kind that one coin may pay. */
export const MOST_PAID_BY_COIN = 500;
/** Active offers on one inscription. */
export const MOST_ON_INSCRIPTION = 200;
/** Active offers on one inscription that came as PSBTs, besides. */
export const MOST_PSBTS_ON_INSCRIPTION = 20;
/** Open offers of one profile on one inscription. */
export const MOST_OF_PROFILE_ON_INSCRIPTION = 40;

/** Offers that are about to be made. */
export interface NewOffers {
  readonly kind: 'offers' | 'collectionOffers';
  readonly count: number;
  /** The coins that pay each of them. */
  readonly coins: readonly Outpoint[];
}

/** Refuses (409) offers of which the caller, or a coin, would have too many open. */
export async function requireRoom(
  ctx: Pick<TradingContext, 'db' | 'settings'>,
  { profileId }: Caller,
  { kind, count, coins }: NewOffers,
): Promise<void> {
  const what = kind === 'offers' ? 'inscription offers' : 'collection offers';
  const { profileMaxOffers } = ctx.settings;
  const open = await openOffersOf(ctx.db, kind, profileId, profileMaxOffers);
  if (open + count > profileMaxOffers)
    refuse(
      'too_many_offers',
      `you have ${open} open ${what}, and ${count} more would be above ${profileMaxOffers}; cancel some, or wait until they expire`,
    );
  await requireRoomOnCoins(ctx.db, { kind, count, coins });
}

async function requireRoomOnCoins(db: Database, { kind, count, coins }: NewOffers): Promise<void> {
  const what = kind === 'offers' ? 'inscription offers' : 'collection offers';
  for (const [coin, paid] of await openOffersPaidBy(db, kind, coins, MOST_PAID_BY_COIN))
    if (paid + count > MOST_PAID_BY_COIN)
      refuse(
        'too_many_offers',
        `coin ${coin} pays ${paid} open ${what}, and ${count} more would be above ${MOST_PAID_BY_COIN}; cancel some, or pay with another coin`,
      );
}

/**
 * As `requireRoom`, for inscription offers; also refuses one on an inscription that has as many at that price
 * or more as it may have, or as many of the caller. Changes nothing.
 */
export async function requireRoomOn(
  ctx: Pick<TradingContext, 'db' | 'settings'>,
  caller: Caller,
  wanted: {
    readonly inscriptionIds: readonly string[];
    readonly priceSats: Sats;
    readonly coins: readonly Outpoint[];
  },
) {
  const { inscriptionIds, priceSats, coins } = wanted;
  await requireRoom(ctx, caller, { kind: 'offers', count: inscriptionIds.length, coins });
  const own = await fullInscriptionOf(
    ctx.db,
    caller.profileId,
    inscriptionIds,
    MOST_OF_PROFILE_ON_INSCRIPTION,
  );
  if (own !== null)
    refuse(
      'too_many_offers',
      `you have ${MOST_OF_PROFILE_ON_INSCRIPTION} open offers on inscription ${own}, the most of one profile; cancel one of them first`,
    );
  const lowest = await offersAfterBest(ctx.db, inscriptionIds, MOST_ON_INSCRIPTION - 1);
  const full = lowest.find((low) => low.priceSats >= priceSats);
  if (full)
    refuse(
      'too_many_offers',
      `inscription ${full.inscriptionId} has ${MOST_ON_INSCRIPTION} active offers of ${full.priceSats} sats or more, and priceSats is ${priceSats}; offer more`,
    );
  return lowest;
}

/**
 * `requireRoomOn` in the transaction that stores the offers: others of the caller, or on the inscriptions,
 * wait until it ends. Closes the lowest offers whose place they take.
 */
export async function makeRoom(
  ctx: Pick<TradingContext, 'db' | 'settings' | 'clock'>,
  caller: Caller,
  wanted: Parameters<typeof requireRoomOn>[2],
): Promise<void> {
  await lockOffersOf(ctx.db, [caller.profileId, ...wanted.inscriptionIds]);
  const lowest = await requireRoomOn(ctx, caller, wanted);
  const closeReason = `${MOST_ON_INSCRIPTION} offers on the inscription pay more`;
  await closeOffers(ctx.db, lowest, 'cancelled', { closeReason, now: ctx.clock.now() });
}

/**
 * As `makeRoom`, for an offer that came as a PSBT. Those take only each other's place. Returns the id of the
 * active offer that has the same transaction, and then changes nothing; null: there is room.
 */
export async function makeRoomForPsbt(
  { db, clock }: Pick<TradingContext, 'db' | 'clock'>,
  wanted: {
    readonly inscriptionId: string;
    readonly priceSats: Sats;
    readonly firstTxid: string;
    readonly payments: readonly Outpoint[];
  },
): Promise<string | null> {
  const { inscriptionId, priceSats, firstTxid, payments } = wanted;
  await lockOffersOf(db, [inscriptionId]);
  const known = await activeOfferWith(db, firstTxid);
  if (known !== null) return known;
  await requireRoomOnCoins(db, { kind: 'offers', count: 1, coins: payments });
  const lowest = await offersAfterBest(db, [inscriptionId], MOST_PSBTS_ON_INSCRIPTION - 1, 'psbts');
  const better = lowest.find((low) => low.priceSats >= priceSats);
  if (better)
    refuse(
      'too_many_offers',
      `inscription ${inscriptionId} has ${MOST_PSBTS_ON_INSCRIPTION} offers of ${better.priceSats} sats or more that came as PSBTs; offer more`,
    );
  const closeReason = `${MOST_PSBTS_ON_INSCRIPTION} offers on the inscription pay more`;
  await closeOffers(db, lowest, 'cancelled', { closeReason, now: clock.now() });
  return null;
}
