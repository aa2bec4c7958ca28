import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../real/test-database.ts';
import { playKills } from './kills.ts';

const database = await openTestDatabase();
/** `KILLS=1000` plays that many. */
const KILLS = Number(process.env['KILLS'] ?? 40);

describe.runIf(database)('events while writers and replicas are killed', () => {
  afterAll(() => database?.drop());

  test('are lost by nobody, and come once and in the order of commits', async () => {
    const report = await playKills(database!.url, KILLS, () => undefined);
    expect(report).toMatchObject({ kills: KILLS, lost: 0, outOfOrder: 0, resets: 0 });
    expect(report.events).toBeGreaterThan(KILLS);
  }, 900_000);
});
