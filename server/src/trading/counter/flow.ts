import type { Flow } from '../context.ts';
import { recoverCounters } from './recover.ts';

/** Recoveries of counters. A counter itself is a row of the inscription offers, whose flow settles it. */
export const counterFlow: Flow = {
  trades: [],
  steps: (ctx) => [['recovering counters', (tip) => recoverCounters(ctx, tip.height)]],
};
