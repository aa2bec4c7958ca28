import type { Coverage, WorstCase } from '@ordbook/judge';
import type { NetworkName } from '../wallet/network.ts';
import type { InputToSign } from '../wallet/wallet.ts';

/** What the viewer knows beside the PSBT. Everything is optional but the network. */
export interface InspectOptions {
  readonly network: NetworkName;
  /** Your addresses, or output scripts as hex. Without them nothing is marked as yours. */
  readonly yours?: readonly string[];
  /** Where inscriptions are, as your own source knows. */
  readonly inscriptions?: readonly KnownInscription[];
  /** The operator's market key, x-only hex: with it, outputs to your passthroughs are recognised. */
  readonly marketKey?: string;
  /** Which signatures are asked for. Default: yours on every coin of yours that has none. */
  readonly inputsToSign?: readonly InputToSign[];
  /** True: the values of the coins have been compared with a source of yours, as the SDK does. */
  readonly areValuesChecked?: boolean;
  /** What you agreed to. The findings say where the PSBT differs. */
  readonly expected?: Expected;
  /**
   * True: the script of a collection offer, which no PSBT shows, has been compared with its terms, as the SDK
   * does before it asks a wallet.
   */
  readonly isOfferChecked?: boolean;
}

/** An inscription, and the coin that it is on. */
export interface KnownInscription {
  readonly txid: string;
  readonly vout: number;
  /** Sats before the inscription in its output. Default 0. */
  readonly offset?: number;
  /** Its name or id, as shown. */
  readonly name?: string;
  /** True: nobody but the PSBT says that the coin holds one; see `MovedInscription.isClaimed`. */
  readonly isClaimed?: boolean;
}

/** What the caller of `inspect` expects, which is compared with what the PSBT does. */
export interface Expected {
  /** Most sats that your coins lose, everything included: a purchase's `totalBuyerCostSats`. */
  readonly paysAtMostSats?: number;
  /** Least sats that you receive beside what inscriptions carry to you. */
  readonly receivesAtLeastSats?: number;
}

/**
 * What a transaction looks like. Anyone can build a transaction that looks like another, so that a role adds
 * checks and words, and no trust.
 */
export type RoleKind =
  | 'transfer'
  | 'listing sale'
  | 'recovery'
  | 'take-back'
  | 'purchase'
  | 'offer settlement'
  | 'payout'
  | 'counter'
  | 'counter recovery'
  | 'counter settlement'
  | 'counter funding'
  | 'collection offer'
  | 'fill'
  | 'unknown';

/** What the transaction is among those of the protocol. */
export interface Role {
  /** Which transaction of the protocol it is. */
  readonly kind: RoleKind;
  /** In words, such as `a purchase of 2 listings`. */
  readonly words: string;
}

/**
 * Whose a coin or an output is. `passthrough`: yours by key path, and with the market's signature anybody's
 * who keeps the terms that you signed. `offer`: yours by key path, and with the signers' a seller's.
 */
export type Owner = 'you' | 'passthrough' | 'offer' | 'other' | 'nobody';

/** A signature that is asked for or there, and what it covers. */
export interface InputSignature {
  /**
   * `asked`: of you, now. `missing`: of another, or later. `made`: in the PSBT. `final`: complete. Nobody has
   * verified those that are there.
   */
  readonly state: 'asked' | 'missing' | 'made' | 'final';
  /** null: no such sighash, or not known. */
  readonly coverage: Coverage | null;
  /** The sighash as a number; null: not known. */
  readonly byte: number | null;
}

/** An input: whose, what it holds, and what its signature commits to. */
export interface ExplainedInput {
  readonly txid: string;
  readonly vout: number;
  /** null: the PSBT does not show it. */
  readonly valueSats: number | null;
  /** Hex; null: the PSBT does not show it. */
  readonly script: string | null;
  /** null: the script has none, or is not known. */
  readonly address: string | null;
  readonly owner: Owner;
  /** What it is in its role, such as `the anchor`; empty: not known. */
  readonly name: string;
  /** What is signed of it; null: nothing. */
  readonly signature: InputSignature;
}

/** An output: whose, its value, and what lands on it. */
export interface ExplainedOutput {
  readonly valueSats: number;
  readonly script: string;
  readonly address: string | null;
  readonly owner: Owner;
  readonly name: string;
}

/** An inscription, and where its sat lands as the PSBT stands. */
export interface MovedInscription {
  readonly input: number;
  readonly offset: number;
  /** null: nobody said which. */
  readonly name: string | null;
  /** True: only the PSBT's shape says that the coin holds one. It may be money. */
  readonly isClaimed: boolean;
  /** null: a value before it is not known. */
  readonly lands: { readonly output: number; readonly offset: number } | 'fee' | null;
  /** Whether its output holds exactly the sats of its coin. */
  readonly isWhole: boolean;
  /** Whether those who get the viewer's signatures can still lead it elsewhere. */
  readonly isOpen: boolean;
}

/** `stop`: do not sign. `warning`: read it before you sign. `note`: worth knowing. */
export type Severity = 'stop' | 'warning' | 'note';

/** Something that the signer should know before signing. */
export interface Finding {
  readonly severity: Severity;
  /** Names the check; stable. */
  readonly code: string;
  /** What is wrong, with the value, and what to do. */
  readonly text: string;
}

/** Everything that a PSBT says, as plain data. */
export interface Explanation {
  /** What the transaction is. */
  readonly role: Role;
  readonly network: NetworkName;
  /** Whether the viewer named addresses. */
  readonly hasViewer: boolean;
  readonly version: number;
  readonly lockTime: number;
  /** null: an input's signature will change it. */
  readonly txid: string | null;
  readonly inputs: readonly ExplainedInput[];
  readonly outputs: readonly ExplainedOutput[];
  readonly inscriptions: readonly MovedInscription[];
  /** Inputs minus outputs. Negative: others must add coins. null: a value is not known. */
  readonly feeSats: number | null;
  /** About, with every signature; null: the size of a signature is not known. */
  readonly vsize: number | null;
  /** sat/vB; null: one of the two is not known. */
  readonly feeRate: number | null;
  /** What the signatures that you give fix. */
  readonly fixed: readonly string[];
  /** What they leave open. */
  readonly open: readonly string[];
  /** What the signer should know before signing, worst first. */
  readonly findings: readonly Finding[];
  /** The most that others can do with your signatures; without your addresses, with all that are missing. */
  readonly worst: WorstCase;
}
