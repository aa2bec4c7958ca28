import { expect, test } from 'vitest';
import { csv } from '../../../src/operator/data/csv.ts';

test('a table is CSV by RFC 4180, and no text is a formula', () => {
  expect(
    csv(
      ['a', 'b'],
      [
        ['plain', 1_000],
        [null, 'has "quotes", and a comma'],
        ['=1+1', '-2'],
        ['@x', '\tx'],
        ['two\nlines', -5],
      ],
    ),
  ).toBe(
    `a,b\r\nplain,1000\r\n,"has ""quotes"", and a comma"\r\n'=1+1,'-2\r\n'@x,'\tx\r\n"two\nlines",-5\r\n`,
  );
});
