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
    const found = lossWith(used, free, mine);
    if (found.lossSats > best.lossSats) best = { ...found, isExact: found.isExact && best.isExact };
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

/** The loss when the transactions of exactly these groups are made. */
function lossWith(used: readonly Group[], coins: readonly Coin[], mine: ReadonlySet<string>): FreeLoss {
  const taken = new Set<Coin>();
  let isExact = true;
  const members = new Map<Group, Signature[]>(
    used.map((group) => {
      const own = group.signatures.filter(({ coin }) => !taken.has(coin));
      for (const { coin } of own) taken.add(coin);
      if (own.length > 0) return [group, own];
      // another division of the coins may leave it one: it is counted twice rather than not at all
      isExact = false;
      return [group, group.signatures.slice(0, 1)];
    }),
  );
  const slots = new Map<string, Group[]>();
  for (const group of used)
    for (const output of group.outputs) {
      const key = slotKey(group.signatures[0]!, output);
      slots.set(key, [...(slots.get(key) ?? []), group]);
    }
  const alone: Plan[] = [];
  for (const coin of byGain(coins, mine)) {
    if (taken.has(coin)) continue;
    const options = coin.signatures.filter(isFree);
    const without = options.find(({ coverage, isPast }) => coverage.outputs === 'none' || isPast);
    const single = options.filter(isPair);
    const hostOf = (one: Signature) =>
      slots
        .get(slotKey(one, pairOf(one)))
        ?.findLast((group) =>
          [...placesOf([...members.get(group)!, one], group.outputs).values()].includes(one),
        );
    const shared = without ? undefined : single.find(hostOf);
    if (shared) {
      const key = slotKey(shared, pairOf(shared));
      const host = hostOf(shared)!;
      // one of several signatures may have been the wrong one to use up this output
      if (single.length > 1) isExact = false;
      else members.get(host)!.push(shared);
      if (single.length === 1)
        slots.set(key, slots.get(key)!.toSpliced(slots.get(key)!.lastIndexOf(host), 1));
      else alone.push(planOf({ ...standing(shared), demanded: new Map() }, mine));
      continue;
    }
    const [least] = (without ? [without] : single).toSorted((a, b) => paid(a, mine) - paid(b, mine));
    if (!least) continue;
    const plan = planOf(standing(least), mine);
    if (plan.lossSats > 0) alone.push(plan);
  }
  const together = used.map((group) =>
    planOf(
      {
        frame: null,
        signatures: members.get(group)!,
        outputs: group.outputs,
        demanded: new Map(),
        mostOutputs: group.outputs.length,
      },
      mine,
    ),
  );
  const plans = [...together, ...alone];
  return { lossSats: plans.reduce((sum, plan) => sum + plan.lossSats, 0), plans, isExact };
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
