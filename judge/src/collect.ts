import type { ReadInput, ReadPsbt } from './read-psbt.ts';
import { readAnyPsbt } from './read-psbt.ts';
import { type Coverage, coverageOf, madeSighashes, maskedCoverage, statedSighash } from './sighash.ts';
import { type Spending, spendingOf } from './spending.ts';
import type { Knowledge, Outpoint, Request } from './verdict.ts';

export interface Output {
  readonly valueSats: number;
  readonly script: string;
}

/** A transaction as a PSBT shows it. */
export interface Draft {
  readonly index: number;
  readonly read: ReadPsbt;
  /** The same for drafts that a signature over all inputs cannot tell apart by their inputs. */
  readonly frame: string;
  /** The same for drafts with the same outputs, version and lock time. */
  readonly whole: string;
  /** Coins that cannot be spent without you, by input; null: it is not yours. */
  readonly own: readonly (Coin | null)[];
}

/** A coin of yours, and all signatures that others may have for it. */
export interface Coin extends Outpoint {
  /** The most that any source or PSBT says; null: nobody says it. */
  valueSats: number | null;
  /** Whether `valueSats` is more than a claim. */
  isKnown: boolean;
  readonly signatures: Signature[];
}

/** What a signature of yours demands of a transaction that it is valid in. */
export interface Signature {
  readonly coin: Coin;
  readonly draft: Draft;
  readonly input: number;
  readonly coverage: Coverage;
  /**
   * SINGLE without an output of its index: valid where there are at most `input` outputs, or, with its own
   * place, anywhere.
   */
  readonly isPast: boolean;
  /** It is asked for now; others do not have it yet. */
  readonly isNew: boolean;
  /**
   * The index that its input must have; null: any. The first digest counts the outputs in front of the paired
   * one.
   */
  readonly place: number | null;
}

/** A signature that is asked for, also where it cannot be valid. */
export interface Asked {
  readonly draft: Draft;
  readonly input: number;
  readonly coin: Coin;
  readonly byte: number;
  readonly coverage: Coverage | null;
  readonly spending: Spending;
  /** Whether the request names another sighash than its PSBT. */
  readonly isContradicted: boolean;
}

export interface Collected {
  readonly drafts: readonly Draft[];
  readonly coins: readonly Coin[];
  /** The same by `outpointOf`. */
  readonly coinAt: ReadonlyMap<string, Coin>;
  /** New ones only, in the order of the requests. */
  readonly asked: readonly Asked[];
  /** The same for signatures that others have, or may ask for next. */
  readonly given: readonly Asked[];
  /** Whether the coin of an input is as large as the PSBT says, by `known` or by its previous transaction. */
  isProven(input: ReadInput): boolean;
}

export const outpointOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;
/** What every signature is over. */
export const framing = ({ version, lockTime }: ReadPsbt): string => `${version}/${lockTime}`;
export const outputKey = ({ valueSats, script }: Output): string => `${valueSats}:${script}`;

/** Everything that is asked of the viewer or has been given. Throws `UnreadablePsbt`. */
export function collect(requests: readonly Request[], knowledge: Knowledge): Collected {
  const { mine, values = [], earlier = [] } = knowledge;
  const own = new Set(mine);
  const known = new Map(values.map((value) => [outpointOf(value), value.valueSats]));
  const coins = new Map<string, Coin>();
  const asked: Asked[] = [];
  const given: Asked[] = [];

  const coinOf = (input: ReadInput): Coin => {
    const name = outpointOf(input);
    const coin: Coin = coins.get(name) ?? {
      txid: input.txid,
      vout: input.vout,
      valueSats: known.get(name) ?? null,
      isKnown: known.has(name),
      signatures: [],
    };
    coins.set(name, coin);
    if (!coin.isKnown && input.isProven) coin.isKnown = true;
    if (!known.has(name) && input.valueSats !== null)
      coin.valueSats = Math.max(coin.valueSats ?? 0, input.valueSats);
    return coin;
  };

  const all = [...earlier, ...requests].map(({ psbt, sign }) => {
    return {
      read: readAnyPsbt(psbt),
      named: sign && new Map(sign.map(({ input, sighash }) => [input, sighash])),
    };
  });
  for (const { read, named } of all)
    for (const [at, input] of read.inputs.entries())
      if (named?.has(at) || (input.script !== null && own.has(input.script))) coinOf(input);
  const drafts = all.map(({ read, named }, index) => {
    const draft: Draft = {
      index: index - earlier.length,
      read,
      frame: frameOf(read),
      whole: `${framing(read)}=${read.outputs.map(outputKey).join()}`,
      own: read.inputs.map((input) => (coins.has(outpointOf(input)) ? coinOf(input) : null)),
    };
    for (const [at, coin] of draft.own.entries())
      if (coin) addSignatures(draft, at, coin, { named, isNew: index >= earlier.length, asked, given });
    return draft;
  });
  const isProven = (input: ReadInput) =>
    input.contradiction === null && (input.isProven || known.get(outpointOf(input)) === input.valueSats);
  return { drafts, coins: [...coins.values()], coinAt: coins, asked, given, isProven };
}

function frameOf(read: ReadPsbt): string {
  return [framing(read), ...read.inputs.map(outpointOf)].join();
}

function addSignatures(
  draft: Draft,
  input: number,
  coin: Coin,
  {
    named,
    isNew,
    asked,
    given,
  }: {
    named: ReadonlyMap<number, number | undefined> | undefined;
    isNew: boolean;
    asked: Asked[];
    given: Asked[];
  },
): void {
  const read = draft.read.inputs[input]!;
  const spending = spendingOf(read);
  const made = madeSighashes(read.fields);
  const stated = statedSighash(read.fields, read.script);
  const isAsked = isNew && (named?.has(input) ?? true);
  const wanted = named?.get(input) || stated;
  // what you are not asked for yet may be asked for next
  for (const byte of [...made, ...(isAsked || made.length === 0 ? [wanted] : [])]) {
    const coverage = coverageOf(byte) ?? (spending.digest === 'taproot' ? null : maskedCoverage(byte));
    if (!coverage) continue;
    const isPast = coverage.outputs === 'paired' && input >= draft.read.outputs.length;
    const isPlaced = spending.digest === 'legacy' && coverage.outputs === 'paired';
    // such a signature is invalid with taproot
    if (!isPast || spending.digest !== 'taproot')
      coin.signatures.push({
        coin,
        draft,
        input,
        coverage,
        isPast,
        isNew: isAsked && !made.includes(byte),
        place: isPlaced && !isPast ? input : null,
      });
  }
  const { sighashType = wanted } = read.fields;
  const isContradicted = sighashType !== wanted && !(sighashType === 0 && wanted === 1);
  (isAsked ? asked : given).push({
    draft,
    input,
    coin,
    byte: wanted,
    coverage: coverageOf(wanted),
    spending,
    isContradicted,
  });
}
