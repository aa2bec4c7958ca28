/**
 * Signatures with ANYONECANPAY fix no input but their own: they can be taken out of their transaction, and be
 * put together with others that demand the same outputs, which are then paid once for all of them.
 */
import { type Coin, framing, type Output, outputKey, type Signature } from './collect.ts';
import { isPair, isSame, type Plan, pairOf, planOf, satsTo } from './plan.ts';

/** Most choices of groups of signatures over whole outputs that are tried. */
const MOST_CHOICES = 1_024;

export interface FreeLoss {
  readonly lossSats: number;
  readonly plans: readonly Plan[];
  readonly isExact: boolean;
}

/** Signatures over the same outputs, and nothing else. */
export interface Group {
  readonly key: string;
  readonly outputs: readonly Output[];
  readonly signatures: readonly Signature[];
}

/** The most that signatures with ANYONECANPAY cost on these coins, and the transactions that do it. */
export function freeLoss(coins: readonly Coin[], mine: ReadonlySet<string>): FreeLoss {
  const free = coins.filter(({ signatures }) => signatures.some(isFree));
  const parts = partsOf(free).map((part) => lossOfPart(part, mine));
  return {
    lossSats: parts.reduce((sum, { lossSats }) => sum + lossSats, 0),
    plans: parts.flatMap(({ plans }) => plans),
    isExact: parts.every(({ isExact }) => isExact),
  };
}

/** Coins that could share an output, together; what the others do is no matter to them. */
function partsOf(coins: readonly Coin[]): Coin[][] {
  const pairs = new Set(
    coins.flatMap(({ signatures }) => signatures.filter(isFreePair).map((one) => slotKey(one, pairOf(one)))),
  );
  const keysOfGroups = new Map(
    groupsOf(coins).map(({ key, outputs, signatures }) => {
      const slots = outputs.map((output) => slotKey(signatures[0]!, output));
      return [key, [key, ...slots.filter((slot) => pairs.has(slot))]];
    }),
  );
  const keysOf = ({ signatures }: Coin) =>
    signatures.filter(isFree).flatMap((one) => {
      if (one.coverage.outputs === 'all') return keysOfGroups.get(one.draft.whole)!;
      return isPair(one) ? [slotKey(one, pairOf(one))] : [];
    });
  let parts: { readonly keys: Set<string>; readonly coins: Coin[] }[] = [];
  for (const coin of coins) {
    const keys = new Set(keysOf(coin));
    const touching = parts.filter((part) => [...keys].some((key) => part.keys.has(key)));
    parts = parts.filter((part) => !touching.includes(part));
    for (const part of touching) for (const key of part.keys) keys.add(key);
    parts.push({ keys, coins: [...touching.flatMap((part) => part.coins), coin] });
  }
  return parts.map((part) => part.coins);
}

function lossOfPart(free: readonly Coin[], mine: ReadonlySet<string>): FreeLoss {
  // each transaction spends a coin at least
  const choices = choicesOf(groupsOf(free), free.length);
  if (choices === null) return { lossSats: sumOf(free), plans: [], isExact: false };
  let best: FreeLoss = { lossSats: 0, plans: [], isExact: true };
  for (const used of choices) {
    const plans = plansWith(used, free, mine);
    const lossSats = plans?.reduce((sum, plan) => sum + plan.lossSats, 0) ?? 0;
    if (plans && lossSats > best.lossSats) best = { lossSats, plans, isExact: true };
  }
  return best;
}

/** All choices of at most `most` groups; null: too many. */
function choicesOf(groups: readonly Group[], most: number): Group[][] | null {
  const choices: Group[][] = [[]];
  for (const group of groups)
    for (const choice of [...choices]) {
      if (choice.length === most) continue;
      if (choices.push([...choice, group]) > MOST_CHOICES) return null;
    }
  return choices;
}

export const isFree = ({ coverage }: Signature) => coverage.inputs === 'own';
export const isFreePair = (one: Signature) => isFree(one) && isPair(one);
const sumOf = (coins: readonly Coin[]) => coins.reduce((sum, { valueSats }) => sum + (valueSats ?? 0), 0);

