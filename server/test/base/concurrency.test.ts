import { expect, test } from 'vitest';
import { atMost } from '../../src/base/concurrency.ts';

test('jobs run at most so many at a time, first come first served, failed ones too', async () => {
  const limited = atMost(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const job = (number: number) => async () => {
    begun.push(number);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
    if (number % 2 === 1) throw new Error(`job ${number}`);
    return number;
  };
  const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((number) => limited(job(number))));
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
});
