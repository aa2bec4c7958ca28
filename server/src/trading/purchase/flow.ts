import type { Flow } from '../context.ts';
import { confirmPurchases, settlePurchases, unconfirmPurchases } from './settle.ts';

export const purchaseFlow: Flow = {
  trades: ['purchases', 'sales'],
  settle: (ctx) => ['settling purchases', (tip) => settlePurchases(ctx, tip)],
  steps: (ctx) => [['confirming purchases', (tip) => confirmPurchases(ctx, tip)]],
  unconfirm: unconfirmPurchases,
};
