import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { type Journal, memoryJournal } from '../../../src/signer/limits/journal.ts';
import { createLedger } from '../../../src/signer/limits/ledger.ts';
import { marketLimits, type Package, usageOf } from '../../../src/signer/limits/limits.ts';
import { StandingClock } from '../../support/api.ts';

const bounds = (packagesPerHour: number) => ({
  packagesPerHour,
  feeSatsPerHour: 1_000,
  feeSatsPerDay: 1_000,
  anchorsPerDay: 1_000,
});
const asked = (txid: string, kind: Package = 'sale') => ({ kind, txid, usage: usageOf(kind, {}) });

function ledgerOf(journal: Journal, packagesPerHour = 2, clock = new StandingClock()) {
  return createLedger({ journal, limits: marketLimits(bounds(packagesPerHour), []), clock });
}

describe('a ledger', () => {
  test('refuses what goes over a limit, for now and without a word of it to clients', async () => {
    const ledger = ledgerOf(memoryJournal());
    await ledger.record(asked('a'));
    await ledger.record(asked('b'));
    await expect(ledger.record(asked('c'))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the signer is not signing now; try again later',
      detail: expect.stringContaining('2 of 2 sales per hour'),
    });
  });

  test('counts the same transaction of the same kind once', async () => {
    const journal = memoryJournal();
    const ledger = ledgerOf(journal);
    for (const txid of ['a', 'a', 'b', 'a', 'b']) await ledger.record(asked(txid));
    await ledger.record(asked('a', 'fill'));
    expect(journal.past().entries.map(({ kind, txid }) => `${kind} ${txid}`)).toEqual([
      'sale a',
      'sale b',
      'fill a',
    ]);
  });

  test('counts the same transaction once after a restart too', async () => {
    const journal = memoryJournal();
    await ledgerOf(journal).record(asked('a'));
    const again = ledgerOf(journal);
    await again.record(asked('a'));
    expect(journal.past().entries).toHaveLength(1);
  });

  test('lets no more through when all ask at the same time', async () => {
    const journal = memoryJournal();
    const slow: Journal = {
      ...journal,
      append: async (entry) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        await journal.append(entry);
      },
    };
    const ledger = ledgerOf(slow, 5);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => ledger.record(asked(String(i % 10)))),
    );
    const kept = journal.past().entries.map(({ txid }) => txid);
    expect(kept).toEqual(['0', '1', '2', '3', '4']);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('answers only once the entry is written, and counts nothing that was not', async () => {
    const journal = memoryJournal();
    let written = () => {};
    let fails = false;
    const held: Journal = {
      ...journal,
      async append(entry) {
        await new Promise<void>((resolve) => {
          written = resolve;
        });
        if (fails) throw new Error('no space left on device');
        await journal.append(entry);
      },
    };
    const ledger = ledgerOf(held);
    let isAnswered = false;
    const first = ledger.record(asked('a')).then(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isAnswered).toBe(false);
    written();
    await first;
    fails = true;
    const second = ledger.record(asked('b'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    written();
    await expect(second).rejects.toThrow('no space left');
    fails = false;
    const third = ledger.record(asked('b'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    written();
    await third;
    expect(journal.past().entries.map(({ txid }) => txid)).toEqual(['a', 'b']);
  });

  test('forgets what counts nowhere any more, so that its journal stays small', async () => {
    const journal = memoryJournal();
    const clock = new StandingClock();
    const ledger = ledgerOf(journal, 600, clock);
    let largest = 0;
    for (let i = 0; i < 6_000; i += 1) {
      if (i % 500 === 0) clock.step(HOUR_MS);
      await ledger.record(asked(String(i)));
      largest = Math.max(largest, journal.past().entries.length);
    }
    expect(largest).toBeLessThanOrEqual(1_501);
    // The last hour is remembered.
    expect(ledger.used().find(({ limit }) => limit.counts === 'sales')?.used).toBe(500);
    await ledger.record(asked('5999'));
    expect(ledger.used().find(({ limit }) => limit.counts === 'sales')?.used).toBe(500);
  });

  test('tells what is used up of each limit', async () => {
    const ledger = ledgerOf(memoryJournal());
    await ledger.record({ kind: 'recovery', txid: 'a', usage: usageOf('recovery', { feeSats: 150 }) });
    const used = new Map(ledger.used().map(({ limit, used }) => [`${limit.counts} ${limit.windowMs}`, used]));
    expect(used.get(`recoveries ${HOUR_MS}`)).toBe(1);
    expect(used.get(`sats of network fees ${HOUR_MS}`)).toBe(150);
    expect(used.get(`sats of network fees ${24 * HOUR_MS}`)).toBe(150);
    expect(used.get(`sales ${HOUR_MS}`)).toBe(0);
  });
});
