import { expect, test, vi } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { buildCustody } from '../../src/custody/build.ts';
import { decodeBundle, encodeBundle, type Move } from '../../src/custody/bundle.ts';
import { readCustody } from '../../src/custody/read.ts';
import { readComplete } from '../../src/custody/transaction.ts';
import { type History, numbersFrom, playHistory } from './histories.ts';

vi.setConfig({ testTimeout: 300_000 });

const CHAINS = rounds(240);

/** The proof of where the sat of an inscription goes from its reveal on, as long as an output has it. */
async function followed({ source, spender }: History, inscriptionId: string): Promise<Uint8Array> {
  const txid = inscriptionId.split('i')[0]!;
  const start = decodeBundle(await buildCustody(source, inscriptionId, { txid, vout: 0, offset: 0 }));
  const moves: Move[] = [];
  for (;;) {
    const bytes = encodeBundle({ ...start, moves });
    const answer = readCustody(bytes, { inscriptionId, outpoint: null, network: 'regtest' });
    if (!answer.holds) return bytes;
    const { place } = answer.custody;
    const spend = spender(place.txid, place.vout);
    if (!spend) return bytes;
    const { inputs, stripped } = readComplete(spend);
    const ours = inputs.findIndex((input) => input.txid === place.txid && input.vout === place.vout);
    const previous = inputs
      .slice(0, ours)
      .map(async (input) => readComplete(await source.transaction(input.txid)).stripped);
    moves.push({ transaction: stripped, previous: await Promise.all(previous) });
  }
}

test('a proof ends where the index says that the inscription is, and nowhere where it is on no sat', async () => {
  const counts: Record<string, number> = { held: 0 };
  for (let seed = 1; seed <= CHAINS; seed += 1) {
    const history = await playHistory(numbersFrom(seed));
    for (const { inscriptionId, satpoint, valueSats } of history.inscriptions) {
      const about = `seed ${seed}, ${inscriptionId}`;
      const forwards = await followed(history, inscriptionId);
      const answer = readCustody(forwards, { inscriptionId, outpoint: null, network: 'regtest' });
      if (satpoint) {
        expect(answer, about).toMatchObject({ holds: true, custody: { place: { ...satpoint, valueSats } } });
        expect(await buildCustody(history.source, inscriptionId, satpoint), about).toEqual(forwards);
        counts['held']! += 1;
      } else {
        expect(answer, about).toMatchObject({
          holds: false,
          code: expect.stringMatching(/^(unbound|spent_as_fee)$/),
        });
        if (!answer.holds) counts[answer.code] = (counts[answer.code] ?? 0) + 1;
      }
    }
  }
  expect(counts['held']).toBeGreaterThan(5 * CHAINS);
  expect(counts['unbound']).toBeGreaterThan(CHAINS / 4);
  expect(counts['spent_as_fee']).toBeGreaterThan(CHAINS / 4);
});
