import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { listOf } from './settings.ts';

/** Confirmations of a reveal before an offer buys it. */
const DEFAULT_DEPTH = 3;

/**
 * Reads ADMISSION_TIERS, `fromSats:lockBlocks:coins[:depth]` per tier, numbered from 1. Throws an Error that
 * says what is wrong.
 */
export function readTiers(text: string): Tier[] {
  const tiers = listOf(text).map((part, i): Tier => {
    const [, fromSats, lockBlocks, coins, depth = DEFAULT_DEPTH] =
      /^(\d{1,16}):(\d{1,5}):(\d{1,4})(?::(\d{1,3}))?$/
        .exec(part)
        ?.map((digits) => (digits === undefined ? undefined : Number(digits))) ?? [];
    if (fromSats === undefined || !lockBlocks || lockBlocks > 0xffff || !coins || depth < 1)
      throw new Error(
        `must be sats:blocks:coins or sats:blocks:coins:depth, with 1 to 65535 blocks, at least 1 coin and a depth of 1 to 999, but has ${part}`,
      );
    return { number: i + 1, fromSats, lockBlocks, coins, depth };
  });
  if (tiers.length < 1 || tiers.length > 16)
    throw new Error(`must have 1 to 16 tiers, but has ${tiers.length}`);
  return tiers;
}
