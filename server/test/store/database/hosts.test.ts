import { expect, test } from 'vitest';
import { hostUrls } from '../../../src/store/database/hosts.ts';

test.each([
  ['postgres://user:p%40ss@first/ordbook', ['postgres://user:p%40ss@first/ordbook']],
  [
    'postgres://user@first:5432,second:5433/ordbook?sslmode=require',
    [
      'postgres://user@first:5432/ordbook?sslmode=require',
      'postgres://user@second:5433/ordbook?sslmode=require',
    ],
  ],
  [
    'postgresql://a,b/db?target_session_attrs=read-write&sslmode=require',
    ['postgresql://a/db?sslmode=require', 'postgresql://b/db?sslmode=require'],
  ],
  [
    'postgres://[::1]:5432,[::2]:5432/db?target_session_attrs=primary',
    ['postgres://[::1]:5432/db', 'postgres://[::2]:5432/db'],
  ],
  ['postgres://user@%2Frun%2Fpostgresql/db', ['postgres://user@%2Frun%2Fpostgresql/db']],
])('%s names these servers', (url, expected) => {
  expect(hostUrls(url)).toEqual(expected);
});
