import { type Coin, type Draft, type Output, outpointOf, outputKey, type Signature } from './collect.ts';
import type { Plan } from './plan.ts';
import type { Attack, AttackInput, AttackOutput } from './verdict.ts';

/**
 * What an output of the attacker has at least, so that nodes relay it. Source: Bitcoin Core, dust of P2TR.
 */
const LEAST_OUTPUT = 330;

/** A plan as a transaction. What is open goes to the attacker. */
export function attackOf(plan: Plan): Attack {
  return plan.frame ? framedAttack(plan, plan.frame) : freeAttack(plan);
}

/**
 * The transaction that takes the sats of `coin`, which a signature with ANYONECANPAY frees, away from where
 * they would go.
 */
export function strayAttack(signature: Signature): Attack {
  const { coin, coverage, draft, input, isPast } = signature;
  const { version, lockTime, outputs } = draft.read;
  const own = byYou(signature);
  const valueSats = coin.valueSats ?? 0;
  if (coverage.outputs === 'all') {
    // an input in front that fills every output: the sats of the coin go to the miner
    const leastSats = outputs.reduce((sum, output) => sum + output.valueSats, 0);
    return { version, lockTime, inputs: [{ by: 'attacker', leastSats }, own], outputs };
  }
  const isPaired = coverage.outputs === 'paired' && !isPast;
  const pair = isPaired ? [outputs[input]!] : [];
  const paidSats = pair[0]?.valueSats ?? 0;
  return {
    version,
    lockTime,
    inputs: [{ by: 'attacker', leastSats: LEAST_OUTPUT + paidSats }, own],
    outputs: [{ valueSats: LEAST_OUTPUT + paidSats + valueSats - paidSats, script: null }, ...pair],
  };
}

function byYou({ coin, draft, input }: Signature): AttackInput {
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
  const spent = signatures.reduce((sum, { coin }) => sum + (coin.valueSats ?? 0), 0);
  const fixed = outputs ?? [...demanded.values()];
  const paid = fixed.reduce((sum, { valueSats }) => sum + valueSats, 0);
  const inputs = outputs ? placed(signatures, outputs) : signatures.map(byYou);
  // SINGLE without an output of its place
  if (mostOutputs === 1 && !outputs) inputs.unshift({ by: 'attacker', leastSats: 0 });
  const missing = paid - spent;
  if (missing > 0) inputs.push({ by: 'attacker', leastSats: missing });
  if (outputs) return { version, lockTime, inputs, outputs };
  return { version, lockTime, inputs, outputs: filled(demanded, Math.max(spent, paid)) };
}

/** Signatures with SINGLE in the places of their outputs; coins of the attacker where no other is left. */
function placed(signatures: readonly Signature[], outputs: readonly Output[]): AttackInput[] {
  const places = new Map<number, Signature>();
  for (const signature of signatures.filter(({ coverage }) => coverage.outputs === 'paired')) {
    const wanted = outputKey(signature.draft.read.outputs[signature.input]!);
    const place = outputs.findIndex((output, index) => outputKey(output) === wanted && !places.has(index));
    places.set(place, signature);
  }
  const others = signatures.filter(({ coverage }) => coverage.outputs !== 'paired');
  const last = Math.max(-1, ...places.keys());
  const inputs = Array.from({ length: last + 1 }, (_, index): AttackInput => {
    const signature = places.get(index) ?? others.shift();
    return signature ? byYou(signature) : { by: 'attacker', leastSats: 0 };
  });
  return [...inputs, ...others.map(byYou)];
}

/** Whether two attacks are the same transaction. */
export function attackKey({ inputs, outputs }: Attack): string {
  const from = inputs.map((input) => (input.by === 'attacker' ? '' : outpointOf(input)));
  return `${from.join()}>${outputs.map(({ valueSats, script }) => `${valueSats}:${script}`).join()}`;
}
