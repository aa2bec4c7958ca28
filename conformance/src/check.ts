import type { Market } from './market.ts';

/** What a check needs: nothing but the server; a wallet that can sign in; or a sandbox with coins and inscriptions. */
export type Need = 'nothing' | 'wallet' | 'sandbox';

export interface Check {
  readonly needs: Need;
  readonly id: string;
  /** The sentence of the specification that it holds. */
  readonly says: string;
  /** Throws `Mismatch` where the server does otherwise. */
  readonly run: (market: Market) => Promise<unknown>;
}

/** A check as the lists of checks have it. */
export type Row = readonly [needs: Need, id: string, says: string, run: Check['run']];
