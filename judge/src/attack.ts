import type { Coin, Draft, Output, Signature } from './collect.ts';
import { placesOf } from './free.ts';
import type { Plan } from './plan.ts';
import type { Attack, AttackInput, AttackOutput } from './verdict.ts';

/**
 * What an output of the attacker has at least, so that nodes relay it. Source: Bitcoin Core, dust of P2TR.
 */
export const LEAST_OUTPUT = 330;

/** A plan as a transaction. What is open goes to the attacker. */
export function attackOf(plan: Plan): Attack {
  return plan.frame ? framedAttack(plan, plan.frame) : freeAttack(plan);
}

export function byYou({ coin, draft, input }: Signature): AttackInput {
  const { txid, vout, valueSats } = coin;
  return { by: 'you', txid, vout, valueSats: valueSats ?? 0, request: draft.index, input };
}

function framedAttack({ version, lockTime, signatures, outputs, demanded }: Plan, frame: Draft): Attack {
  const own = new Map<Coin, Signature>(signatures.map((signature) => [signature.coin, signature]));
  const inputs = frame.read.inputs.map((input, index): AttackInput => {
    const coin = frame.own[index];
    const signature = coin ? own.get(coin) : undefined;
    if (signature) return byYou(signature);
    const { txid, vout, valueSats } = input;
    return { by: 'others', txid, vout, valueSats };
  });
  if (outputs) return { version, lockTime, inputs, outputs };
  const spent = frame.read.inputs.reduce((sum, { valueSats }) => sum + (valueSats ?? 0), 0);
  return { version, lockTime, inputs, outputs: filled(demanded, spent) };
}

/** Demanded outputs in their places; the attacker takes what is left, in the first free place. */
function filled(demanded: ReadonlyMap<number, Output>, spentSats: number): AttackOutput[] {
  const paid = [...demanded.values()].reduce((sum, { valueSats }) => sum + valueSats, 0);
  const count = Math.max(-1, ...demanded.keys()) + 1;
  const gaps = count - demanded.size;
  const left = spentSats - paid - LEAST_OUTPUT * Math.max(0, gaps - 1);
  let isTaken = false;
  const take = (): AttackOutput => {
    const valueSats = isTaken ? LEAST_OUTPUT : Math.max(0, left);
    isTaken = true;
    return { valueSats, script: null };
  };
  const outputs = Array.from({ length: count }, (_, index) => demanded.get(index) ?? take());
  return isTaken || left <= 0 ? outputs : [...outputs, take()];
}

function freeAttack({ version, lockTime, signatures, outputs, demanded, mostOutputs }: Plan): Attack {
  // SINGLE without an output of its place stands behind an input of the attacker, and one with a fixed place in it
  const before = outputs ? 0 : mostOutputs === 1 ? 1 : Math.max(0, ...demanded.keys());
  const spent = signatures.reduce((sum, { coin }) => sum + (coin.valueSats ?? 0), LEAST_OUTPUT * before);
  const fixed = outputs ?? [...demanded.values()];
  const paid = fixed.reduce((sum, { valueSats }) => sum + valueSats, 0);
  const padding = Array.from(
    { length: before },
    (): AttackInput => ({ by: 'attacker', leastSats: LEAST_OUTPUT }),
  );
  const inputs = outputs ? placed(signatures, outputs) : [...padding, ...signatures.map(byYou)];
  const missing = paid - spent;
  if (missing > 0) inputs.push({ by: 'attacker', leastSats: missing });
  if (outputs) return { version, lockTime, inputs, outputs };
  return { version, lockTime, inputs, outputs: filled(demanded, Math.max(spent, paid)) };
}

/** Signatures with SINGLE in the places of their outputs; coins of the attacker where no other is left. */
export function placed(signatures: readonly Signature[], outputs: readonly Output[]): AttackInput[] {
  const places = placesOf(signatures, outputs);
  const others = signatures.filter(({ coverage }) => coverage.outputs !== 'paired');
  const last = Math.max(-1, ...places.keys());
  const inputs = Array.from({ length: last + 1 }, (_, index): AttackInput => {
    const signature = places.get(index) ?? others.shift();
    return signature ? byYou(signature) : { by: 'attacker', leastSats: 0 };
  });
  return [...inputs, ...others.map(byYou)];
}
