import { expect, test, vi } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { concatBytes } from '../../src/bitcoin/bytes.ts';
import { buildCustody } from '../../src/custody/build.ts';
import { type CustodyBundle, decodeBundle, encodeBundle } from '../../src/custody/bundle.ts';
import { type Custody, readCustody } from '../../src/custody/read.ts';
import { type Below, numbersFrom, playHistory } from './histories.ts';

vi.setConfig({ testTimeout: 600_000 });

const MUTANTS = rounds(100_000);
const OF_A_PROOF = 200;

interface Sample {
  readonly inscriptionId: string;
  readonly bytes: Uint8Array;
  readonly bundle: CustodyBundle;
  readonly custody: Custody;
}

async function samples(below: Below): Promise<Sample[]> {
  const { source, inscriptions } = await playHistory(below);
  const held: Sample[] = [];
  for (const { inscriptionId, satpoint } of inscriptions) {
    if (!satpoint) continue;
    const bytes = await buildCustody(source, inscriptionId, satpoint);
    const answer = readCustody(bytes, { inscriptionId, outpoint: null, network: 'regtest' });
    if (answer.holds)
      held.push({ inscriptionId, bytes, bundle: decodeBundle(bytes), custody: answer.custody });
  }
  return held;
}

/** Bytes that are flipped, left out, repeated or cut, or parts of one proof in another. */
function mutant({ bytes, bundle }: Sample, other: Sample, below: Below): Uint8Array {
  const at = below(bytes.length);
  const length = 1 + below(40);
  const cut = (from: number, to: number) => concatBytes(bytes.subarray(0, from), bytes.subarray(to));
  const kinds: (() => Uint8Array)[] = [
    () => bytes.map((byte, index) => (index === at ? byte ^ (1 << below(8)) : byte)),
    () => bytes.map((byte, index) => (index === at ? below(256) : byte)),
    () => cut(at, at + length),
    () => concatBytes(bytes.subarray(0, at + length), bytes.subarray(at)),
    () => bytes.subarray(0, at),
    () => concatBytes(bytes.subarray(0, at), other.bytes.subarray(below(other.bytes.length))),
    () => encodeBundle({ ...bundle, ...picked(other.bundle, below) }),
    () => encodeBundle({ ...bundle, moves: shuffled([...bundle.moves, ...other.bundle.moves], below) }),
    () =>
      encodeBundle({ ...bundle, previous: shuffled([...bundle.previous, ...other.bundle.previous], below) }),
    () => encodeBundle({ ...bundle, headers: shuffled([...bundle.headers, ...other.bundle.headers], below) }),
    () => encodeBundle({ ...bundle, position: below(8) }),
    () =>
      encodeBundle({
        ...bundle,
        moves: bundle.moves.map((move) => ({ ...move, previous: shuffled(move.previous, below) })),
      }),
  ];
  return kinds[below(kinds.length)]!();
}

function picked(bundle: CustodyBundle, below: Below): Partial<CustodyBundle> {
  return Object.fromEntries(Object.entries(bundle).filter(() => below(3) === 0));
}

function shuffled<Item>(items: readonly Item[], below: Below): Item[] {
  const left = [...items];
  const some: Item[] = [];
  while (left.length > 0 && below(6) > 0) some.push(left.splice(below(left.length), 1)[0]!);
  return some;
}

test('no change of a proof is accepted with another answer', async () => {
  let [tried, accepted] = [0, 0];
  for (let seed = 1; tried < MUTANTS; seed += 1) {
    const below = numbersFrom(seed);
    const held = await samples(below);
    for (const sample of held) {
      for (let number = 0; number < OF_A_PROOF; number += 1) {
        const changed = mutant(sample, held[below(held.length)]!, below);
        const { inscriptionId, custody } = sample;
        const answer = readCustody(changed, { inscriptionId, outpoint: custody.place, network: 'regtest' });
        tried += 1;
        if (!answer.holds) continue;
        accepted += 1;
        const { place, walk, envelope, block } = answer.custody;
        expect({ place, walk, envelope, block }).toEqual({
          place: custody.place,
          walk: custody.walk,
          envelope: custody.envelope,
          block: custody.block,
        });
      }
    }
  }
  expect(accepted).toBeLessThan(tried / 5);
});
