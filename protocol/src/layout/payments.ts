import type { Lock } from '../locks/lock.ts';
import type { Payer } from '../locks/payer.ts';
import { payerLock } from '../locks/payer.ts';
import type { Utxo } from '../outpoint.ts';
import { type Spend, spend } from './layout.ts';

/** Spends a coin of the payer with a signature over all inputs and outputs. */
export function paymentSpend(name: string, coin: Utxo, payer: Payer, lock: Lock = payerLock(payer)): Spend {
  return spend(name, coin, lock, { buyer: payer.type === 'p2tr' ? 'DEFAULT' : 'ALL' });
}

/** Spends the payment coins, in order. They share one lock, which takes a hash to make. */
export function paymentSpends(payer: Payer, coins: readonly Utxo[]): Spend[] {
  const lock = payerLock(payer);
  return coins.map((coin, index) => paymentSpend(`payment ${index + 1}`, coin, payer, lock));
}
