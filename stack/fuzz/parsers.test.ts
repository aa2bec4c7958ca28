import { expect, test } from 'vitest';
import { fuzz, PARSERS } from '../../server/test/fuzz/parsers.ts';

test.each(PARSERS)(
  '100,000 cases: $name are read or refused, whatever they are',
  { timeout: 300_000 },
  (parser) => {
    expect(() => fuzz(parser, 100_000)).not.toThrow();
  },
);
