import { expect, test } from 'vitest';
import { fuzz, PARSERS } from './parsers.ts';

test.each(PARSERS)('$name are read or refused, whatever they are', (parser) => {
  expect(() => fuzz(parser, 1_000)).not.toThrow();
});
