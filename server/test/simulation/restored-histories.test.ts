import { describe } from 'vitest';
import { testHistories } from './play-histories.ts';

describe('the same, and restores of the database from older copies', () =>
  testHistories(10_001, { isStrict: true, restores: true }));
