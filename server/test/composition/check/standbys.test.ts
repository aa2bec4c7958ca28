import { expect, test } from 'vitest';
import { flawsOf } from '../../../src/composition/check/standbys.ts';

const of = (names: string, ...states: string[]) =>
  flawsOf(
    { DATABASE_STANDBYS: 'synchronous' },
    {
      rows: states.map((syncState, i) => ({ name: `db${i}`, syncState })),
      names,
      commit: 'on',
      timeline: '1',
    },
  ).flatMap((flaw) => (flaw ? [flaw.is] : []));

test('one named standby that has every commit is well', () => {
  expect(of('FIRST 1 (db0)', 'sync')).toEqual([]);
});

test('of several standbys of which any confirms, a promotion of the wrong one loses commits: a warning', () => {
  expect(of('ANY 1 (db0, db1)', 'quorum', 'quorum')).toEqual([
    'of several standbys any has a commit (ANY 1 (db0, db1)): the others may lack it',
  ]);
});

test('a standby that is meant by * may be a program that copies the log: a warning', () => {
  expect(of('*', 'sync')).toEqual([expect.stringContaining('pg_receivewal')]);
});
