import type { Payer } from '../locks/payer.ts';
import { payerLock } from '../locks/payer.ts';
import type { Utxo } from '../outpoint.ts';
import { type Spend, spend } from './layout.ts';

/** Spends a coin of the payer with a signature over all inputs and outputs. */
export function paymentSpend(name: string, coin: Utxo, payer: Payer): Spend {
  return spend(name, coin, payerLock(payer), { buyer: payer.type === 'p2tr' ? 'DEFAULT' : 'ALL' });
}

/** Spends the payment coins, in order. */
export function paymentSpends(payer: Payer, coins: readonly Utxo[]): Spend[] {
  return coins.map((coin, index) => paymentSpend(`payment ${index + 1}`, coin, payer));
}
