import { type Coin, type Draft, type Output, outpointOf, outputKey, type Signature } from './collect.ts';

/**
 * What a transaction has to be so that chosen signatures are valid in it. `frame`: its inputs are those of
 * this draft; null: the signatures fix none but their own.
 */
export interface Plan {
  readonly frame: Draft | null;
  readonly version: number;
  readonly lockTime: number;
  readonly signatures: readonly Signature[];
  /** All outputs; null: only those in `demanded` are fixed. */
  readonly outputs: readonly Output[] | null;
  /** Outputs by index, where `outputs` is null. */
  readonly demanded: ReadonlyMap<number, Output>;
  readonly mostOutputs: number;
  /** Sats of the viewer that go in, minus those that come out at least. */
  readonly lossSats: number;
}

/** Most combinations of signatures that are tried for one set of inputs. */
const MOST_COMBINATIONS = 512;

/** The plans of each draft that spends coins of the viewer; null: too many to try. */
export type DraftPlans = ReadonlyMap<Draft, readonly Plan[] | null>;

export function plansOf(drafts: readonly Draft[], mine: ReadonlySet<string>): DraftPlans {
  const own = drafts.filter((draft) => draft.own.some((coin) => coin !== null));
  return new Map(own.map((draft) => [draft, framedPlans(draft, mine)]));
}

/** Signatures that are valid together, and what they leave to those that are added. */
interface Together {
  readonly signatures: readonly Signature[];
  readonly outputs: readonly Output[] | null;
  readonly mostOutputs: number;
}

/**
 * All ways to complete the transaction with the inputs of `draft`: one signature for each coin of the viewer
 * in it. null: too many to try.
 */
function framedPlans(draft: Draft, mine: ReadonlySet<string>): Plan[] | null {
  const at = new Map(draft.own.flatMap((coin, index) => (coin ? [[coin, index] as const] : [])));
  let partial: Together[] = [{ signatures: [], outputs: null, mostOutputs: Infinity }];
  for (const [index, coin] of draft.own.entries()) {
    if (!coin) continue;
    const usable = distinct(coin.signatures.filter((signature) => isUsable(signature, draft, index)));
    partial = partial.flatMap((chosen) =>
      usable.flatMap((signature) => withSignature(chosen, signature, at) ?? []),
    );
    if (partial.length > MOST_COMBINATIONS) return null;
  }
  return partial.map(({ signatures, outputs, mostOutputs }) => {
    const pairs = signatures.filter(isPair).map((one) => [at.get(one.coin)!, pairOf(one)] as const);
    return planOf({ frame: draft, signatures, outputs, demanded: new Map(pairs), mostOutputs }, mine);
  });
}

/**
 * Signatures come in the order of their inputs, so that those before demand no output behind. null: it
 * contradicts the others.
 */
function withSignature(
  { signatures, outputs, mostOutputs }: Together,
  added: Signature,
  at: ReadonlyMap<Coin, number>,
): Together | null {
  const together = { signatures: [...signatures, added], outputs, mostOutputs };
  const index = at.get(added.coin)!;
  const isDemanded = (whole: readonly Output[], one: Signature) => {
    const output = whole[at.get(one.coin)!];
    return output !== undefined && isSame(output, pairOf(one));
  };
  if (added.coverage.outputs === 'none') return together;
  if (added.coverage.outputs === 'all') {
    const whole = added.draft.read.outputs;
    if (outputs) return sameOutputs(whole, outputs) ? together : null;
    if (whole.length === 0 || whole.length > mostOutputs) return null;
    if (!signatures.filter(isPair).every((one) => isDemanded(whole, one))) return null;
    return { ...together, outputs: whole, mostOutputs: whole.length };
  }
  if (added.isPast) {
    const most = Math.min(mostOutputs, index);
    if (most === 0 || (outputs && outputs.length > most)) return null;
    return { ...together, mostOutputs: most };
  }
  if (index >= mostOutputs || (outputs && !isDemanded(outputs, added))) return null;
  return together;
}

export function isUsable({ draft, input, coverage, place }: Signature, into: Draft, at: number): boolean {
  const { version, lockTime } = draft.read;
  if (coverage.inputs === 'all') return draft.frame === into.frame && input === at;
  if (place !== null && place !== at) return false;
  return version === into.read.version && lockTime === into.read.lockTime;
}

export const isPair = ({ coverage, isPast }: Signature) => coverage.outputs === 'paired' && !isPast;
export const pairOf = ({ draft, input }: Signature): Output => draft.read.outputs[input]!;

/** Signatures that demand the same count once. */
function distinct(signatures: readonly Signature[]): Signature[] {
  const seen = new Map<string, Signature>();
  for (const signature of signatures) {
    const { draft, coverage, isPast } = signature;
    const demand =
      coverage.outputs === 'all' ? draft.whole : isPair(signature) ? outputKey(pairOf(signature)) : isPast;
    seen.set(`${coverage.inputs}${coverage.outputs}${demand}`, signature);
  }
  return [...seen.values()];
}

/** The transaction exactly as its draft shows it, if a plan allows that; null: none does. */
export function asDrafted(draft: Draft, plans: readonly Plan[], mine: ReadonlySet<string>): Plan | null {
  const { outputs } = draft.read;
  const allowing = plans.find(
    (plan) =>
      outputs.length <= plan.mostOutputs &&
      (plan.outputs === null || sameOutputs(plan.outputs, outputs)) &&
      [...plan.demanded].every(([index, output]) => outputs[index] && isSame(outputs[index], output)),
  );
  return allowing ? planOf({ ...allowing, frame: draft, outputs }, mine) : null;
}

export const isSame = (a: Output, b: Output) => a.valueSats === b.valueSats && a.script === b.script;

export function sameOutputs(a: readonly Output[], b: readonly Output[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((output, index) => isSame(output, b[index]!));
}

/** Sats that reach the viewer. */
export function satsTo(mine: ReadonlySet<string>, outputs: Iterable<Output>): number {
  let sum = 0;
  for (const { valueSats, script } of outputs) if (mine.has(script)) sum += valueSats;
  return sum;
}

export function planOf(
  plan: Omit<Plan, 'lossSats' | 'version' | 'lockTime'>,
  mine: ReadonlySet<string>,
): Plan {
  const { version, lockTime } = plan.signatures[0]!.draft.read;
  const spent = plan.signatures.reduce((sum, { coin }) => sum + (coin.valueSats ?? 0), 0);
  return {
    ...plan,
    version,
    lockTime,
    lossSats: spent - satsTo(mine, plan.outputs ?? plan.demanded.values()),
  };
}

/** The coins of the viewer that a plan spends. */
export function coinsOf({ signatures }: Plan): Coin[] {
  return signatures.map(({ coin }) => coin);
}

/** The outpoint that a plan makes at `output`, if all of the plan is fixed. */
export function madeBy({ frame, outputs }: Plan, output: number): string | null {
  if (!frame?.read.txid || !outputs || !sameOutputs(outputs, frame.read.outputs)) return null;
  return outpointOf({ txid: frame.read.txid, vout: output });
}
