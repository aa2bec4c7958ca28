import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EndTurn, inTurns, type TakeTurn } from '../../src/base/turns.ts';

describe('works in turns', () => {
  let takeTurn: TakeTurn;
  let begun: string[];
  let isBusy: boolean;
  let busy: Promise<void>;

  beforeEach(() => {
    takeTurn = inTurns({ longestWaitMs: 60_000 });
    begun = [];
    isBusy = false;
    busy = Promise.resolve();
  });
  afterEach(async () => {
    isBusy = false;
    await busy;
  });

  const begin = async (name: string): Promise<EndTurn> => {
    const end = await takeTurn();
    begun.push(name);
    return end;
  };
  /** Gives the event loop something to do until the test ends. */
  const keepBusy = () => {
    isBusy = true;
    const work = async () => {
      while (isBusy) {
        const end = performance.now() + 1;
        while (performance.now() < end);
        await nextTurn();
      }
    };
    busy = work();
  };
  const turns = async (count: number) => {
    for (let i = 0; i < count; i += 1) await nextTurn();
  };

  test('begin at once when none is in progress', async () => {
    (await begin('a'))();
    (await begin('b'))();
    expect(begun).toEqual(['a', 'b']);
  });

  test('begin in the order in which they came, each when the one before has ended', async () => {
    keepBusy();
    const first = await begin('a');
    const [second, third] = [begin('b'), begin('c')];
    await turns(5);
    expect(begun).toEqual(['a']);
    first();
    first();
    await turns(5);
    expect(begun).toEqual(['a', 'b']);
    (await second)();
    await third;
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  test('do not wait for one that itself waits: they begin while the event loop is idle', async () => {
    await begin('a');
    await Promise.all([begin('b'), begin('c'), begin('d')]);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  test('wait for a long one no longer than 0.1 s, and then begin in their order', async () => {
    takeTurn = inTurns();
    keepBusy();
    await begin('a');
    await Promise.all([begin('b'), begin('c')]);
    expect(begun).toEqual(['a', 'b', 'c']);
  });
});
