/**
 * An attacker who tries every small transaction: all orders of the coins of the drafts and of an own one,
 * with all lists of outputs that the drafts name and an own one. A signature is valid where what it is over is the
 * same; that is here a text of what BIP143, BIP341 and Bitcoin's first digest commit to, and shares no code
 * with the judge.
 */
import type { DraftInput, DraftOutput, Kind } from './drafts.ts';

export interface CaseInput extends DraftInput {
  readonly vout: number;
  readonly kind: Kind;
  readonly isMine: boolean;
  /** What the coin really holds; `valueSats` is what the PSBT says. */
  readonly realSats: number;
}

export interface CaseDraft {
  readonly version: number;
  readonly inputs: readonly CaseInput[];
  readonly outputs: readonly DraftOutput[];
  readonly txid: string;
}

export interface Transaction {
  readonly version: number;
  readonly inputs: readonly CaseInput[];
  readonly outputs: readonly DraftOutput[];
  readonly lossSats: number;
}

const SINGLE = 3;
const nameOf = ({ txid, vout }: { readonly txid: string; readonly vout: number }) => `${txid}:${vout}`;
const text = ({ valueSats, script }: DraftOutput) => `${valueSats}>${script}`;

/** What a signature of input `at` is over beside outputs. `real`: with the coins' real values. */
function overInputs(
  version: number,
  inputs: readonly CaseInput[],
  at: number,
  sighash: number,
  real: boolean,
) {
  const own = inputs[at]!;
  const value = (input: CaseInput) => (real ? input.realSats : input.valueSats);
  const isAnyone = (sighash & 0x80) !== 0;
  const head = [own.kind, version, sighash, own.script];
  if (own.kind === 'p2tr') {
    const shown = isAnyone ? [own] : inputs;
    const over = shown.map((input) => [nameOf(input), value(input), input.script]);
    return [...head, isAnyone ? '' : at, over].join('|');
  }
  const names = (isAnyone ? [own] : inputs).map(nameOf);
  if (own.kind === 'p2wpkh') return [...head, nameOf(own), value(own), isAnyone ? '' : names].join('|');
  return [...head, isAnyone ? '' : at, names].join('|');
}

/** The outputs that a signature of input `at` is over, as texts; null: there is no such signature, or the case is unbounded. */
function overOutputs(kind: Kind, outputs: readonly string[], at: number, sighash: number): string | null {
  const base = sighash & 0x1f;
  if (base === 2) return '';
  if (base !== SINGLE) return outputs.join();
  if (at >= outputs.length) return kind === 'p2wpkh' ? '' : null;
  return kind === 'p2pkh' ? `${at} ${outputs[at]}` : outputs[at]!;
}

interface Made {
  readonly sighash: number;
  readonly inputs: string;
  readonly outputs: string;
}

/** Every transaction of at most `most` inputs and outputs in which each coin of the victim is signed. */
export function transactionsOf(
  drafts: readonly CaseDraft[],
  foreign: DraftOutput,
  most: number,
): Transaction[] {
  const signed = new Map<string, Made[]>();
  const coins = new Map<string, CaseInput>();
  for (const draft of drafts)
    for (const [at, input] of draft.inputs.entries()) {
      coins.set(nameOf(input), input);
      if (!input.isMine) continue;
      const sighash = input.sighash ?? (input.kind === 'p2tr' ? 0 : 1);
      const outputs = overOutputs(input.kind, draft.outputs.map(text), at, sighash);
      if (outputs === null) continue;
      const inputs = overInputs(draft.version, draft.inputs, at, sighash, false);
      signed.set(nameOf(input), [...(signed.get(nameOf(input)) ?? []), { sighash, inputs, outputs }]);
    }
  const own: CaseInput = {
    txid: 'ff'.repeat(32),
    vout: 0,
    kind: 'p2tr',
    script: foreign.script,
    isMine: false,
    valueSats: 1_000_000,
    realSats: 1_000_000,
  };
  const allOutputs = distinct([...drafts.flatMap(({ outputs }) => outputs), foreign], text);
  const outputLists = lists(allOutputs, most, true).map((outputs) => {
    const back = outputs.filter(({ script }) => isMineScript(drafts, script));
    return { outputs, texts: outputs.map(text), backSats: sum(back.map(({ valueSats }) => valueSats)) };
  });
  const found: Transaction[] = [];
  for (const inputs of lists([...coins.values(), own], most, false)) {
    const mine = inputs.flatMap((input, at) => (input.isMine ? [{ input, at }] : []));
    if (mine.length === 0) continue;
    const spentSats = sum(mine.map(({ input }) => input.realSats));
    for (const version of new Set(drafts.map((draft) => draft.version))) {
      const fitting = mine.map(({ input, at }) => {
        const made = signed.get(nameOf(input)) ?? [];
        const valid = made.filter((one) => overInputs(version, inputs, at, one.sighash, true) === one.inputs);
        return { kind: input.kind, at, valid };
      });
      if (fitting.some(({ valid }) => valid.length === 0)) continue;
      for (const { outputs, texts, backSats } of outputLists) {
        const isSigned = fitting.every(({ kind, at, valid }) =>
          valid.some((one) => overOutputs(kind, texts, at, one.sighash) === one.outputs),
        );
        if (isSigned) found.push({ version, inputs, outputs, lossSats: spentSats - backSats });
      }
    }
  }
  return found;
}

