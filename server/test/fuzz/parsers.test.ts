import { expect, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { fuzz, PARSERS } from './parsers.ts';

test.each(PARSERS)('$name are read or refused, whatever they are', (parser) => {
  expect(() => fuzz(parser, rounds(1_000))).not.toThrow();
});
