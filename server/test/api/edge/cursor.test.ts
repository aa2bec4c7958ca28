import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCursors } from '../../../src/api/edge/cursor.ts';

const old = { id: 'old', secret: 'o'.repeat(32) };
const fresh = { id: 'new', secret: 'n'.repeat(32) };
const cursors = createCursors([old]);
const query = { route: 'listings', sort: 'price', collectionSlug: 'mice' };

describe('cursor', () => {
  test('a cursor gives back its key to the same query, in whatever order the query is written', () => {
    const key = fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(key, (written) => {
        const cursor = cursors.write(query, written);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(cursors.read({ collectionSlug: 'mice', sort: 'price', route: 'listings' }, cursor)).toEqual(
          written,
        );
      }),
    );
  });

  test('a cursor is refused by another sort, filter or route', () => {
    const cursor = cursors.write(query, [1500, 'a']);
    for (const other of [
      { ...query, sort: 'recent' },
      { ...query, collectionSlug: null },
      { ...query, route: 'sales' },
    ]) {
      expect(() => cursors.read(other, cursor)).toThrow(/not made by this query/);
    }
  });

  test('any other text is refused', () => {
    const cursor = cursors.write(query, [1500, 'a']);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        fc.pre(text !== cursor);
        expect(() => cursors.read(query, text)).toThrow(/not made by this query/);
      }),
    );
    expect(() => cursors.read(query, `${cursor.slice(0, -2)}AA`)).toThrow(/not made by this query/);
  });

  test('a cursor outlives a key rotation until its key is dropped', () => {
    const cursor = cursors.write(query, [1]);
    expect(createCursors([fresh, old]).read(query, cursor)).toEqual([1]);
    expect(() => createCursors([fresh]).read(query, cursor)).toThrow(/not made by this query/);
  });
});
