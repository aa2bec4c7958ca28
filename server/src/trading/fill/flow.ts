import type { Flow } from '../context.ts';
import { endFills } from './end.ts';
import { confirmFills, settleFills, unconfirmFills } from './settle.ts';

export const fillFlow: Flow = {
  trades: ['fillAttempts'],
  settle: (ctx) => ['settling fills', (tip) => settleFills(ctx, tip)],
  steps: (ctx) => [['confirming fills', (tip) => confirmFills(ctx, tip)]],
  endOpen: endFills,
  unconfirm: unconfirmFills,
};
