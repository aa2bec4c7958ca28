/**
 * What listings and counters may cost the operator in 24 hours.
 *
 * A listing that is not sold costs the operator the fee of spending its anchor. One that is sold costs
 * nothing, and its seller fee pays for others of the same profile. There are three ceilings:
 *
 *   a profile        its closings, and its open ones as if they closed now    `profileDailyCostSats`
 *   an inscription   its unpaid closings since it was last sold here          a twentieth of that
 *   all profiles     all unpaid closings                                      `unpaidDailyCostSats`
 *
 * Open ones count because a delisting is never refused, so a profile could close all of them today. Selling
 * raises the ceiling of a profile: the marketplace fees of what it sold in the last 30 days are added, less
 * what its closings cost before today. So a profile costs the operator at most the ceiling per day plus what
 * it has paid itself. What the operator ends, as after a restore, is charged to nobody.
 *
 * A new profile is cheap, so the other two bound what many do together. A closing is unpaid unless its
 * profile had paid enough fees for it and for all that was open beside it. Only what is unpaid waits for
 * these ceilings: a profile that sells goes on as far as its fees cover what it has open. An inscription
 * that has an unpaid closing waits when half of the last ceiling is used, so listing the same ones all day
 * stops no newcomer.
 */

import { refuse } from '@ordbook/protocol/refusals';
import { type Sats, sumSats } from '@ordbook/protocol/sats';
import { DAY_MS } from '../../base/clock.ts';
import type { TradingSettings } from '../../base/settings.ts';
import {
  type ClosingCost,
  costsOf,
  lockCosts,
  type ProfileCosts,
  type UnpaidBounds,
  unpaidCosts,
} from '../../store/listing/closing-costs.ts';
import type { Caller, TradingContext } from '../context.ts';

/** Days for which the fees of a sale count. */
const CREDIT_DAYS = 30;
/** As many inscriptions as one call lists may cost what one profile may, under any profile. */
const INSCRIPTIONS_PER_PROFILE = 20;

type CostContext = Pick<TradingContext, 'db' | 'clock' | 'settings'>;

/** What a profile may cost at most, and what it costs. */
export interface CostAccount {
  readonly ceilingSats: Sats;
  /** Open listings and counters plus the requested ones, at what closing them would cost now. */
  readonly openSats: Sats;
  /** Closings that count, the oldest first. */
  readonly closings: readonly ClosingCost[];
  /** Fees that the profile has paid. */
  readonly paidSats: Sats;
}

/**
 * Returns those of the inscriptions whose listing or counter the fees of the caller's sales do not pay for,
 * as `assignAnchors` stores them: all or none. Refuses 429 when it could raise the cost of the profile above
 * its ceiling or an inscription has reached its own, 503 when all profiles together have reached theirs. With
 * the handle of a transaction, calls for the same profile run one after the other until it ends, so two
 * concurrent calls cannot both use the last of the ceiling.
 */
export async function requireWithinDailyCost(
  ctx: CostContext,
  { profileId }: Caller,
  inscriptionIds: readonly string[],
): Promise<readonly string[]> {
  const { db } = ctx;
  if (db.isTransaction) await lockCosts(db, profileId);
  const now = ctx.clock.now();
  const costs = await costsOf(db, profileId, new Date(now.getTime() - CREDIT_DAYS * DAY_MS));
  requireOwnRoom(ctx, costs, inscriptionIds.length, now);
  const creditSats = costs.paidSats - sumSats(costs.closings.map(({ sats }) => sats));
  const openSats = (costs.open + inscriptionIds.length) * costs.priceSats;
  // closing is never refused: what is open must be covered before it is open
  if (creditSats > 0 && openSats <= creditSats) return [];
  await requireUnpaidRoom(ctx, inscriptionIds, now);
  return inscriptionIds;
}

