import type { WorstCase } from '@ordbook/judge';
import type { Sighash } from '@ordbook/protocol/layout/layout';
import type { Goods } from '../custody/goods.ts';
import type { Coin } from '../signing/psbt.ts';
import type { BuiltStep } from '../signing/rebuilt.ts';
import type { WalletIdentity } from '../wallet/wallet.ts';

/** A coin of ours that a transaction spends. */
export interface SpentCoin extends Coin {
  readonly address: string | null;
  /** The inscription that was named to us on this coin; null: the coin pays. */
  readonly inscriptionId: string | null;
}

/** Where an inscription goes. */
export interface InscriptionMove {
  readonly inscriptionId: string;
  /** Sats under it, which go with it. */
  readonly valueSats: number;
  /** null: to a buyer who is not known yet. */
  readonly toAddress: string | null;
  /** True: it comes to this wallet. False: it leaves it. */
  readonly isToUs: boolean;
}

/** One transaction that the wallet is asked to sign. */
export interface AskedSignature {
  /** Such as `the transfer of <inscriptionId>`. */
  readonly transaction: string;
  /** As it is signed; with ANYONECANPAY the final one differs. */
  readonly txid: string;
  /** The inputs that it signs. */
  readonly inputs: readonly { readonly coin: string; readonly sighash: Sighash }[];
}

/**
 * The worst case, and inscriptions that the second key of their coin could let leave for less than the trade
 * brings.
 */
export interface Worst extends WorstCase {
  readonly cheaper: readonly { readonly inscriptionId: string; readonly sats: number }[];
}

/** What would be signed. Amounts in sats. */
export interface Summary {
  /** One sentence each, for people. */
  readonly words: readonly string[];
  /** What leaves our addresses for good, beyond the sats under inscriptions of ours; 0 when we gain. */
  readonly paysSats: number;
  /** What arrives at our addresses, beyond the sats under inscriptions that we get; 0 when we pay. */
  readonly receivesSats: number;
  /** Coins of the wallet that the signatures spend. */
  readonly spends: readonly SpentCoin[];
  /** Inscriptions that change hands. */
  readonly inscriptions: readonly InscriptionMove[];
  /** What was checked of each inscription that we pay for. */
  readonly goods: readonly Goods[];
  /** In the order in which the wallet is asked. */
  readonly signatures: readonly AskedSignature[];
  /** The most that others can do with these signatures, as `@ordbook/judge` finds it. */
  readonly worst: Worst;
}

export interface Summarised {
  readonly wallet: WalletIdentity;
  /** The first sentence: what happens when. */
  readonly title: string;
  /** Transactions that follow one another, per trade. Of trades that spend the same coin, one can happen. */
  readonly trades: readonly (readonly BuiltStep[])[];
  /** Transactions that are signed for another case, such as a recovery. */
  readonly otherwise?: readonly BuiltStep[];
  /** Inscriptions that we pay for. */
  readonly goods?: readonly Goods[];
  /** The coin on which each inscription enters. */
  readonly inscribed: readonly { readonly inscriptionId: string; readonly coin: string }[];
}
