import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/base/clock.ts';
import {
  type Entry,
  fillLimits,
  limitFault,
  marketLimits,
  neededFor,
  type Past,
  usageOf,
  usedOf,
} from '../../../src/signer/limits/limits.ts';

const BOUNDS = { packagesPerHour: 3, feeSatsPerHour: 1_000, feeSatsPerDay: 2_500, anchorsPerDay: 100 };
const TIERS = [
  { number: 1, fromSats: 0, lockBlocks: 144, coins: 20, depth: 3 },
  { number: 2, fromSats: 100_000, lockBlocks: 144, coins: 5, depth: 6 },
];
const LIMITS = marketLimits(BOUNDS, TIERS);
const NOW = Date.UTC(2026, 0, 2, 12);

const entry = (usage: Entry['usage'], at = NOW): Entry => ({
  at,
  kind: 'sale',
  txid: 'ab'.repeat(32),
  usage,
});
const past = (...entries: Entry[]): Past => ({ entries, lostAt: null });
const sale = (at: number) => entry(usageOf('sale', {}), at);
const fees = (feeSats: number, at = NOW) => entry(usageOf('recovery', { feeSats }), at);

describe('what a package uses up', () => {
  test('is one of its kind, and what is given', () => {
    expect(usageOf('fill', {})).toEqual({ fills: 1 });
    expect(usageOf('sale', { feeSats: 0 })).toEqual({ sales: 1 });
    expect(usageOf('counter recovery', { feeSats: 212 })).toEqual({
      'counter recoveries': 1,
      'sats of network fees': 212,
    });
    expect(usageOf('admission fan-out', { admissions: new Map([[2, 7]]) })).toEqual({
      'admission fan-outs': 1,
      'admission coins of tier 2': 7,
    });
  });
});

describe('a limit', () => {
  test('is kept to the last one that fits', () => {
    const three = past(...[3, 2, 1].map((minutes) => sale(NOW - minutes * 60_000)));
    expect(limitFault(LIMITS, past(...three.entries.slice(1)), sale(NOW))).toBe(null);
    expect(limitFault(LIMITS, three, sale(NOW))?.sentence).toBe(
      '3 of 3 sales per hour are used (SIGNER_PACKAGES_PER_HOUR), and this needs 1 more; it will fit at 2026-01-02T12:57:00.000Z',
    );
  });

  test('of one kind of package leaves the others alone', () => {
    const three = past(sale(NOW), sale(NOW), sale(NOW));
    for (const kind of ['recovery', 'counter', 'counter recovery', 'anchor fan-out', 'fill'] as const)
      expect(limitFault(LIMITS, three, entry(usageOf(kind, {})))).toBe(null);
  });

  test('counts no more what is a window old, to the millisecond', () => {
    const old = [0, 1, 2].map((i) => sale(NOW - HOUR_MS + i));
    expect(limitFault(LIMITS, past(...old), sale(NOW))).toBe(null);
    expect(limitFault(LIMITS, past(...old), sale(NOW - 1))).not.toBe(null);
  });

  test('of sats bounds the sum of an hour and of a day, of every kind', () => {
    const hour = past(fees(600), entry(usageOf('anchor fan-out', { feeSats: 300 })));
    expect(limitFault(LIMITS, hour, fees(100))).toBe(null);
    expect(limitFault(LIMITS, hour, fees(101))?.sentence).toMatch(
      /^900 of 1000 sats of network fees per hour.*101 more/,
    );
    const day = past(...[4, 8].map((hours) => fees(1_000, NOW - hours * HOUR_MS)));
    expect(limitFault(LIMITS, day, fees(500))).toBe(null);
    expect(limitFault(LIMITS, day, fees(501))?.sentence).toMatch(
      /2000 of 2500 sats of network fees per day.*SIGNER_FEE_SATS_PER_DAY.*fit at 2026-01-03T04:00/,
    );
  });

  test('of a day holds for the anchors that splits make', () => {
    const made = past(entry(usageOf('anchor fan-out', { anchors: 60 }), NOW - DAY_MS + 1));
    expect(limitFault(LIMITS, made, entry(usageOf('anchor fan-out', { anchors: 40 })))).toBe(null);
    expect(limitFault(LIMITS, made, entry(usageOf('anchor fan-out', { anchors: 41 })))?.sentence).toContain(
      '60 of 100 anchors per day',
    );
  });

  test('lets no more admission coins of a tier be made in a day than the tier has', () => {
    const made = (tier: number, count: number) =>
      entry(usageOf('admission fan-out', { admissions: new Map([[tier, count]]) }));
    const before = past(made(1, 19), made(2, 5));
    expect(limitFault(LIMITS, before, made(1, 1))).toBe(null);
    expect(limitFault(LIMITS, before, made(1, 2))?.sentence).toContain(
      '19 of 20 admission coins of tier 1 per day',
    );
    expect(limitFault(LIMITS, before, made(2, 1))?.sentence).toContain(
      '5 of 5 admission coins of tier 2 per day',
    );
  });

  test('is told to be too low for what never fits', () => {
    expect(limitFault(LIMITS, past(), fees(1_001))?.sentence).toMatch(
      /never fits; raise SIGNER_FEE_SATS_PER_DAY$/,
    );
  });

  test('is half used for its whole window after a lost journal', () => {
    const lost: Past = { entries: [], lostAt: NOW - HOUR_MS + 1 };
    expect(limitFault(LIMITS, lost, sale(NOW))).toBe(null);
    expect(limitFault(LIMITS, { ...lost, entries: [sale(NOW - 1)] }, sale(NOW))).toEqual({
      sentence:
        '3 of 3 sales per hour are used, 2 of them for the lost journal (SIGNER_PACKAGES_PER_HOUR), and this needs 1 more; it will fit at 2026-01-02T12:00:00.001Z',
      fitsAt: NOW + 1,
    });
    expect(limitFault(LIMITS, { ...lost, entries: [sale(NOW - 1)] }, sale(NOW + 1))).toBe(null);
    // of the day, an hour later: fees still have half of their room
    const before = { ...lost, entries: [fees(1_000, NOW - HOUR_MS)] };
    expect(limitFault(LIMITS, before, fees(250, NOW + 1))).toBe(null);
    expect(limitFault(LIMITS, before, fees(251, NOW + 1))?.sentence).toContain(
      '2250 of 2500 sats of network fees per day are used, 1250 of them for the lost journal',
    );
  });

  test("on coins that stay the operator's own is not used by a lost journal", () => {
    const lost: Past = { entries: [], lostAt: NOW };
    const isOwn = (counts: string) => /^(anchors|admission coins)/.test(counts);
    for (const limit of LIMITS)
      expect([limit.counts, usedOf(limit, lost, NOW)]).toEqual([
        limit.counts,
        isOwn(limit.counts) ? 0 : Math.ceil(limit.most / 2),
      ]);
  });

  test('counts what a clock that was set back shows in the future', () => {
    const ahead = past(...[1, 2, 3].map((days) => sale(NOW + days * DAY_MS)));
    expect(limitFault(LIMITS, ahead, sale(NOW))).not.toBe(null);
  });

  test('of the policy and the gate signer is that of fills', () => {
    expect(fillLimits(BOUNDS)).toEqual([LIMITS.find(({ counts }) => counts === 'fills')]);
  });
});

test('an entry counts as long as the longest window of a limit that counts it', () => {
  expect(neededFor(sale(NOW), LIMITS)).toBe(HOUR_MS);
  expect(neededFor(fees(1), LIMITS)).toBe(DAY_MS);
  expect(neededFor(entry({ 'something of an older version': 1 }), LIMITS)).toBe(0);
});
