import { outputWeight, transactionWeight, vsize } from '../bitcoin/weights.ts';
import { type Lock, spendingOf } from '../locks/lock.ts';
import type { Layout } from './layout.ts';

/** Size, vB, of a transaction that spends coins with these locks and pays these scripts (hex). */
export function sizeOf(locks: readonly Lock[], scripts: readonly string[]): number {
  const weights = [...locks.map((lock) => spendingOf(lock).weight), ...scripts.map(outputWeight)];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return vsize(transactionWeight(locks.length, scripts.length, sum));
}

/** Size, vB, of a fully signed layout. A wallet's low-R signature may make it slightly smaller. */
export function layoutSize({ inputs, outputs }: Layout): number {
  return sizeOf(
    inputs.map(({ lock }) => lock),
    outputs.map(({ script }) => script),
  );
}
