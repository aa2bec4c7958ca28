import type { Coverage } from './sighash.ts';

/** A coin by its outpoint. `txid` in the byte order of explorers. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** A PSBT that asks for your signatures, or has some. */
export interface Request {
  /** Base64 or hex, version 0 or 2. */
  readonly psbt: string;
  /**
   * Which inputs you are asked to sign, with which sighash; without one it is that of the PSBT. Default: all
   * of your coins, whatever is there already: anybody may have put it there.
   */
  readonly sign?: readonly { readonly input: number; readonly sighash?: number }[];
}

/** What you know beside the PSBTs. */
export interface Knowledge {
  /** Your output scripts, hex. What pays them has reached you. */
  readonly mine: readonly string[];
  /** Inscriptions on coins that are spent, yours or not. */
  readonly inscriptions?: readonly NamedInscription[];
  /** Values that you have from a source of your own. Those in a PSBT are claims. */
  readonly values?: readonly (Outpoint & { readonly valueSats: number })[];
  /** What you have signed before, as far as it is known. Its signatures may be combined with the new ones. */
  readonly earlier?: readonly Request[];
  /** Names scripts (hex) in sentences. Default: the script itself. */
  readonly nameOf?: (script: string) => string;
  /** What you agreed to. A worst case beyond it is a warning to stop. */
  readonly expected?: Expectation;
}

/** An inscription of the viewer, and the coin that it is on. */
export interface NamedInscription extends Outpoint {
  /** Sats before it in its output. Default 0. */
  readonly offset?: number;
  /** Its id, or another name. */
  readonly name: string;
}

/** What the viewer means to receive or to give. */
export interface Expectation {
  /** Most sats that may leave you, with those under inscriptions. Default: not compared. */
  readonly losesAtMostSats?: number;
  /** Names of inscriptions that may leave you. Default: not compared. */
  readonly gives?: readonly string[];
  /** Least sats that have to reach you where one of them leaves, by its name. */
  readonly forAtLeastSats?: Readonly<Record<string, number>>;
  /** Names of inscriptions that have to reach you. */
  readonly receives?: readonly string[];
}

/** One signature that is asked of you. */
export interface JudgedSignature {
  /** Index of its request. */
  readonly request: number;
  readonly input: number;
  /** The coin that it spends. The signature can be used until this coin is spent by another transaction. */
  readonly until: Outpoint;
  /** null: a sighash that Bitcoin does not have. */
  readonly coverage: Coverage | null;
  /** What it fixes, and what it leaves to others: a sentence each. */
  readonly binds: readonly string[];
  /** What the signature does not fix. */
  readonly leavesOpen: readonly string[];
  /** Other keys of the script that is spent, hex: whoever holds them decides with you. Empty: nobody does. */
  readonly coSigners: readonly string[];
}

/** An input of an attack: a coin of yours with one of your signatures, or coins that others add. */
export type AttackInput =
  | ({
      readonly by: 'you';
      readonly valueSats: number;
      readonly request: number;
      readonly input: number;
    } & Outpoint)
  | ({ readonly by: 'others'; readonly valueSats: number | null } & Outpoint)
  | { readonly by: 'attacker'; readonly leastSats: number };

/** An output that your signatures demand, or one that the attacker chooses (`script` null). */
export interface AttackOutput {
  readonly valueSats: number;
  readonly script: string | null;
}

/** A transaction that your signatures allow, complete but for the keys and coins of the attacker. */
export interface Attack {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly AttackInput[];
  readonly outputs: readonly AttackOutput[];
}

/** The most that others can do with your signatures. */
export interface WorstCase {
  /**
   * Sats of your coins that do not come back, with those under inscriptions. Meaningless unless `isBounded`.
   */
  readonly lossSats: number;
  /** false: nothing limits the loss, or the judge cannot tell; a warning says why. */
  readonly isBounded: boolean;
  /** false: too many signatures to try every combination, so that the loss may be less. */
  readonly isExact: boolean;
  /**
   * The transactions that bring it about, in the order in which they are sent. Empty: nothing can be lost.
   */
  readonly attacks: readonly Attack[];
}

/**
 * `stays`: in every case it ends at a script of yours. `arrives`: the same of one that was not yours.
 * `may leave`: others can take it, for `forAtLeastSats`. `not assured`: it need not reach you.
 */
export type Fate = 'stays' | 'arrives' | 'may leave' | 'not assured';

/** An inscription of the viewer, and what can become of it. */
export interface JudgedInscription {
  readonly name: string;
  /** What can become of it at worst. */
  readonly fate: Fate;
  /** Least sats that reach you where it leaves. 0 for the other fates. */
  readonly forAtLeastSats: number;
  /**
   * The transaction in which it leaves, or does not arrive, with the least for you; null for the other fates.
   */
  readonly attack: Attack | null;
}

/** `stop`: do not sign. `warning`: read it before you sign. */
export type Severity = 'stop' | 'warning';

/** Something that the worst case does not show by itself. */
export interface Warning {
  readonly severity: Severity;
  /** Names the rule; stable. */
  readonly code: WarningCode;
  /** What can happen, with the value, and what to do. */
  readonly text: string;
  /** The transaction that does it; null: the warning is a doubt about the PSBT itself. */
  readonly attack: Attack | null;
}

/** What a warning is about. */
export type WarningCode =
  | 'coin-mismatch'
  | 'coin-missing'
  | 'fee-can-lie'
  | 'inscription-can-leave'
  | 'inscription-for-less'
  | 'inscription-for-nothing'
  | 'inscription-not-assured'
  | 'leaf-not-in-output'
  | 'loss-above-expected'
  | 'outputs-open'
  | 'sighash-contradiction'
  | 'single-bug'
  | 'spent-twice'
  | 'too-many-signatures'
  | 'two-paths'
  | 'unknown-script'
  | 'unknown-sighash'
  | 'value-unproven';

/** What can happen at most, and a transaction that does it. */
export interface Verdict {
  /** One per signature that is asked. */
  readonly signatures: readonly JudgedSignature[];
  /** The worst case over all signatures. */
  readonly worst: WorstCase;
  /** What can become of each inscription. */
  readonly inscriptions: readonly JudgedInscription[];
  /** The worst first. */
  readonly warnings: readonly Warning[];
}
