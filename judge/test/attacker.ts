/**
 * An attacker who tries every small transaction: all orders of the coins of the drafts and of an own one,
 * with all lists of outputs that the drafts name and an own one. A signature is valid where the digest is the
 * same; the digests here are texts of what BIP143, BIP341 and Bitcoin's first one commit to, and share no
 * code with the judge.
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

/**
 * What a signature of input `at` is over; null: no such signature is valid. `real`: with the coins' real
 * values.
 */
export function digest(
  { version, inputs, outputs }: Pick<Transaction, 'version' | 'inputs' | 'outputs'>,
  at: number,
  sighash: number,
  isReal: boolean,
): string | null {
  const own = inputs[at]!;
  const value = (input: CaseInput) => (isReal ? input.realSats : input.valueSats);
  const isAnyone = (sighash & 0x80) !== 0;
  const base = sighash & 0x1f;
  const isPast = base === SINGLE && at >= outputs.length;
  if (own.kind === 'p2tr') {
    if (isPast) return null;
    const from = isAnyone
      ? [nameOf(own), value(own), own.script]
      : [at, ...inputs.flatMap((input) => [nameOf(input), value(input), input.script])];
    const to = base === 2 ? [] : base === SINGLE ? [text(outputs[at]!)] : outputs.map(text);
    return ['p2tr', version, sighash, from, to].join('|');
  }
  if (own.kind === 'p2wpkh') {
    const from = isAnyone ? [] : inputs.map(nameOf);
    const to = base === 2 || isPast ? [] : base === SINGLE ? [text(outputs[at]!)] : outputs.map(text);
    return ['v0', version, sighash, from, nameOf(own), own.script, value(own), to].join('|');
  }
  if (isPast) return `one|${own.script}`;
  const from = isAnyone ? [nameOf(own)] : [at, ...inputs.map(nameOf)];
  const to = base === 2 ? [] : base === SINGLE ? [at, text(outputs[at]!)] : outputs.map(text);
  return ['legacy', version, sighash, from, own.script, to].join('|');
}

/** Every transaction of at most `most` inputs and outputs in which each coin of the victim is signed. */
export function transactionsOf(
  drafts: readonly CaseDraft[],
  foreign: DraftOutput,
  most: number,
): Transaction[] {
  const signed = new Map<string, Map<string, number>>();
  const coins = new Map<string, CaseInput>();
  for (const draft of drafts)
    for (const [at, input] of draft.inputs.entries()) {
      coins.set(nameOf(input), input);
      if (!input.isMine) continue;
      const sighash = input.sighash ?? (input.kind === 'p2tr' ? 0 : 1);
      const made = digest(draft, at, sighash, false);
      if (made === null) continue;
      const key = made.startsWith('one') ? made : nameOf(input);
      signed.set(key, (signed.get(key) ?? new Map()).set(made, sighash));
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
  const isSigned = (transaction: Pick<Transaction, 'version' | 'inputs' | 'outputs'>, at: number) => {
    const made = signed.get(nameOf(transaction.inputs[at]!)) ?? new Map<string, number>();
    return [...made].some(([over, sighash]) => digest(transaction, at, sighash, true) === over);
  };
  const outputLists = lists(
    distinct([...drafts.flatMap(({ outputs }) => outputs), foreign], text),
    most,
    true,
  );
  const inputLists = lists([...coins.values(), own], most, false);
  const found: Transaction[] = [];
  for (const inputs of inputLists) {
    const mine = inputs.filter(({ isMine }) => isMine);
    if (mine.length === 0) continue;
    const spent = sum(mine.map(({ realSats }) => realSats));
    for (const outputs of outputLists)
      for (const version of new Set(drafts.map((draft) => draft.version))) {
        const transaction = { version, inputs, outputs };
        if (!inputs.every(({ isMine }, at) => !isMine || isSigned(transaction, at))) continue;
        const back = sum(
          outputs.filter(({ script }) => isMineScript(drafts, script)).map(({ valueSats }) => valueSats),
        );
        found.push({ ...transaction, lossSats: spent - back });
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
