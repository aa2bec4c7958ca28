import type { Flow } from '../context.ts';
import { confirmFills, endFills, unconfirmFills } from './settle.ts';

export const fillFlow: Flow = {
  trades: ['fillAttempts'],
  steps: (ctx) => [['confirming fills', (tip) => confirmFills(ctx, tip)]],
  endOpen: endFills,
  unconfirm: unconfirmFills,
};
