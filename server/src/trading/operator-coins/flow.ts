import type { Flow } from '../context.ts';
import { keepAnchors } from './anchors.ts';
import { createPoolWatch, createRecognition } from './pools.ts';

/**
 * The pools. They have no trades; their own gauges count the coins. Blocks and rollbacks set the coins'
 * heights in the follower's own transaction.
 */
export const operatorCoinFlow: Flow = {
  trades: [],
  steps: (ctx) => [
    ['keeping the anchor pool', () => keepAnchors(ctx)],
    ['recognising admission coins', createRecognition(ctx)],
    ['watching the pools', createPoolWatch(ctx)],
  ],
};
