import { afterEach, expect, test, vi } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { judgeMutant, readRecordings, recordingFor } from './mutants.ts';

/** 100,000 take 20 minutes: `run-mutants.ts` plays them. */
const MUTANTS = 1_500;

afterEach(() => void vi.useRealTimers());

test('a wallet signs for mutated responses what it signs for honest ones, or what a rule shows to be harmless', async () => {
  const recordings = readRecordings();
  const failed: string[] = [];
  let refused = 0;
  for (let seed = 1; seed <= rounds(MUTANTS); seed += 1) {
    const recording = recordingFor(recordings, seed);
    vi.useFakeTimers({ toFake: ['Date'], now: recording.recordedAt });
    const { what, rules, harm } = await judgeMutant(recording, recordings, seed);
    if (rules[0] === 'refused') refused += 1;
    if (harm) failed.push(`seed ${seed}, ${recording.name}: ${what}: ${harm}`);
  }
  expect(failed).toEqual([]);
  expect(refused).toBeGreaterThan(rounds(MUTANTS) / 2);
}, 300_000);
