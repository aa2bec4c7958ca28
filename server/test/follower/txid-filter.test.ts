import { expect, test } from 'vitest';
import { randomFrom } from '../../../stack/random.ts';
import { createTxidFilter } from '../../src/follower/txid-filter.ts';

const { below } = randomFrom(20);
const txid = () => Array.from({ length: 64 }, () => below(16).toString(16)).join('');

test('a transaction that was added is always found', () => {
  const marks = createTxidFilter();
  const added = [...Array.from({ length: 5_000 }, txid), '0'.repeat(64), 'f'.repeat(64)];
  for (const one of added) marks.add(one);
  expect(added.filter((one) => !marks.mayHave(one))).toEqual([]);
});

test('few other transactions pass', () => {
  const marks = createTxidFilter();
  for (let i = 0; i < 300; i += 1) marks.add(txid());
  const others = Array.from({ length: 20_000 }, txid);
  expect(others.filter((one) => marks.mayHave(one)).length).toBeLessThan(100);
});
