import { type Desk, openDesk } from './desk.ts';
import { QUICK_TIER } from './offer-signers.ts';
import type { Trader } from './trader.ts';

/** A desk for acts of the operator, with parties that no other test of the file has. */
export interface OperatedDesk {
  readonly desk: Desk;
  readonly seller: Trader;
  /** An inscription of the seller. */
  nextId(): string;
  /** A party whose coins no other trade has. */
  nextTrader(): Trader;
}

/** Opens one with collection offers, `inscriptions` of the seller, and `traders` besides. */
export async function openOperatedDesk(
  inscriptions: number,
  traders: readonly ('p2tr' | 'p2wpkh')[],
): Promise<OperatedDesk> {
  const desk = await openDesk({ tiers: [QUICK_TIER], anchors: 120 });
  const [seller, ...others] = await desk.traders(['p2tr', ...traders], 4);
  const ids = await desk.inscribe(seller!, inscriptions);
  return { desk, seller: seller!, nextId: () => ids.pop()!, nextTrader: () => others.pop()! };
}
