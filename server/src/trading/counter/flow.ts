import type { Flow } from '../context.ts';
import { recoverCounters } from './recover.ts';

/**
 * Recoveries of counters. The counter itself is a row among the inscription offers, and their flow settles
 * it.
 */
export const counterFlow: Flow = {
  trades: [],
  steps: (ctx) => [['recovering counters', (tip) => recoverCounters(ctx, tip.height)]],
};
