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

/**
 * All ways to complete the transaction with the inputs of `draft`: one signature for each coin of the viewer
 * in it. null: too many to try.
 */
export function framedPlans(draft: Draft, mine: ReadonlySet<string>): Plan[] | null {
  let partial: Signature[][] = [[]];
  for (const [index, coin] of draft.own.entries()) {
    if (!coin) continue;
    const usable = distinct(coin.signatures.filter((signature) => isUsable(signature, draft, index)));
    partial = partial
      .flatMap((chosen) => usable.map((signature) => [...chosen, signature]))
      .filter((signatures) => framed(draft, signatures, mine) !== null);
    if (partial.length > MOST_COMBINATIONS) return null;
  }
  return partial.flatMap((signatures) => framed(draft, signatures, mine) ?? []);
}

export function isUsable({ draft, input, coverage, place }: Signature, into: Draft, at: number): boolean {
  const { version, lockTime } = draft.read;
  if (coverage.inputs === 'all') return draft.frame === into.frame && input === at;
  if (place !== null && place !== at) return false;
  return version === into.read.version && lockTime === into.read.lockTime;
}

/** Signatures that demand the same count once. */
function distinct(signatures: readonly Signature[]): Signature[] {
  const seen = new Map<string, Signature>();
  for (const signature of signatures) {
    const { draft, input, coverage, isPast } = signature;
    const outputs = draft.read.outputs;
    const demand =
      coverage.outputs === 'all'
        ? outputs.map(outputKey).join()
        : coverage.outputs === 'paired' && !isPast
          ? outputKey(outputs[input]!)
          : isPast;
    seen.set(`${coverage.inputs}${coverage.outputs}${demand}`, signature);
  }
  return [...seen.values()];
}

/** The plan of these signatures in the inputs of `draft`; null: they contradict one another. */
function framed(draft: Draft, signatures: readonly Signature[], mine: ReadonlySet<string>): Plan | null {
  const at = new Map(draft.own.flatMap((coin, index) => (coin ? [[coin, index] as const] : [])));
  const whole = signatures.find(({ coverage }) => coverage.outputs === 'all');
  const outputs = whole ? whole.draft.read.outputs : null;
  const demanded = new Map<number, Output>();
  let mostOutputs = outputs?.length ?? Infinity;
  for (const { coin, draft: from, input, coverage, isPast } of signatures) {
    const index = at.get(coin)!;
    if (coverage.outputs === 'all' && !sameOutputs(from.read.outputs, outputs!)) return null;
    if (coverage.outputs !== 'paired') continue;
    if (isPast) mostOutputs = Math.min(mostOutputs, index);
    else demanded.set(index, from.read.outputs[input]!);
  }
  if (mostOutputs === 0 || (outputs && outputs.length > mostOutputs)) return null;
  for (const [index, output] of demanded) {
    if (index >= mostOutputs) return null;
    if (outputs && (!outputs[index] || outputKey(outputs[index]) !== outputKey(output))) return null;
  }
  return planOf({ frame: draft, signatures, outputs, demanded, mostOutputs }, mine);
}

/** The transaction exactly as its draft shows it, if a plan allows that; null: none does. */
export function asDrafted(draft: Draft, plans: readonly Plan[], mine: ReadonlySet<string>): Plan | null {
  const { outputs } = draft.read;
  const allowing = plans.find(
    (plan) =>
      outputs.length <= plan.mostOutputs &&
      (plan.outputs === null || sameOutputs(plan.outputs, outputs)) &&
      [...plan.demanded].every(
        ([index, output]) => outputs[index] && outputKey(outputs[index]) === outputKey(output),
      ),
  );
  return allowing ? planOf({ ...allowing, frame: draft, outputs }, mine) : null;
}

export function sameOutputs(a: readonly Output[], b: readonly Output[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((output, index) => outputKey(output) === outputKey(b[index]!));
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
