import { MAX_LIVE_OFFERS, NO_OWNER } from '@ordbook/api/offer/offer';
import { refuse } from '@ordbook/protocol/refusals';
import { HOUR_MS } from '../../base/clock.ts';
import { inscriptionsByIds } from '../../store/chain/inscriptions.ts';
import { activeOffers, countActiveOffers, offerHistory } from '../../store/offer/offers-page.ts';
import type { Caller, TradingContext } from '../context.ts';

/** An offer that ends within this time is expiring soon. */
const SOON_MS = 24 * HOUR_MS;
/** Offers on a page of an inscription's history. */
const HISTORY_PAGE = 25;

/**
 * The current offers for an inscription that the caller may see: the best of them, and counts of all. Refuses
 * (404) an unknown inscription.
 */
export async function readOffers(ctx: TradingContext, caller: Caller, inscriptionId: string) {
  const ownerAddress = await ownerOf(ctx, inscriptionId);
  const now = ctx.clock.now();
  const soon = new Date(now.getTime() + SOON_MS);
  const wanted = { inscriptionId, profileId: caller.profileId };
  const [offers, counts] = await Promise.all([
    activeOffers(ctx.db, wanted, { now, limit: MAX_LIVE_OFFERS }),
    countActiveOffers(ctx.db, wanted, { now, soon }),
  ]);
  return { inscriptionId, ownerAddress, ...counts, offers };
}

/**
 * One page of all offers ever made for an inscription that the caller may see. Refuses as `readOffers` does.
 */
export async function readOfferHistory(
  ctx: TradingContext,
  caller: Caller,
  inscriptionId: string,
  page: number,
) {
  await ownerOf(ctx, inscriptionId);
  const rows = await offerHistory(
    ctx.db,
    { inscriptionId, profileId: caller.profileId },
    { now: ctx.clock.now(), skip: page * HISTORY_PAGE, limit: HISTORY_PAGE + 1 },
  );
  return { inscriptionId, offers: rows.slice(0, HISTORY_PAGE), hasMore: rows.length > HISTORY_PAGE, page };
}

async function ownerOf(ctx: TradingContext, inscriptionId: string): Promise<string> {
  const [stored] = await inscriptionsByIds(ctx.db, [inscriptionId]);
  if (stored) return stored.ownerAddress ?? NO_OWNER;
  const found = await ctx.ordinals.inscription(inscriptionId);
  if (!found) refuse('not_found', `no inscription ${inscriptionId}`);
  return found.address ?? NO_OWNER;
}
