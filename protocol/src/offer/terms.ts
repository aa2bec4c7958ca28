import type { Pay } from '../layout/layout.ts';
import type { InscriptionAt, Payout } from '../layout/terms.ts';
import type { Lock } from '../locks/lock.ts';
import type { Payer } from '../locks/payer.ts';
import type { Utxo } from '../outpoint.ts';
import type { Sats } from '../sats.ts';

/** The complete settlement of an inscription offer: two parties with the same terms build the same bytes. */
export interface OfferTerms {
  /** The inscription's output, at `ownerAddress`. */
  readonly utxo: Utxo;
  readonly inscriptions: readonly InscriptionAt[];
  /** P2TR address that holds the inscription and first receives the proceeds. */
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

/** The settlement of an offer that came as a PSBT, besides what only an index knows. */
export interface PsbtOfferTerms
  extends Pick<
    OfferTerms,
    'utxo' | 'ownerAddress' | 'sellerProceedsSats' | 'buyerOrdinalsAddress' | 'payments'
  > {
  /** The lock of each payment. */
  readonly locks: readonly Lock[];
  /** The outputs after the proceeds: the buyer's change, and whatever else the buyer pays. */
  readonly others: readonly Pay[];
}

/** What a settlement of either kind is built from. */
export type SettlementTerms = OfferTerms | PsbtOfferTerms;

/** Who makes the payout, to which address, for which network fee. */
export interface PayoutTerms {
  readonly sellerKey: string;
  readonly sellerPaymentAddress: string;
  readonly feeSats: Sats;
}
