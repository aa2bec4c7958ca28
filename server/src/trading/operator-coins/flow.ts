import type { Flow } from '../context.ts';
import { keepAnchors } from './anchors.ts';
import { createPoolWatch } from './pools.ts';

/** The pools. No trades: gauges of their own count the coins. Blocks and rollbacks set their heights in the follower's own transaction. */
export const operatorCoinFlow: Flow = {
  trades: [],
  steps: (ctx) => [
    ['keeping the anchor pool', () => keepAnchors(ctx)],
    ['watching the pools', createPoolWatch(ctx)],
  ],
};
