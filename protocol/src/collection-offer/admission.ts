/**
 * Admission coins: every fill spends one and creates it again, and the new coin cannot be spent for k blocks.
 * A tier with n coins therefore settles at most n fills in k blocks, whatever else goes wrong.
 *
 *   tr(nobody, leaf), leaf = <tier> OP_DROP <k> OP_CHECKSEQUENCEVERIFY OP_DROP <gate> OP_CHECKSIG
 *
 * `nobody` is BIP341's point with no known secret, so the lock binds the operator too. Source: BIP68, BIP112.
 */

import { bytesToHex, hexToBytes } from '../bitcoin/bytes.ts';
import { addressOf } from '../bitcoin/keys.ts';
import { tapLeafHash } from '../bitcoin/taproot.ts';
import { type LeafLock, leafLock } from '../locks/leaf.ts';
import type { NetworkName } from '../network.ts';
import type { Sats } from '../sats.ts';

export const ADMISSION_SATS: Sats = 333;

/** Collection offers from `fromSats` up to the next tier's `fromSats` are filled with coins of this tier. */
export interface Tier {
  /** 1..16. */
  readonly number: number;
  readonly fromSats: Sats;
  /** Blocks between two spends of a coin, 1..65535. */
  readonly lockBlocks: number;
  /** Coins that the pool keeps. */
  readonly coins: number;
  /**
   * Confirmations that a reveal has before an offer of this tier buys it, at least 1: until then a reorg can
   * give the same inscription id another content.
   */
  readonly depth: number;
}

/** A tier as text: two tiers with the same text have the same lock. */
export function tierText({ number, lockBlocks }: Pick<Tier, 'number' | 'lockBlocks'>): string {
  return `tier ${number} of ${lockBlocks} blocks`;
}

/** BIP341's H: a point with no known secret. */
const NOBODY = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

/** The minimal push of a positive number of at most 16 bits, hex. Source: BIP62. */
function numberPush(value: number): string {
  if (value >= 1 && value <= 16) return (0x50 + value).toString(16);
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest >>= 8) bytes.push(rest & 0xff);
  if (bytes.at(-1)! >= 0x80) bytes.push(0);
  return bytesToHex(Uint8Array.of(bytes.length, ...bytes));
}

/** `gateKey`: x-only hex. Throws a RangeError when the tier's number or lock is out of range. */
export function admissionLock(tier: Pick<Tier, 'number' | 'lockBlocks'>, gateKey: string): LeafLock {
  const { number, lockBlocks } = tier;
  if (!Number.isInteger(number) || number < 1 || number > 16)
    throw new RangeError(`tier ${number} is not in 1..16`);
  if (!Number.isInteger(lockBlocks) || lockBlocks < 1 || lockBlocks > 0xffff)
    throw new RangeError(`a lock of ${lockBlocks} blocks is not in 1..65535`);
  const leaf = `${numberPush(number)}75${numberPush(lockBlocks)}b27520${gateKey}ac`;
  return leafLock(NOBODY, leaf, tapLeafHash(hexToBytes(leaf)), { gate: gateKey }, ['gate']);
}

export function admissionAddress(
  tier: Pick<Tier, 'number' | 'lockBlocks'>,
  gateKey: string,
  network: NetworkName,
): string {
  return addressOf(admissionLock(tier, gateKey).script, network)!;
}

/**
 * The tier of a price: the one with the highest `fromSats` that the price reaches; null when it reaches none.
 */
export function tierOf(tiers: readonly Tier[], priceSats: Sats): Tier | null {
  const reached = tiers.filter(({ fromSats }) => priceSats >= fromSats);
  return reached.reduce<Tier | null>(
    (best, tier) => (best && best.fromSats >= tier.fromSats ? best : tier),
    null,
  );
}
