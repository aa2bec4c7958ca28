import { type LeafLock, spendLeaf } from './leaf.ts';
import { type P2shP2wpkhLock, spendP2shP2wpkh } from './p2sh-p2wpkh.ts';
import { type P2trLock, spendP2tr } from './p2tr.ts';
import { type P2wpkhLock, spendP2wpkh } from './p2wpkh.ts';
import { type SeenLock, spendSeen } from './seen.ts';
import type { Spending } from './spending.ts';

/** What a coin asks of its spender. Scripts and keys are hex; `script` is that of the output. */
export type Lock = P2wpkhLock | P2shP2wpkhLock | P2trLock | LeafLock | SeenLock;

/** Of locks, which never change: the coins of a purchase share theirs. */
const spendings = new WeakMap<Lock, Spending>();

/** How a coin behind `lock` is spent. */
export function spendingOf(lock: Lock): Spending {
  const known = spendings.get(lock);
  if (known) return known;
  const made = spendingBy(lock);
  spendings.set(lock, made);
  return made;
}

/** The compiler names this switch when a kind of lock is added. */
function spendingBy(lock: Lock): Spending {
  switch (lock.type) {
    case 'p2wpkh':
      return spendP2wpkh(lock);
    case 'p2sh-p2wpkh':
      return spendP2shP2wpkh(lock);
    case 'p2tr':
      return spendP2tr(lock);
    case 'leaf':
      return spendLeaf(lock);
    case 'seen':
      return spendSeen(lock);
  }
}
