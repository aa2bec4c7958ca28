import { afterEach, describe, expect, test, vi } from 'vitest';
import { someOf } from '../../../stack/rounds.ts';
import { attacked, gainOf, sceneOf } from './attack.ts';
import { ON_INSCRIPTIONS } from './catalogue/inscriptions.ts';
import { ON_MONEY } from './catalogue/money.ts';
import { ON_SIGNATURES } from './catalogue/signatures.ts';
import { ON_COLLECTION_OFFERS, ON_SIGN_IN } from './catalogue/terms.ts';
import type { FlowKind } from './flows.ts';
import { readRecordings } from './mutants.ts';
import { play, type Recording } from './replay.ts';

const recordings = readRecordings();
const REFUSALS = ['UnsafePsbt', 'UnexpectedResponse', 'UnsafeChallenge'];

/** Lets expiries and challenges be as fresh as they were. */
function atTimeOf({ recordedAt }: Recording): void {
  vi.useFakeTimers({ toFake: ['Date'], now: recordedAt });
}
afterEach(() => void vi.useRealTimers());

test('an honest service gets the recorded signatures from every flow', async () => {
  for (const recording of recordings) {
    atTimeOf(recording);
    const outcome = { signed: recording.signed, hasSubmitted: true, error: null };
    expect(await play(recording), recording.name).toEqual(outcome);
  }
});

/** Every recording in a long run; otherwise in turn. At least one of each kind has more than one item. */
function placesFor(kinds: readonly FlowKind[], turn: number): Recording[] {
  return kinds.flatMap((kind) => {
    const all = recordings.filter((one) => one.kind === kind);
    const several = all.filter(({ name }) => / 3|of 3/.test(name)).slice(0, 1);
    return [...new Set([...someOf(all, all.length, turn), ...several])];
  });
}

const CATALOGUE = [...ON_MONEY, ...ON_INSCRIPTIONS, ...ON_SIGNATURES, ...ON_COLLECTION_OFFERS, ...ON_SIGN_IN];

describe('nothing is signed and nothing is submitted when the service lies:', () => {
  for (const [turn, attack] of CATALOGUE.entries()) {
    const from = attack.finding === null ? '' : ` (finding ${attack.finding})`;
    test(`${attack.name}${from}`, async () => {
      let places = 0;
      for (const recording of placesFor(attack.on, turn)) {
        const scene = sceneOf(recording, recordings);
        const exchanges = attacked(attack, scene);
        if (!exchanges) continue;
        places += 1;
        atTimeOf(recording);
        const { signed, hasSubmitted, error } = await play(recording, exchanges);
        if (process.env['SHOW'])
          console.log(
            `${attack.name} | ${recording.name} | ${error?.name} ${error?.message} | ${gainOf(scene)}`,
          );
        if (attack.mayBeIgnored && !error) {
          expect(signed, recording.name).toEqual(recording.signed);
          continue;
        }
        expect({ signed, hasSubmitted }, recording.name).toEqual({ signed: [], hasSubmitted: false });
        expect(REFUSALS, `${recording.name}: ${error?.stack}`).toContain(error?.name);
        expect(error?.message, recording.name).toMatch(attack.refusal);
        if (attack.steals) expect(gainOf(scene), recording.name).toBeGreaterThan(0);
      }
      expect(places).toBeGreaterThan(0);
    });
  }
});
