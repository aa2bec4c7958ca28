/**
 * How much a signer signs over time. Each limit bounds one count over a sliding window, so that a compromised
 * service spends no more of the operator's coins than the limits allow, however often it asks.
 *
 *   packages of each kind    per hour    sats of network fees, paid by operator coins   per hour and per day
 *   anchors created          per day     admission coins created, of each tier          per day
 *
 * Pure functions: earlier signatures and the time are arguments.
 */

import type { Tier } from '@ordbook/protocol/collection-offer/admission';
import { DAY_MS, HOUR_MS } from '../../base/clock.ts';

/** The kinds of packages, and the plural of each. */
const PACKAGES = {
  sale: 'sales',
  recovery: 'recoveries',
  'take-back': 'take-backs',
  counter: 'counters',
  'counter recovery': 'counter recoveries',
  'anchor fan-out': 'anchor fan-outs',
  'admission fan-out': 'admission fan-outs',
  fill: 'fills',
} as const;
export type Package = keyof typeof PACKAGES;
/** What a signer decides about. An adoption signs nothing: the lines of admission coins bound it. */
export type Kind = Package | 'adoption';

/** How much a signature uses, by the name of the count. */
export type Usage = Readonly<Record<string, number>>;

/** A signature as recorded in the journal. */
export interface Entry {
  /** When it was made, ms since 1970. */
  readonly at: number;
  readonly kind: string;
  /** Txid of the package's last transaction, which spends the others. */
  readonly txid: string;
  readonly usage: Usage;
  /** Of a fill: the offer output that it spends, as text. */
  readonly offer?: string;
  /** Of the gate: the admission coins that it came to know by this signature. Kept for good. */
  readonly admissions?: AdmissionRecord;
}

/** How a fan-out transaction or a fill moves admission coins. Coins are outpoints as text. */
export interface AdmissionRecord {
  readonly spent: readonly string[];
  readonly made: readonly {
    readonly coin: string;
    /** As `tierText`. */
    readonly tier: string;
    readonly line: number;
  }[];
}

export interface Limit {
  /** The count in `Usage` that it bounds. */
  readonly counts: string;
  readonly most: number;
  readonly windowMs: number;
  /** The setting that defines it. */
  readonly setting: string;
}

/** Earlier signatures. */
export interface Past {
  readonly entries: readonly Entry[];
  /**
   * When a new journal replaced a lost one: every limit counts as used up before then. null: no journal was
   * lost.
   */
  readonly usedUpAt: number | null;
}

/** The operator's bounds. */
export interface SignerBounds {
  /** Packages of each kind. */
  readonly packagesPerHour: number;
  readonly feeSatsPerHour: number;
  readonly feeSatsPerDay: number;
  readonly anchorsPerDay: number;
}

const FEES = 'sats of network fees';
const ANCHORS = 'anchors';
const admissionsOf = (tier: number) => `admission coins of tier ${tier}`;

const packageLimit = (kind: Package, { packagesPerHour }: SignerBounds): Limit => ({
  counts: PACKAGES[kind],
  most: packagesPerHour,
  windowMs: HOUR_MS,
  setting: 'SIGNER_PACKAGES_PER_HOUR',
});

/**
 * The limits of the market signer. A tier's admission coins are reused, so at most its number of coins is
 * created per day.
 */
export function marketLimits(bounds: SignerBounds, tiers: readonly Tier[]): Limit[] {
  const { feeSatsPerHour, feeSatsPerDay, anchorsPerDay } = bounds;
  return [
    ...(Object.keys(PACKAGES) as Package[]).map((kind) => packageLimit(kind, bounds)),
    { counts: FEES, most: feeSatsPerHour, windowMs: HOUR_MS, setting: 'SIGNER_FEE_SATS_PER_DAY' },
    { counts: FEES, most: feeSatsPerDay, windowMs: DAY_MS, setting: 'SIGNER_FEE_SATS_PER_DAY' },
    { counts: ANCHORS, most: anchorsPerDay, windowMs: DAY_MS, setting: 'ANCHOR_POOL_TARGET' },
    ...tiers.map(({ number, coins }) => ({
      counts: admissionsOf(number),
      most: coins,
      windowMs: DAY_MS,
      setting: 'ADMISSION_TIERS',
    })),
  ];
}

/** The limits of the policy and the gate signer, which spend no operator coins. */
export function fillLimits(bounds: SignerBounds): Limit[] {
  return [packageLimit('fill', bounds)];
}

/** How much one package uses. `admissions`: number of admission coins created, by tier. */
export function usageOf(
  kind: Package,
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

/** How long an entry is needed, ms: as long as it counts in a limit, and for ever if coins follow from it. */
export function neededFor({ usage, admissions }: Entry, limits: readonly Limit[]): number {
  if (admissions) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...limits.filter(({ counts }) => usage[counts]).map(({ windowMs }) => windowMs));
}

/** How much of a limit is used at `now`, ms since 1970. */
export function usedOf(limit: Limit, past: Past, now: number): number {
  if (isAllUsed(limit, past, now)) return limit.most;
  const since = now - limit.windowMs;
  return past.entries.reduce(
    (sum, { at, usage }) => (at > since ? sum + (usage[limit.counts] ?? 0) : sum),
    0,
  );
}

/**
 * Which limit an entry exceeds and when it will fit, as a sentence for the operator; null when it exceeds
 * none.
 */
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
  const why = isAllUsed(limit, past, now) ? 'count as used since the new journal was started' : 'are used';
  const seen = `${used} of ${most} ${counts} ${spanOf(limit)} ${why}`;
  return `${seen} (${setting}), and this needs ${asked} more; ${whenFree(limit, past, most - asked)}`;
}

function spanOf({ windowMs }: Limit): string {
  return windowMs === HOUR_MS ? 'per hour' : 'per day';
}

/** Whether a journal was lost within the window, so that it is unknown what was signed. */
function isAllUsed({ windowMs }: Limit, { usedUpAt }: Past, now: number): boolean {
  return usedUpAt !== null && usedUpAt > now - windowMs;
}

/** When the entry will fit, as a sentence. `room`: how much other entries may use at that time. */
function whenFree({ counts, windowMs, setting }: Limit, { entries, usedUpAt }: Past, room: number): string {
  if (room < 0) return `it never fits; raise ${setting}`;
  const latestFirst = [...entries].sort((a, b) => b.at - a.at);
  let used = 0;
  const last = latestFirst.find(({ usage }) => {
    used += usage[counts] ?? 0;
    return used > room;
  });
  const free = Math.max(last?.at ?? 0, usedUpAt ?? 0) + windowMs;
  return `it will fit at ${new Date(free).toISOString()}`;
}
