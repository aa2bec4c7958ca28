import { expect, test } from 'vitest';
import { sharedStart, sharedStarts } from '../../src/base/shared-start.ts';

/** Calls that end when the test says. */
function calls() {
  const open: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const shared = sharedStart(() => new Promise<number>((resolve, reject) => open.push({ resolve, reject })));
  return { open, shared };
}

test('a caller never shares a call that started before it asked', async () => {
  const { open, shared } = calls();
  const first = shared();
  const second = shared();
  const third = shared();
  expect(open).toHaveLength(1);
  open[0]!.resolve(1);
  expect(await first).toBe(1);
  expect(open).toHaveLength(2);
  const fourth = shared();
  open[1]!.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  expect(open).toHaveLength(3);
  open[2]!.resolve(3);
  expect(await fourth).toBe(3);
});

test('a call that fails fails those who share it, and no later one', async () => {
  const { open, shared } = calls();
  const first = shared();
  const second = shared();
  open[0]!.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  open[1]!.resolve(2);
  expect(await second).toBe(2);
  const third = shared();
  open[2]!.resolve(3);
  expect(await third).toBe(3);
});

test('callers that want results of keys share a call that has the keys of all of them', async () => {
  const asked: { keys: readonly string[]; resolve(): void }[] = [];
  const shared = sharedStarts(
    (keys) =>
      new Promise<Map<string, string>>((resolve) => {
        const call = asked.length;
        asked.push({ keys, resolve: () => resolve(new Map(keys.map((key) => [key, `${key}${call}`]))) });
      }),
  );
  const first = shared('a');
  const later = [shared('a'), shared('b'), shared('b')];
  asked[0]!.resolve();
  expect(await first).toBe('a0');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]!.resolve();
  expect(await Promise.all(later)).toEqual(['a1', 'b1', 'b1']);
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
});
