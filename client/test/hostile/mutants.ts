/** Plays mutants and judges them. */
import { readFileSync } from 'node:fs';
import { randomFrom } from '../../../stack/random.ts';
import { sceneOf } from './attack.ts';
import { mutantOf } from './mutator.ts';
import { judge } from './oracle.ts';
import { play, type Recording } from './replay.ts';

export function readRecordings(): Recording[] {
  const file = new URL('./generated/recordings.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Recording[];
}

const REFUSALS = ['UnsafePsbt', 'BelowTopOffer', 'UnexpectedResponse', 'UnsafeChallenge', 'ApiError'];

export interface Judged {
  readonly recording: Recording;
  readonly what: string;
  /** What became of the mutant: a refusal, or rules that make it harmless. */
  readonly rules: readonly string[];
  /** Why it fails the run. */
  readonly harm: string | null;
}

/** The mutant of this seed. Call it with the clock of the recording. */
export async function judgeMutant(
  recording: Recording,
  recordings: readonly Recording[],
  seed: number,
): Promise<Judged> {
  const { exchanges, what } = mutantOf(sceneOf(recording, recordings), randomFrom(seed).below);
  const { signed, hasSubmitted, error } = await play(recording, exchanges);
  const judged = (rules: readonly string[], harm: string | null = null) => ({ recording, what, rules, harm });
  if (error) {
    if (signed.length > 0 || hasSubmitted)
      return judged([], `signed before it was refused: ${error.message}`);
    if (!REFUSALS.includes(error.name)) return judged([], `an untyped error: ${error.stack}`);
    return judged(['refused']);
  }
  const verdict = judge(recording, signed);
  return 'harm' in verdict ? judged([], verdict.harm) : judged(verdict.harmless);
}

/** The recording of a seed: 20 items are rare, because they take long. */
export function recordingFor(recordings: readonly Recording[], seed: number): Recording {
  const large = recordings.filter(({ signed, name }) => signed.length > 20 || name.includes('20'));
  const small = recordings.filter((one) => !large.includes(one));
  return seed % 100 === 0 ? large[(seed / 100) % large.length]! : small[seed % small.length]!;
}
