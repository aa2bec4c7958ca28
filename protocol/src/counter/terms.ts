import type { ListingTerms, Payout } from '../layout/terms.ts';
import type { Payer } from '../locks/payer.ts';
import type { Utxo } from '../outpoint.ts';
import type { Sats } from '../sats.ts';

/** A counter as fixed when its seller signs. */
export interface CounterTerms {
  readonly transfer: ListingTerms;
  readonly buyerOrdinalsAddress: string;
  readonly payouts: readonly Payout[];
}

/** The buyer's input of a counter's settlement: output 0 of the funding transaction. */
export interface CounterFunding {
  readonly coin: Utxo;
  readonly payer: Payer;
}

/** The funding transaction: turns the buyer's coins into one output of exactly `fundingSats`, and change. */
export interface FundingTerms {
  readonly payer: Payer;
  readonly payments: readonly Utxo[];
  readonly fundingSats: Sats;
  /** 0: no change output. */
  readonly changeSats: Sats;
}
