import { expect, test } from 'vitest';
import { randomFrom } from '../../../../stack/random.ts';
import { rounds } from '../../../../stack/rounds.ts';
import { salesIn } from './made.ts';
import { NON_SALES } from './non-sales.ts';

const KINDS = Object.entries(NON_SALES);
const EACH = Math.ceil(100_000 / KINDS.length);

test.each(KINDS)(
  '%s is no sale, whichever of its coins holds an inscription',
  (_, make) => {
    const random = randomFrom(38);
    for (let round = 0; round < rounds(EACH); round += 1) {
      const transaction = make(random);
      const sales = salesIn(transaction);
      if (sales.length > 0) expect({ round, sales, transaction }).toEqual({});
    }
  },
  300_000,
);
