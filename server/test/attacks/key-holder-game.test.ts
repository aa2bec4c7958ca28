/**
 * Attacker: the operator with all keys, and every signature that one user gave in a random history of trades.
 * Aim:      a transaction in which the user ends with less than its signatures promise together.
 * Guard:    no output is named by two signatures that fit into one transaction.
 */
import { describe, expect, test, vi } from 'vitest';
import { randomFrom } from '../../../stack/random.ts';
import { rounds } from '../../../stack/rounds.ts';
import { type Broken, historyOf } from './key-holder/history.ts';
import { exceptionsIn, findTheft } from './key-holder/search.ts';

vi.setConfig({ testTimeout: 1_200_000 });

/** Histories that the attacker wins: seeds, by how. */
function wonIn(seeds: readonly number[], broken: Broken = {}): Record<string, number[]> {
  const won: Record<string, number[]> = {};
  for (const seed of seeds) {
    const { signed, user, hasOneAddress } = historyOf(randomFrom(seed).below, broken);
    const theft = findTheft(signed, user);
    if (!theft) continue;
    const how = `${theft.how}${hasOneAddress ? ', one address' : ''}`;
    won[how] = [...(won[how] ?? []), seed];
  }
  return won;
}

const seedsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const HISTORIES = rounds(2) === 2 ? 10_000 : 60;

test('the attacker wins no history', () => {
  expect(wonIn(seedsTo(HISTORIES))).toEqual({});
});

test('the attacker wins no history where the judge alone decides what is signed', () => {
  expect(wonIn(seedsTo(HISTORIES), { isJudged: true })).toEqual({});
});

test('beyond sums, the attacker has the exceptions of the threat model and no others', () => {
  const found = seedsTo(60).flatMap((seed) => {
    const { signed, user } = historyOf(randomFrom(seed).below);
    return exceptionsIn(signed, user);
  });
  expect([...new Set(found)].sort()).toEqual([
    'funding parent: the three signers together can spend the offer output',
    'recovery of a counter: an input before the passthrough moves the inscription',
  ]);
});

describe('the attacker wins', () => {
  test('when counters do not name their passthrough: one payment settles two', () => {
    const won = Object.keys(wonIn(seedsTo(150), { isNameless: true }));
    expect(won).toContainEqual(expect.stringMatching(/^counter with counter/));
    expect(won).toContainEqual(expect.stringMatching(/^recovery of a counter with recovery of a counter/));
  });

  test('when a counter is of version 2: it shares its payment with a listing', () => {
    const won = Object.keys(wonIn(seedsTo(150), { counterVersion: 2 }));
    expect(won).toContainEqual(expect.stringMatching(/^counter with leg/));
  });

  test('when the SDK keeps no journal, of wallets with one address: one output is proceeds and sale', () => {
    expect(Object.keys(wonIn(seedsTo(1500), { hasNoJournal: true }))).toEqual([
      'acceptance with leg, one address',
    ]);
  });

  test('when a wallet accepts its own passthrough among the coins of others', () => {
    const won = Object.keys(wonIn(seedsTo(400), { isBlind: true }));
    expect(won).toContain('acceptance with leg, one address');
    expect(won).toContain('purchase with leg, one address');
  });
});
