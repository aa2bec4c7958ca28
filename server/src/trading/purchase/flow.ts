import type { Flow } from '../context.ts';
import { confirmPurchases, unconfirmPurchases } from './settle.ts';

export const purchaseFlow: Flow = {
  trades: ['purchases', 'sales'],
  steps: (ctx) => [['confirming purchases', (tip) => confirmPurchases(ctx, tip)]],
  unconfirm: unconfirmPurchases,
};
