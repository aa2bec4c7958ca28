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

export const pluralOf = (kind: string): string => PACKAGES[kind as Package] ?? kind;

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
  /** What it counts stays the operator's own: coins made of the operator's coins. */
  readonly isOwn?: boolean;
}

/**
 * What counts as used of a limit when a new journal begins, until its window has passed: what was signed
 * before is unknown. A half lets an honest rebuild trade at once, and somebody who makes the operator lose
 * a journal gets half of a limit more. What stays the operator's own needs no such guard: its fees count.
 */
const LOST_SHARE = 0.5;

/** Earlier signatures. */
export interface Past {
  readonly entries: readonly Entry[];
  /** When a new journal replaced a lost one, ms since 1970 (`LOST_SHARE`). null: no journal was lost. */
  readonly lostAt: number | null;
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
    { counts: ANCHORS, most: anchorsPerDay, windowMs: DAY_MS, setting: 'ANCHOR_POOL_TARGET', isOwn: true },
    ...tiers.map(({ number, coins }) => ({
      counts: admissionsOf(number),
      most: coins,
      windowMs: DAY_MS,
      setting: 'ADMISSION_TIERS',
      isOwn: true,
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
  const since = now - limit.windowMs;
  return usesOf(limit, past).reduce((sum, { at, amount }) => (at > since ? sum + amount : sum), 0);
}

/** A limit that an entry exceeds. */
export interface LimitFault {
  /** For the operator. */
  readonly sentence: string;
  /** When the entry will fit, ms since 1970; null: never. */
  readonly fitsAt: number | null;
}

/** Which limit an entry exceeds and when it will fit; null when it exceeds none. */
export function limitFault(limits: readonly Limit[], past: Past, entry: Entry): LimitFault | null {
  for (const limit of limits) {
    const { counts, most, setting } = limit;
    const asked = entry.usage[counts] ?? 0;
    const used = asked === 0 ? 0 : usedOf(limit, past, entry.at);
    if (used + asked <= most) continue;
    const fitsAt = whenFree(limit, past, most - asked);
    const lost = isLost(limit, past, entry.at) ? `, ${lostOf(limit)} of them for the lost journal` : '';
    const when =
      fitsAt === null
        ? `it never fits; raise ${setting}`
        : `it will fit at ${new Date(fitsAt).toISOString()}`;
    return {
      sentence: `${used} of ${most} ${counts} ${spanOf(limit)} are used${lost} (${setting}), and this needs ${asked} more; ${when}`,
      fitsAt,
    };
  }
  return null;
}

function spanOf({ windowMs }: Limit): string {
  return windowMs === HOUR_MS ? 'per hour' : 'per day';
}

const isLost = ({ windowMs, isOwn }: Limit, { lostAt }: Past, now: number) =>
  !isOwn && lostAt !== null && lostAt > now - windowMs;

const lostOf = ({ most }: Limit) => Math.ceil(most * LOST_SHARE);

/** What was used of a limit and when; a lost journal, as its share. */
function usesOf(limit: Limit, { entries, lostAt }: Past): { readonly at: number; readonly amount: number }[] {
  const uses = entries.map(({ at, usage }) => ({ at, amount: usage[limit.counts] ?? 0 }));
  return lostAt === null || limit.isOwn ? uses : [{ at: lostAt, amount: lostOf(limit) }, ...uses];
}

/** When other uses will be at most `room`, ms since 1970; null: never. */
function whenFree(limit: Limit, past: Past, room: number): number | null {
  if (room < 0) return null;
  const latestFirst = usesOf(limit, past).sort((a, b) => b.at - a.at);
  let used = 0;
  const last = latestFirst.find(({ amount }) => {
    used += amount;
    return used > room;
  });
  return (last?.at ?? 0) + limit.windowMs;
}
