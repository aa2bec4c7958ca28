import { type LeafLock, spendLeaf } from './leaf.ts';
import { type P2shP2wpkhLock, spendP2shP2wpkh } from './p2sh-p2wpkh.ts';
import { type P2trLock, spendP2tr } from './p2tr.ts';
import { type P2wpkhLock, spendP2wpkh } from './p2wpkh.ts';
import { type SeenLock, spendSeen } from './seen.ts';
import type { Spending } from './spending.ts';

/** What a coin asks of its spender. Scripts and keys are hex; `script` is that of the output. */
export type Lock = P2wpkhLock | P2shP2wpkhLock | P2trLock | LeafLock | SeenLock;

/** How a coin behind `lock` is spent. The compiler names this switch when a kind of lock is added. */
export function spendingOf(lock: Lock): Spending {
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