const mineScripts = new WeakMap<readonly CaseDraft[], ReadonlySet<string>>();
export function rememberMine(drafts: readonly CaseDraft[], scripts: readonly string[]): void {
  mineScripts.set(drafts, new Set(scripts));
}
const isMineScript = (drafts: readonly CaseDraft[], script: string) => mineScripts.get(drafts)!.has(script);

/**
 * The most that sets of these transactions cost which spend no coin twice. Coins made by a draft need that
 * draft.
 */
export function mostLost(drafts: readonly CaseDraft[], transactions: readonly Transaction[]): number {
  const makers = new Map(drafts.map((draft) => [draft.txid, draft]));
  const isDraft = (one: Transaction, draft: CaseDraft) =>
    one.version === draft.version &&
    one.inputs.map(nameOf).join() === draft.inputs.map(nameOf).join() &&
    one.outputs.map(text).join() === draft.outputs.map(text).join();
  const best = new Map<string, Transaction>();
  for (const one of transactions) {
    const made = drafts.find((draft) => isDraft(one, draft))?.txid ?? '';
    const key = `${made}/${one.inputs
      .filter(({ isMine }) => isMine)
      .map(nameOf)
      .sort()
      .join()}`;
    const before = best.get(key);
    if (!before || before.lossSats < one.lossSats) best.set(key, one);
  }
  const kinds = [...best.values()];
  const look = (index: number, chosen: readonly Transaction[], spent: ReadonlySet<string>): number => {
    if (index === kinds.length) {
      const needed = chosen.flatMap(({ inputs }) => inputs.flatMap(({ txid }) => makers.get(txid) ?? []));
      const isPossible = needed.every(
        (draft) => !draft.inputs.some(({ isMine }) => isMine) || chosen.some((one) => isDraft(one, draft)),
      );
      return isPossible ? sum(chosen.map(({ lossSats }) => lossSats)) : 0;
    }
    const one = kinds[index]!;
    const without = look(index + 1, chosen, spent);
    const coins = one.inputs.filter(({ isMine }) => isMine).map(nameOf);
    if (coins.some((coin) => spent.has(coin))) return without;
    return Math.max(without, look(index + 1, [...chosen, one], new Set([...spent, ...coins])));
  };
  return look(0, [], new Set());
}

/** The script where the sat `offset` of a coin lands; null: the network fee. */
export function landsAt({ inputs, outputs }: Transaction, coin: string, offset: number): string | null {
  const at = inputs.findIndex((input) => nameOf(input) === coin);
  let left = offset + sum(inputs.slice(0, at).map(({ realSats }) => realSats));
  for (const { valueSats, script } of outputs) {
    if (left < valueSats) return script;
    left -= valueSats;
  }
  return null;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function distinct<T>(items: readonly T[], nameIt: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [nameIt(item), item])).values()];
}

/** All lists of 1 to `most` items, with or without repetition. */
function lists<T>(items: readonly T[], most: number, mayRepeat: boolean): T[][] {
  let last: T[][] = [[]];
  const all: T[][] = [];
  for (let length = 1; length <= most; length += 1) {
    last = last.flatMap((list) =>
      items.filter((item) => mayRepeat || !list.includes(item)).map((item) => [...list, item]),
    );
    all.push(...last);
  }
  return all;
}
