/** The limits of the agent. They are checked before anything is signed. */
import type { SafetyStorage } from '@ordbook/client';
import type { AgentSettings } from './settings.ts';

interface Spent {
  /** Unix ms. */
  readonly at: number;
  readonly sats: number;
}

const KEY = 'agent-spent';
const DAY_MS = 24 * 3_600_000;

/** A trade beyond the limits; nothing was signed. */
export class BeyondLimits extends Error {
  override readonly name = 'BeyondLimits';
}

export interface TradeLimits {
  /** Records what a trade may cost, sats. Throws `BeyondLimits` when 24 hours' limit would be exceeded. */
  spend(sats: number): Promise<void>;
  /** Throws `BeyondLimits` for a price below the lowest one. */
  requireSalePrice(sats: number): void;
  /** Sats that may still be spent now. */
  left(): Promise<number>;
}

/**
 * What was signed counts for 24 hours, also when the trade fails or an offer is cancelled: its signatures
 * may be used as long as its coins are unspent.
 */
export function tradeLimits(
  { spendLimitSats, minSaleSats }: Pick<AgentSettings, 'spendLimitSats' | 'minSaleSats'>,
  storage: SafetyStorage,
  now: () => number = Date.now,
): TradeLimits {
  const recent = async () => {
    const all = JSON.parse((await storage.get(KEY)) ?? '[]') as Spent[];
    return all.filter(({ at }) => at > now() - DAY_MS);
  };
  const sum = (spent: readonly Spent[]) => spent.reduce((total, { sats }) => total + sats, 0);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    spend(sats) {
      const mine = turn.then(async () => {
        const spent = await recent();
        const left = spendLimitSats - sum(spent);
        if (sats > left)
          throw new BeyondLimits(
            `this would cost ${sats} sats, and ${Math.max(0, left)} of SPEND_LIMIT_SATS (${spendLimitSats} in 24 hours) are left; nothing was signed`,
          );
        await storage.set(KEY, JSON.stringify([...spent, { at: now(), sats }]));
      });
      turn = mine.catch(() => undefined);
      return mine;
    },
    requireSalePrice(sats) {
      if (minSaleSats === null)
        throw new BeyondLimits('this agent may sell nothing: MIN_SALE_SATS is not set; nothing was signed');
      if (sats < minSaleSats)
        throw new BeyondLimits(`${sats} sats is below MIN_SALE_SATS, ${minSaleSats}; nothing was signed`);
    },
    left: async () => Math.max(0, spendLimitSats - sum(await recent())),
  };
}
