import { expect, test } from 'vitest';
import { inSlices } from '../../src/base/in-slices.ts';

test('everything else runs at each pause of the work', async () => {
  const seen: string[] = [];
  function* work() {
    for (const step of ['one', 'two', 'three']) {
      seen.push(step);
      setImmediate(() => seen.push(`after ${step}`));
      yield;
    }
    return seen.length;
  }
  expect(await inSlices(work())).toBe(6);
  expect(seen).toEqual(['one', 'after one', 'two', 'after two', 'three', 'after three']);
});

test('what the work throws is thrown', async () => {
  function* work() {
    yield;
    throw new RangeError('nothing to do');
  }
  await expect(inSlices(work())).rejects.toThrow('nothing to do');
});
