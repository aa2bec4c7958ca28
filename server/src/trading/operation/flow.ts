import type { Flow } from '../context.ts';
import { endTradesInRemoved, endTradesOfBanned } from './end-trades.ts';

/** What the operator ended stays ended: a failed purchase or fill may bring a listing or an offer back. */
export const operationFlow: Flow = {
  trades: [],
  steps: (ctx) => [
    ['ending trades of banned profiles', () => endTradesOfBanned(ctx)],
    ['ending trades in removed collections', () => endTradesInRemoved(ctx)],
  ],
};
