import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inSlices } from '../../src/base/in-slices.ts';

function* logging(name: string, parts: number, log: string[]): Generator<undefined, string> {
  for (let part = 0; part < parts; part += 1) {
    log.push(name);
    yield;
  }
  return `${name} is done`;
}

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

test('of several works, one goes on in each turn of the event loop, in turns', async () => {
  const log: string[] = [];
  const all = Promise.all([
    inSlices(logging('a', 4, log)),
    inSlices(logging('b', 4, log)),
    inSlices(logging('c', 4, log)),
  ]);
  // the first slice of each runs at once
  expect(log.splice(0)).toEqual(['a', 'b', 'c']);
  const perTurn: number[] = [];
  while (log.length < 9) {
    const before = log.length;
    await nextTurn();
    perTurn.push(log.length - before);
  }
  expect(Math.max(...perTurn)).toBe(1);
  expect(log).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
  expect(await all).toEqual(['a is done', 'b is done', 'c is done']);
});
