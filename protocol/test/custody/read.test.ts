import { expect, test, vi } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { addTo, compareWith, shareShown, type Verdicts } from './followed.ts';
import { numbersFrom, playHistory } from './histories.ts';

/** Inscriptions to compare; `CUSTODY_HISTORIES` asks for others, `CUSTODY_SEED` for another beginning. */
const HISTORIES = Number(process.env['CUSTODY_HISTORIES'] ?? rounds(6_000));
vi.setConfig({ testTimeout: 300_000 + 50 * HISTORIES });

test('a proof ends where the index says that the inscription is, and nowhere where it is on no sat', async () => {
  const verdicts: Verdicts = {};
  let played = 0;
  for (let seed = Number(process.env['CUSTODY_SEED'] ?? 1); played < HISTORIES; seed += 1) {
    const history = await playHistory(numbersFrom(seed));
    addTo(verdicts, await compareWith(history, history, `seed ${seed}`));
    played += history.inscriptions.length;
  }
  if (process.env['CUSTODY_HISTORIES']) console.log(`${played} inscriptions: ${JSON.stringify(verdicts)}`);
  expect(Object.keys(verdicts)).toEqual(expect.arrayContaining(['yes', 'unbound', 'spent_as_fee']));
  expect(shareShown(verdicts)).toBeGreaterThan(0.99);
});
