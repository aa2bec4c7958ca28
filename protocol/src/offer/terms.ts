import type { InscriptionAt, Payer, Payout } from '../layout/terms.ts';
import type { Utxo } from '../outpoint.ts';
import type { Sats } from '../sats.ts';

/** The settlement of an offer in full: two parties who hold the same terms build the same bytes. */
export interface OfferTerms {
  /** The inscription's output, at `ownerAddress`. */
  readonly utxo: Utxo;
  readonly inscriptions: readonly InscriptionAt[];
  /** P2TR: where the inscription lies, and where the proceeds go first. */
  readonly ownerAddress: string;
  /** The price less fees and royalty, plus the UTXO's value. */
  readonly sellerProceedsSats: Sats;
  readonly buyerOrdinalsAddress: string;
  readonly payer: Payer;
  readonly payments: readonly Utxo[];
  readonly payouts: readonly Payout[];
  /** To the payer's address; 0: no change output. */
  readonly changeSats: Sats;
}

/** How the payout is made: by whom, to where, for which network fee. */
export interface PayoutTerms {
  readonly sellerKey: string;
  readonly sellerPaymentAddress: string;
  readonly feeSats: Sats;
}
