import type { Attack, Expectation, NamedInscription } from '@ordbook/judge';
import type { TransactionInput } from '@scure/btc-signer/psbt.js';
import { type Kind, type Lock, lockOf } from './locks.ts';

/** A vector before its coins exist. Coins have names; `0/1` is the coin that output 1 of draft 0 makes. */
export interface Case {
  readonly name: string;
  /** One sentence: what is asked, and what follows. */
  readonly text: string;
  readonly coins: Readonly<Record<string, CaseCoin>>;
  readonly drafts: readonly CaseDraft[];
  readonly inscriptions?: readonly (Pick<NamedInscription, 'name' | 'offset'> & { readonly coin: string })[];
  /** Coins whose values you have from a source of your own. */
  readonly values?: readonly string[];
  readonly expected?: Expectation;
  /** Your output scripts beside `OWN` and `MONEY`. Default: those of your coins that need no other key. */
  readonly mine?: readonly string[];
  /** What the attacker does where the judge has no transaction to show, because nothing limits the loss. */
  readonly attack?: (coins: Outpoints) => readonly Attack[];
}

export type Outpoints = (name: string) => {
  readonly txid: string;
  readonly vout: number;
  readonly valueSats: number;
};

export interface CaseCoin {
  readonly lock: Lock;
  readonly valueSats: number;
}

export interface CaseDraft {
  readonly inputs: readonly CaseInput[];
  readonly outputs: readonly CaseOutput[];
  /** What the request names; default: all coins of yours. */
  readonly sign?: readonly { readonly input: number; readonly sighash?: number }[];
  /** You signed it before. */
  readonly isEarlier?: boolean;
  readonly version?: number;
  readonly lockTime?: number;
  readonly isVersion2?: boolean;
}

export interface CaseInput {
  readonly coin: string;
  /** What the PSBT states. */
  readonly sighash?: number;
  readonly sequence?: number;
  /** What the PSBT says that the coin holds, where it lies. */
  readonly claims?: number;
  /** Default: `previous` for legacy coins, else `coin`. */
  readonly shows?: 'coin' | 'previous' | 'both' | 'nothing';
  /** Whether your signature is already inside. */
  readonly isSigned?: boolean;
  /** How it is spent, where that is not the lock of the coin. */
  readonly lock?: Lock;
  /** Fields instead of those of the lock. */
  readonly fields?: TransactionInput;
  /** A previous transaction of another coin. */
  readonly previousOf?: string;
}

export interface CaseOutput {
  readonly valueSats: number;
  readonly script: string;
}

export const pays = (valueSats: number, { script }: Pick<Lock, 'script'>): CaseOutput => ({
  valueSats,
  script,
});
/** Where your inscriptions and your money go, and two scripts of others. */
export const OWN = lockOf('p2tr', 1);
export const MONEY = lockOf('p2wpkh', 2);
export const THEIRS = lockOf('p2tr', 1, 'attacker');
export const MARKET = lockOf('p2wpkh', 2, 'attacker');
export const coin = (valueSats: number, kind: Kind = 'p2tr', n = 1): CaseCoin => ({
  lock: lockOf(kind, n),
  valueSats,
});
export const theirs = (valueSats: number, kind: Kind = 'p2tr', n = 1): CaseCoin => ({
  lock: lockOf(kind, n, 'attacker'),
  valueSats,
});
export const isYours = ({ lock }: CaseCoin): boolean => lock.signers.includes('you');
/** A `NamedInscription` on a coin of the case. */
export const on = (of: string, name: string, offset = 0) => ({ coin: of, name, offset });

export const SIGHASHES: Readonly<Record<number, string>> = {
  0: 'DEFAULT',
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
};
