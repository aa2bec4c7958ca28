/**
 * Signatures with ANYONECANPAY do not say what is spent in front of their coin, and so not where its sats go.
 */
import { attackOf, byYou, LEAST_OUTPUT, placed } from './attack.ts';
import { type Coin, framing, type Output, type Signature } from './collect.ts';
import { type Group, groupsOf, isFreePair, placesIn, placesOf, standing } from './free.ts';
import { isPair, pairOf, planOf, satsTo } from './plan.ts';
import type { Attack, AttackInput } from './verdict.ts';

/** A transaction that a sat of a coin goes through. */
export interface Stray {
  /** Whether the sat ends at a script of the viewer. */
  readonly isMine: boolean;
  /** Sats that reach the viewer, beyond what it takes of their other coins. */
  readonly forSats: number;
  readonly attack: () => Attack;
}

const sumOf = (outputs: readonly { readonly valueSats: number }[]) =>
  outputs.reduce((sum, { valueSats }) => sum + valueSats, 0);
const held = (signatures: readonly Signature[]) =>
  signatures.reduce((sum, { coin }) => sum + (coin.valueSats ?? 0), 0);
const attacker = (leastSats: number): AttackInput => ({ by: 'attacker', leastSats });

/** Signatures that others can put together. */
export interface Loose {
  readonly groups: readonly Group[];
  /** With SINGLE, one for each coin. */
  readonly singles: readonly Signature[];
}

export function looseOf(coins: readonly Coin[]): Loose {
  const singles = coins.flatMap(({ signatures }) => signatures.find(isFreePair) ?? []);
  return { groups: groupsOf(coins), singles };
}

/**
 * Where others can send the sat `offset` of the coin of a signature, alone or with others that share its
 * outputs.
 */
export function straysOf(
  signature: Signature,
  { groups, singles }: Loose,
  mine: ReadonlySet<string>,
  offset: number,
): Stray[] {
  const { coverage, isPast, coin, draft } = signature;
  const alone = { ...strayAlone(signature, mine, offset), attack: () => strayAttack(signature) };
  if (coverage.outputs === 'none' || isPast) return [alone];
  if (coverage.outputs === 'all') {
    const { outputs, signatures } = groups.find(({ key }) => key === draft.whole)!;
    const beside = signatures.filter((one) => one.coin !== coin);
    const fitting = singles.filter((one) => one.coin !== coin && sameFrame(one, signature));
    return [alone, together(signature, beside, singlesIn(outputs, fitting), outputs, mine)];
  }
  const hosts = groups.flatMap(({ outputs, signatures }) => {
    const beside = signatures.filter((one) => one.coin !== coin);
    const isHost = beside.length > 0 && sameFrame(beside[0]!, signature);
    return (isHost ? placesIn(outputs, signature) : []).map((place) =>
      inHost(signature, { beside, outputs, place, offset }, mine),
    );
  });
  return [alone, ...hosts];
}

const sameFrame = (a: Signature, b: Signature) => framing(a.draft.read) === framing(b.draft.read);

/** The signatures with SINGLE that find their outputs among these, by the sats that they add. */
function singlesIn(outputs: readonly Output[], singles: readonly Signature[]): Map<number, Signature> {
  return placesOf(
    singles.toSorted((a, b) => held([b]) - held([a])),
    outputs,
  );
}

function strayAlone(signature: Signature, mine: ReadonlySet<string>, offset: number): Omit<Stray, 'attack'> {
  const { coverage, draft, place } = signature;
  const isPaired = isPair(signature);
  const demanded = coverage.outputs === 'all' ? draft.read.outputs : isPaired ? [pairOf(signature)] : [];
  const isFirst = isPaired && place === 0 && offset < demanded[0]!.valueSats;
  return { isMine: isFirst && mine.has(demanded[0]!.script), forSats: satsTo(mine, demanded) };
}

/** An input in front that fills every output: the sats of these coins go to the miner. */
function together(
  signature: Signature,
  beside: readonly Signature[],
  singles: ReadonlyMap<number, Signature>,
  outputs: readonly Output[],
  mine: ReadonlySet<string>,
): Stray {
  const { version, lockTime } = signature.draft.read;
  const shared = [...beside, ...singles.values()];
  const inputsOf = () => [
    ...placed([...singles.values()], outputs),
    attacker(sumOf(outputs)),
    ...[signature, ...beside].map(byYou),
  ];
  return {
    isMine: false,
    forSats: satsTo(mine, outputs) - held(shared),
    attack: () => ({ version, lockTime, inputs: inputsOf(), outputs }),
  };
}

/** A signature with SINGLE in the place of its output among outputs that others demand whole. */
function inHost(
  signature: Signature,
  {
    beside,
    outputs,
    place,
    offset,
  }: { beside: readonly Signature[]; outputs: readonly Output[]; place: number; offset: number },
  mine: ReadonlySet<string>,
): Stray {
  const { version, lockTime } = signature.draft.read;
  const front = Array.from({ length: place }, (_, index) =>
    attacker(index === 0 ? sumOf(outputs) : LEAST_OUTPUT),
  );
  const missing = place === 0 ? sumOf(outputs) - held([signature, ...beside]) : 0;
  const inputs = [
    ...front,
    ...[signature, ...beside].map(byYou),
    ...(missing > 0 ? [attacker(missing)] : []),
  ];
  const landed =
    place === 0 ? outputs.find((_, index) => offset < sumOf(outputs.slice(0, index + 1))) : undefined;
  return {
    isMine: landed !== undefined && mine.has(landed.script),
    forSats: satsTo(mine, outputs) - held(beside),
    attack: () => ({ version, lockTime, inputs, outputs }),
  };
}

/**
 * The transaction that takes the sats of a coin, which a signature with ANYONECANPAY frees, away from where
 * they would go.
 */
export function strayAttack(signature: Signature): Attack {
  const { coin, coverage, draft, place } = signature;
  const { version, lockTime, outputs } = draft.read;
  if (coverage.outputs === 'all')
    return { version, lockTime, inputs: [attacker(sumOf(outputs)), byYou(signature)], outputs };
  const isPaired = isPair(signature);
  if (place === 0) return attackOf(planOf(standing(signature), new Set()));
  const before = place ?? 1;
  const paid = isPaired ? [pairOf(signature)] : [];
  const gaps = Array.from({ length: before - 1 }, () => ({ valueSats: LEAST_OUTPUT, script: null }));
  const behind = sumOf(gaps) + sumOf(paid);
  return {
    version,
    lockTime,
    inputs: [
      ...Array.from({ length: before }, () => attacker(LEAST_OUTPUT)),
      byYou(signature),
      ...(isPaired ? [attacker(behind)] : []),
    ],
    outputs: [
      { valueSats: LEAST_OUTPUT * before + (coin.valueSats ?? 0), script: null },
      ...(isPaired ? [...gaps, ...paid] : []),
    ],
  };
}