/** Signatures over the same outputs are valid together. */
export function groupsOf(coins: readonly Coin[]): Group[] {
  const groups = new Map<string, { key: string; outputs: readonly Output[]; signatures: Signature[] }>();
  for (const signature of coins.flatMap(({ signatures }) => signatures)) {
    if (!isFree(signature) || signature.coverage.outputs !== 'all') continue;
    const { whole: key, read } = signature.draft;
    const group = groups.get(key) ?? { key, outputs: read.outputs, signatures: [] };
    if (!group.signatures.some(({ coin }) => coin === signature.coin)) group.signatures.push(signature);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** An output of a transaction that pays it for several signatures at once. */
interface Slot {
  readonly group: Group;
  readonly index: number;
}

/** The dearest transactions, exactly those of these groups among them; null: they cannot all be made. */
function plansWith(used: readonly Group[], coins: readonly Coin[], mine: ReadonlySet<string>): Plan[] | null {
  const needed = matched(used, ({ signatures }) => signatures.map(({ coin }) => coin));
  if (needed.size < used.length) return null;
  const taken = new Map<Coin, Group>(needed);
  const members = new Map<Group, Signature[]>();
  const slots = new Map<string, Slot[]>();
  for (const group of used) {
    for (const { coin } of group.signatures) if (!taken.has(coin)) taken.set(coin, group);
    members.set(
      group,
      group.signatures.filter(({ coin }) => taken.get(coin) === group),
    );
    for (const [index, output] of group.outputs.entries()) {
      const key = slotKey(group.signatures[0]!, output);
      slots.set(key, [...(slots.get(key) ?? []), { group, index }]);
    }
  }
  const slotsOf = (one: Signature) =>
    (slots.get(slotKey(one, pairOf(one))) ?? []).filter(({ index }) => (one.place ?? index) === index);
  const left = byGain(coins, mine).filter((coin) => !taken.has(coin));
  const isOpen = (one: Signature) => isFree(one) && (one.coverage.outputs === 'none' || one.isPast);
  const paired = left.filter(({ signatures }) => !signatures.some(isOpen));
  const shared = matched(paired, ({ signatures }) => signatures.filter(isFreePair).flatMap(slotsOf));
  for (const [slot, { signatures }] of shared)
    members.get(slot.group)!.push(signatures.find((one) => isFreePair(one) && slotsOf(one).includes(slot))!);
  const together = [...members].map(([{ outputs }, signatures]) =>
    planOf({ frame: null, signatures, outputs, demanded: new Map(), mostOutputs: outputs.length }, mine),
  );
  const isShared = new Set(shared.values());
  const alone = left.flatMap((coin) => {
    const options = coin.signatures.filter((one) => isOpen(one) || isFreePair(one));
    const [least] = options.toSorted((a, b) => paid(a, mine) - paid(b, mine));
    if (!least || isShared.has(coin)) return [];
    const plan = planOf(standing(least), mine);
    return plan.lossSats > 0 ? [plan] : [];
  });
  return [...together, ...alone];
}

/**
 * Gives each of `ones` another one of `others` that suits it, as many as possible; the first of `ones` are
 * the last that go without, which is the dearest choice where they come by gain. Source: Kuhn's augmenting
 * paths.
 */
function matched<One, Other>(ones: readonly One[], suiting: (one: One) => readonly Other[]): Map<Other, One> {
  const options = new Map(ones.map((one) => [one, suiting(one)]));
  const matches = new Map<Other, One>();
  const place = (one: One, tried: Set<Other>): boolean => {
    const mayBe = options.get(one)!;
    const free = mayBe.find((other) => !matches.has(other));
    const found =
      free ??
      mayBe.find((other) => !tried.has(other) && tried.add(other) && place(matches.get(other)!, tried));
    if (found !== undefined) matches.set(found, one);
    return found !== undefined;
  };
  for (const one of ones) place(one, new Set());
  return matches;
}

/** The indexes at which a signature with SINGLE finds its output in these. */
export function placesIn(outputs: readonly Output[], signature: Signature): number[] {
  const wanted = pairOf(signature);
  return outputs.flatMap((output, index) =>
    isSame(output, wanted) && (signature.place ?? index) === index ? [index] : [],
  );
}

/** Which signature with SINGLE takes which output; those with a fixed place choose first. */
export function placesOf(
  signatures: readonly Signature[],
  outputs: readonly Output[],
): Map<number, Signature> {
  const places = new Map<number, Signature>();
  for (const signature of signatures
    .filter(isPair)
    .toSorted((a, b) => Number(b.place !== null) - Number(a.place !== null))) {
    const place = placesIn(outputs, signature).find((index) => !places.has(index));
    if (place !== undefined) places.set(place, signature);
  }
  return places;
}

const slotKey = ({ draft }: Signature, output: Output) => `${framing(draft.read)}=${outputKey(output)}`;

/** Coins whose sharing of an output gains the most come first. */
function byGain(coins: readonly Coin[], mine: ReadonlySet<string>): Coin[] {
  const gain = (coin: Coin) => {
    const single = coin.signatures.filter(isFreePair);
    const least = Math.min(...single.map((one) => paid(one, mine)), Infinity);
    return Math.min(coin.valueSats ?? 0, least);
  };
  return coins.toSorted((a, b) => gain(b) - gain(a));
}

function paid(signature: Signature, mine: ReadonlySet<string>): number {
  return isPair(signature) ? satsTo(mine, [pairOf(signature)]) : 0;
}

/** A transaction of one signature alone; SINGLE beyond the outputs is put behind an input of the attacker. */
export function standing(signature: Signature): Omit<Plan, 'lossSats' | 'version' | 'lockTime'> {
  const { coverage, isPast, draft, place } = signature;
  return {
    frame: null,
    signatures: [signature],
    outputs: coverage.outputs === 'all' ? draft.read.outputs : null,
    demanded: isPair(signature) ? new Map([[place ?? 0, pairOf(signature)]]) : new Map(),
    mostOutputs: isPast ? 1 : Infinity,
  };
}
