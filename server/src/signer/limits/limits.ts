/**
 * How much a signer signs in a time. Each signature uses something up; a limit bounds one part of that over a sliding window, so that a
 * service in foreign hands spends no more of the operator's coins than the limits allow, however often it asks.
 *
 *   packages of each kind   an hour           sats of network fees, paid by operator coins   an hour, and a day
 *   anchors made by splits  a day             admission coins made, of each tier             a day
 *
 * Pure: what was signed before and the time are given.
 */

import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { DAY_MS, HOUR_MS } from '../../base/clock.ts';

/** What is signed, and how many of it are called. */
const PACKAGES = {
  sale: 'sales',
  recovery: 'recoveries',
  'take-back': 'take-backs',
  counter: 'counters',
  'counter recovery': 'counter recoveries',
  'anchor split': 'anchor splits',
  'admission split': 'admission splits',
  fill: 'fills',
} as const;
export type Kind = keyof typeof PACKAGES;

/** What a signature uses up, by the name of what is counted. */
export type Usage = Readonly<Record<string, number>>;

/** A signature, as it is remembered. */
export interface Entry {
  /** When it was made, ms since 1970. */
  readonly at: number;
  readonly kind: string;
  /** Of the package's last transaction, which spends the others. */
  readonly txid: string;
  readonly usage: Usage;
}

export interface Limit {
  /** The part of a `Usage` that it bounds. */
  readonly counts: string;
  readonly most: number;
  readonly windowMs: number;
  /** The setting that says so. */
  readonly setting: string;
}

/** What was signed before. */
export interface Past {
  readonly entries: readonly Entry[];
  /** Since when a journal is kept that followed a lost one: all that was possible before counts as used up; null: none was lost. */
  readonly usedUpAt: number | null;
}

/** What the operator allows. */
export interface SignerBounds {
  /** Of each kind. */
  readonly packagesPerHour: number;
  readonly feeSatsPerHour: number;
  readonly feeSatsPerDay: number;
  readonly anchorsPerDay: number;
}

const FEES = 'sats of network fees';
const ANCHORS = 'anchors';
const admissionsOf = (tier: number) => `admission coins of tier ${tier}`;

const packageLimit = (kind: Kind, { packagesPerHour }: SignerBounds): Limit => ({
  counts: PACKAGES[kind],
  most: packagesPerHour,
  windowMs: HOUR_MS,
  setting: 'SIGNER_PACKAGES_PER_HOUR',
});

/** The limits of the market signer. A tier's admission coins recycle: in a day no more are made than it has. */
export function marketLimits(bounds: SignerBounds, tiers: readonly Tier[]): Limit[] {
  const { feeSatsPerHour, feeSatsPerDay, anchorsPerDay } = bounds;
  return [
    ...(Object.keys(PACKAGES) as Kind[]).map((kind) => packageLimit(kind, bounds)),
    { counts: FEES, most: feeSatsPerHour, windowMs: HOUR_MS, setting: 'SIGNER_FEE_SATS_PER_HOUR' },
    { counts: FEES, most: feeSatsPerDay, windowMs: DAY_MS, setting: 'SIGNER_FEE_SATS_PER_DAY' },
    { counts: ANCHORS, most: anchorsPerDay, windowMs: DAY_MS, setting: 'SIGNER_ANCHORS_PER_DAY' },
    ...tiers.map(({ number, coins }) => ({
      counts: admissionsOf(number),
      most: coins,
      windowMs: DAY_MS,
      setting: 'ADMISSION_TIERS',
    })),
  ];
}

/** The limits of the policy and the gate signer: they spend no coin of the operator's. */
export function fillLimits(bounds: SignerBounds): Limit[] {
  return [packageLimit('fill', bounds)];
}

/** What one package uses up. `admissions`: coins made, by tier. */
export function usageOf(
  kind: Kind,
  made: {
    readonly feeSats?: number;
    readonly anchors?: number;
    readonly admissions?: ReadonlyMap<number, number>;
  },
): Usage {
  const { feeSats = 0, anchors = 0, admissions = new Map() } = made;
  const parts: [string, number][] = [
    [PACKAGES[kind], 1],
    [FEES, feeSats],
    [ANCHORS, anchors],
    ...[...admissions].map(([tier, count]): [string, number] => [admissionsOf(tier), count]),
  ];
  return Object.fromEntries(parts.filter(([, amount]) => amount > 0));
}

/** How long an entry counts in some limit, ms. */
export function countsFor({ usage }: Entry, limits: readonly Limit[]): number {
  return Math.max(0, ...limits.filter(({ counts }) => usage[counts]).map(({ windowMs }) => windowMs));
}

/** How much of a limit is used up at `now`, ms since 1970. */
export function usedOf(limit: Limit, past: Past, now: number): number {
  if (isAllUsed(limit, past, now)) return limit.most;
  const since = now - limit.windowMs;
  return past.entries.reduce(
    (sum, { at, usage }) => (at > since ? sum + (usage[limit.counts] ?? 0) : sum),
    0,
  );
}

/** Why an entry goes over a limit, and when it will not, for the operator; null: it goes over none. */
export function limitFault(limits: readonly Limit[], past: Past, entry: Entry): string | null {
  for (const limit of limits) {
    const asked = entry.usage[limit.counts] ?? 0;
    const used = asked === 0 ? 0 : usedOf(limit, past, entry.at);
    if (used + asked > limit.most) return faultOf(limit, past, { now: entry.at, asked, used });
  }
  return null;
}

interface Over {
  readonly now: number;
  readonly asked: number;
  readonly used: number;
}

function faultOf(limit: Limit, past: Past, { now, asked, used }: Over): string {
  const { counts, most, setting } = limit;
  const why = isAllUsed(limit, past, now)
    ? 'count as used up since the journal was begun anew'
    : 'are used up';
  const seen = `${used} of ${most} ${counts} ${spanOf(limit)} ${why}`;
  return `${seen} (${setting}), and ${asked} more would be; ${whenFree(limit, past, most - asked)}`;
}

function spanOf({ windowMs }: Limit): string {
  return windowMs === HOUR_MS ? 'an hour' : 'a day';
}

/** Whether a journal was lost within the window: nobody knows what was signed then. */
function isAllUsed({ windowMs }: Limit, { usedUpAt }: Past, now: number): boolean {
  return usedUpAt !== null && usedUpAt > now - windowMs;
}

/** `room`: what may be used up by others for the entry to fit. */
function whenFree({ counts, windowMs, setting }: Limit, { entries, usedUpAt }: Past, room: number): string {
  if (room < 0) return `that never fits: raise ${setting}`;
  const latestFirst = [...entries].sort((a, b) => b.at - a.at);
  let used = 0;
  const last = latestFirst.find(({ usage }) => {
    used += usage[counts] ?? 0;
    return used > room;
  });
  const free = Math.max(last?.at ?? 0, usedUpAt ?? 0) + windowMs;
  return `that fits at ${new Date(free).toISOString()}`;
}
