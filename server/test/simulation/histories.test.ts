import { describe } from 'vitest';
import { testHistories } from './play-histories.ts';

describe('crashes, outages, reorgs and double spends', () => testHistories(1, { isStrict: true }));
