import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { listOf } from './settings.ts';

/**
 * Reads ADMISSION_TIERS, `fromSats:lockBlocks:coins` per tier, numbered from 1. Throws an Error that says
 * what is wrong.
 */
export function readTiers(text: string): Tier[] {
  const tiers = listOf(text).map((part, i): Tier => {
    const [, fromSats, lockBlocks, coins] = /^(\d{1,16}):(\d{1,5}):(\d{1,4})$/.exec(part)?.map(Number) ?? [];
    if (fromSats === undefined || !lockBlocks || lockBlocks > 0xffff || !coins)
      throw new Error(
        `must be sats:blocks:coins with 1 to 65535 blocks and at least 1 coin, but has ${part}`,
      );
    return { number: i + 1, fromSats, lockBlocks, coins };
  });
  if (tiers.length < 1 || tiers.length > 16)
    throw new Error(`must have 1 to 16 tiers, but has ${tiers.length}`);
  return tiers;
}
