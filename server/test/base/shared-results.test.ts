import { expect, test } from 'vitest';
import { sharedResults } from '../../src/base/shared-results.ts';

test('a result is worked out once, also for those who ask meanwhile', async () => {
  const kept = sharedResults<number>(2);
  let begun = 0;
  const work = async () => {
    begun += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return begun;
  };
  expect(await Promise.all([kept('a', work), kept('a', work)])).toEqual([1, 1]);
  expect(await kept('a', work)).toBe(1);
});

test('the result that was not asked for the longest goes first', async () => {
  const kept = sharedResults<string>(2);
  const worked: string[] = [];
  const ask = (key: string) =>
    kept(key, async () => {
      worked.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
  expect(worked).toEqual(['a', 'b', 'c', 'b']);
});

test('what failed is worked out again', async () => {
  const kept = sharedResults<string>(2);
  await expect(kept('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept('a', async () => 'there')).toBe('there');
});
