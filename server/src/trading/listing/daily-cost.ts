/**
 * What a profile's listings and counters may cost the operator in 24 hours.
 *
 * A listing that is not sold costs the operator the fee of spending its anchor. Two things count: the
 * listings closed in the last 24 hours, at what spending their anchors cost then, and the open listings and
 * counters, at what closing them would cost now. Open ones count because a delisting is never refused, so a
 * profile could close all of them today. A listing that sells costs nothing.
 *
 * The ceiling is `profileDailyCostSats`. Selling raises it: the marketplace fees of what the profile sold in
 * the last 30 days are added, less what its closings cost before today. So a profile costs the operator at
 * most the ceiling per day plus what it has paid itself, and a seller who sells is not limited like one who
 * only closes.
 */

import { refuse } from '@ordbook/protocol/refusals';
import type { Sats } from '@ordbook/protocol/sats';
import { DAY_MS } from '../../base/clock.ts';
import { type ClosingCost, costsOf, lockCosts } from '../../store/listing/closing-costs.ts';
import type { Caller, TradingContext } from '../context.ts';

/** Days for which the fees of a sale count. */
const CREDIT_DAYS = 30;

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
 * Refuses 429 when `count` more listings or counters could raise the profile's cost above its ceiling. With
 * the handle of a transaction, calls for the same profile run one after the other until it ends, so two
 * concurrent calls cannot both use the last of the ceiling.
 */
export async function requireWithinDailyCost(
  ctx: Pick<TradingContext, 'db' | 'clock' | 'settings'>,
  { profileId }: Caller,
  count: number,
): Promise<void> {
  const { db } = ctx;
  const ceilingSats = ctx.settings.profileDailyCostSats;
  if (ceilingSats === 0) return;
  if (db.isTransaction) await lockCosts(db, profileId);
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - CREDIT_DAYS * DAY_MS);
  const { priceSats, open, ...past } = await costsOf(db, profileId, since);
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
