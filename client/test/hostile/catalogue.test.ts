import { afterEach, describe, expect, test, vi } from 'vitest';
import { someOf } from '../../../stack/rounds.ts';
import { type Attack, attacked, gainOf, sceneOf } from './attack.ts';
import { ON_INSCRIPTIONS } from './catalogue/inscriptions.ts';
import { ON_MONEY } from './catalogue/money.ts';
import { ON_SIGNATURES } from './catalogue/signatures.ts';
import { ON_COLLECTION_OFFERS, ON_SIGN_IN } from './catalogue/terms.ts';
import { FLOW_KINDS, type FlowKind } from './flows.ts';
import { readRecordings } from './mutants.ts';
import { type Exchange, play, type Recording } from './replay.ts';

const recordings = readRecordings();
const REFUSALS = ['UnsafePsbt', 'BelowTopOffer', 'UnexpectedResponse', 'UnsafeChallenge'];

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

const titleOf = ({ finding, name }: Attack) => (finding === null ? name : `${name} (finding ${finding})`);

/** Plays an attack on these recordings. Throws unless each is refused for the right reason, with nothing signed. */
async function expectRefused(attack: Attack, on: readonly Recording[]): Promise<void> {
  let places = 0;
  // an attack may not fit the recordings whose turn it is: then it is tried on the others of its kinds
  const others = recordings.filter((one) => attack.on.includes(one.kind) && !on.includes(one));
  for (const [turn, recording] of [...on, ...others].entries()) {
    if (turn >= on.length && places > 0) break;
    const scene = sceneOf(recording, recordings);
    const exchanges = attacked(attack, scene);
    if (!exchanges) continue;
    places += 1;
    atTimeOf(recording);
    const { signed, hasSubmitted, error } = await play(recording, exchanges);
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
}

describe('nothing is signed and nothing is submitted when the service lies:', () => {
  for (const [turn, attack] of CATALOGUE.entries())
    test(titleOf(attack), () => expectRefused(attack, placesFor(attack.on, turn)));
});

describe('nothing is signed when every response', () => {
  const RESPONSES: Readonly<Record<string, (exchange: Exchange) => Response>> = {
    'is a redirect': () => Response.redirect('http://thief.test/', 307),
    'comes from a redirect': ({ body }) =>
      Object.defineProperty(Response.json(body), 'redirected', { value: true }),
    'has more than 8 MiB': ({ body }) => Response.json({ ...(body as object), more: 'x'.repeat(9 << 20) }),
    'has another status': ({ body }) => Response.json(body, { status: 201 }),
    'is HTML': ({ body }) => new Response(JSON.stringify(body), { headers: { 'content-type': 'text/html' } }),
    'is a list': ({ body }) => Response.json([body]),
  };
  for (const [what, respond] of Object.entries(RESPONSES)) {
    test(what, async () => {
      for (const recording of placesFor(FLOW_KINDS, 0)) {
        atTimeOf(recording);
        const { signed, hasSubmitted, error } = await play(recording, recording.exchanges, respond);
        expect({ signed, hasSubmitted }, recording.name).toEqual({ signed: [], hasSubmitted: false });
        expect([...REFUSALS, 'ApiError'], recording.name).toContain(error?.name);
      }
    });
  }
});
