import type { Flow } from '../context.ts';
import { endFills } from './end.ts';
import { confirmFills, unconfirmFills } from './settle.ts';

export const fillFlow: Flow = {
  trades: ['fillAttempts'],
  steps: (ctx) => [['confirming fills', (tip) => confirmFills(ctx, tip)]],
  endOpen: endFills,
  unconfirm: unconfirmFills,
};
