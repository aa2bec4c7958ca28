import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../src/operator/api/admin-error.ts';
import { secretsIn } from '../../../src/operator/api/token.ts';

describe('what is entered as a token', () => {
  test('may be the secret, or a line of the file, whose secret is tried first', () => {
    expect(secretsIn(' abc ')).toEqual(['abc']);
    expect(secretsIn('ada:abc\n')).toEqual(['abc', 'ada:abc']);
  });

  test.each(['', 'two words', 'line\nbreak', 'nöt-ascii'])(
    'is no header as %j, and nothing is sent',
    (entered) => {
      expect(secretsIn(entered)).toEqual([]);
    },
  );
});

test('an error is shown as a sentence', () => {
  expect(sentenceOf(new Error('no collection x'))).toBe('No collection x.');
  expect(sentenceOf(new Error('Done. Again?'))).toBe('Done. Again?');
});
