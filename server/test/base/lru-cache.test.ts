import { expect, test } from 'vitest';
import { createLruCache } from '../../src/base/lru-cache.ts';

const sized = (maxBytes: number) =>
  createLruCache<string>(maxBytes, (value, key) => value.length + key.length);

test('a value is kept until another takes its key', () => {
  const cache = sized(100);
  expect(cache.get('a')).toBeNull();
  cache.put('a', 'one');
  cache.put('b', 'two');
  cache.put('a', 'three');
  expect([cache.get('a'), cache.get('b')]).toEqual(['three', 'two']);
});

test('what was not asked for longest is dropped first, when there are too many bytes', () => {
  const cache = sized(8);
  cache.put('a', '111');
  cache.put('b', '222');
  cache.get('a');
  cache.put('c', '333');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['111', null, '333']);
});

test('a replaced value takes no bytes any more', () => {
  const cache = sized(8);
  for (const value of ['111', '222', '333']) cache.put('a', value);
  cache.put('b', '444');
  expect([cache.get('a'), cache.get('b')]).toEqual(['333', '444']);
});

test('a value larger than all is not kept', () => {
  const cache = sized(4);
  cache.put('a', 'too large');
  expect(cache.get('a')).toBeNull();
  cache.put('b', '1');
  expect(cache.get('b')).toBe('1');
});