/** The ceiling of the profile. */
function requireOwnRoom(
  { settings }: CostContext,
  { priceSats, open, ...past }: ProfileCosts,
  count: number,
  now: Date,
): void {
  const ceilingSats = settings.profileDailyCostSats;
  if (ceilingSats === 0) return;
  const account = { ceilingSats, openSats: (open + count) * priceSats, ...past };
  const freeAt = withinCeilingAt(account, now);
  if (freeAt?.getTime() === now.getTime()) return;
  const waitMs = freeAt ? freeAt.getTime() - now.getTime() : DAY_MS;
  const { total, allowed } = costAt(account, now);
  const again = freeAt
    ? `try again at ${freeAt.toISOString()}, or with fewer`
    : `try again with fewer, or once some of its ${open} open ones are sold or have been closed for 24 hours`;
  refuse(
    'cost_ceiling',
    `with ${count} more, the open and closed listings and counters of this profile could cost the marketplace ${total} sats in 24 hours, above its limit of ${allowed}; ${again}`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  );
}

/** The ceilings of an inscription and of all profiles, in 24 hours. */
export function unpaidBounds(
  settings: Pick<TradingSettings, 'profileDailyCostSats' | 'unpaidDailyCostSats'>,
): UnpaidBounds {
  const oneSats = Math.ceil(settings.profileDailyCostSats / INSCRIPTIONS_PER_PROFILE) || null;
  const allSats = settings.unpaidDailyCostSats || null;
  return { oneSats, againSats: allSats && Math.ceil(allSats / 2), allSats };
}

/** Those ceilings, for a profile whose fees do not pay for its closings. */
async function requireUnpaidRoom(
  { db, settings }: CostContext,
  inscriptionIds: readonly string[],
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const bounds = unpaidBounds(settings);
  const { oneSats, againSats, allSats } = bounds;
  for (const cost of await unpaidCosts(db, inscriptionIds, since, bounds)) {
    const { inscriptionId, isAgain, oneReachedAt, allReachedAt } = cost;
    const endOf = (closedAt: Date) => new Date(closedAt.getTime() + DAY_MS);
    const until = (end: Date) => ({ retryAfterSeconds: Math.ceil((end.getTime() - now.getTime()) / 1000) });
    if (oneReachedAt) {
      const end = endOf(oneReachedAt);
      refuse(
        'cost_ceiling',
        `listings and counters of inscription ${inscriptionId} that ended unsold have reached the limit of ${oneSats} sats that they may cost the marketplace in 24 hours; leave it out, or try again at ${end.toISOString()}`,
        until(end),
      );
    }
    if (allReachedAt) {
      const end = endOf(allReachedAt);
      refuse(
        'unpaid_ceiling',
        `listings and counters that ended unsold have reached the limit of ${isAgain ? againSats : allSats} sats that they may cost the marketplace in 24 hours, so inscription ${inscriptionId}${isAgain ? ', which is one of them,' : ''} waits; try again at ${end.toISOString()}, or sell something first: an accepted offer needs no listing`,
        until(end),
      );
    }
  }
}

/**
 * When the account is within its ceiling: `now`, or when enough closings are 24 hours old. null: its open
 * ones alone exceed it.
 */
export function withinCeilingAt(account: CostAccount, now: Date): Date | null {
  const today = account.closings.filter(({ at }) => at.getTime() > now.getTime() - DAY_MS);
  const moments = [now, ...today.map(({ at }) => new Date(at.getTime() + DAY_MS))];
  return (
    moments.find((moment) => {
      const { total, allowed } = costAt(account, moment);
      return total <= allowed;
    }) ?? null
  );
}

/** What the account costs in the 24 hours before `moment`, and its ceiling. */
function costAt({ ceilingSats, openSats, closings, paidSats }: CostAccount, moment: Date) {
  let today = 0;
  let earlier = 0;
  for (const { at, sats } of closings) {
    if (at.getTime() > moment.getTime() - DAY_MS) today += sats;
    else earlier += sats;
  }
  return { total: openSats + today, allowed: ceilingSats + Math.max(0, paidSats - earlier) };
}
