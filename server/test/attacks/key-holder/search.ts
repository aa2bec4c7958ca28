/**
 * What an attacker with every operator key tries with the open signatures of one user: each fixed transaction,
 * and every transaction that several signatures with open inputs or outputs allow together.
 */
import { sighashOf } from '@ordbook/protocol/bitcoin/sighash';
import {
  type Layout,
  layout,
  type Pay,
  rows,
  type Sighash,
  type Spend,
  spend,
} from '@ordbook/protocol/layout/layout';
import { operatorLock } from '@ordbook/protocol/locks/p2tr';
import type { Party } from '@ordbook/protocol/locks/spending';
import { outpointText } from '@ordbook/protocol/outpoint';
import { coin, KEYS } from '../../../../protocol/test/parties.ts';

/** A transaction of which the user signed the inputs of `party`. */
export interface Signed {
  readonly name: string;
  readonly table: Layout;
  readonly party: Party;
}

export interface User {
  /** Scripts of the user's coins, passthroughs included, hex. */
  readonly scripts: ReadonlySet<string>;
}

/** Signatures that fix a whole transaction. */
const isFixed = (sighash: Sighash) => sighash === 'DEFAULT' || sighash === 'ALL';

/** One signature with open parts. */
interface Open {
  readonly name: string;
  readonly table: Layout;
  readonly input: Spend;
  readonly index: number;
  readonly sighash: Sighash;
  /** What the user's coins become by it, sats: what the outputs that it names pay the user, less the coin. */
  readonly agreedSats: number;
}

/** What the attacker found. */
export interface Theft {
  readonly how: string;
  readonly lostSats: number;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);

/** The first transaction in which the user ends with less than the signatures in it promise; null: none. */
export function findTheft(signed: readonly Signed[], user: User): Theft | null {
  const open = signed.flatMap((one) => openIn(one, user));
  for (const one of signed) {
    const theft = inFixed(one, open, user);
    if (theft) return theft;
  }
  for (const candidate of combinations(open)) {
    const theft = judged(candidate.table, candidate.used, 0, user);
    if (theft) return theft;
  }
  return null;
}

function openIn({ name, table, party }: Signed, user: User): Open[] {
  return table.inputs.flatMap((input, index) => {
    const sighash = input.signs[party];
    if (sighash === undefined || isFixed(sighash)) return [];
    const named = sighash.startsWith('SINGLE') ? [table.outputs[index]!] : table.outputs;
    return [{ name, table, input, index, sighash, agreedSats: paidTo(user, named) - input.coin.valueSats }];
  });
}

const paidTo = ({ scripts }: User, outputs: readonly Pay[]) =>
  sum(outputs.filter(({ script }) => scripts.has(script)).map(({ valueSats }) => valueSats));

/** A fixed transaction that spends coins of the user which another open signature gives away. */
function inFixed({ table, party, name }: Signed, open: readonly Open[], user: User): Theft | null {
  const own = table.inputs.filter(({ signs }) => signs[party] !== undefined);
  if (own.some(({ signs }) => !isFixed(signs[party]!))) return null;
  // what the wallet showed: its own coins go in, and everything at its own addresses comes back
  const agreed = paidTo(user, table.outputs) - sum(own.map(({ coin: { valueSats } }) => valueSats));
  const used: Open[] = [];
  for (const [index, input] of table.inputs.entries()) {
    if (own.includes(input) || !user.scripts.has(input.lock.script)) continue;
    const found = open.find((one) => isValidAt(one, table, index));
    if (!found) return null;
    used.push(found);
  }
  return used.length === 0 ? null : judged(table, used, agreed, user, name);
}

const sameCoin = (a: Spend, b: Spend) => outpointText(a.coin) === outpointText(b.coin);

/** Whether an open signature is over the same message there. */
function isValidAt({ table, input, index, sighash }: Open, other: Layout, at: number): boolean {
  if (!sameCoin(input, other.inputs[at]!)) return false;
  const [message, there] = [sighashOf(table, index, sighash), messageAt(other, at, input, sighash)];
  return there !== null && Buffer.compare(message, there) === 0;
}

function messageAt(table: Layout, at: number, input: Spend, sighash: Sighash): Uint8Array | null {
  if (sighash.startsWith('SINGLE') && !table.outputs[at]) return null;
  // the attacker chooses how the input is spent: by the leaf that was signed
  const inputs = table.inputs.map((one, index) => (index === at ? { ...one, lock: input.lock } : one));
  return sighashOf({ ...table, inputs }, at, sighash);
}

function judged(
  table: Layout,
  used: readonly Open[],
  agreedByFixed: number,
  user: User,
  fixed = '',
): Theft | null {
  for (const one of used) {
    const at = table.inputs.findIndex((input) => sameCoin(input, one.input));
    if (!isValidAt(one, table, at)) return null;
  }
  const spent = table.inputs.filter(({ lock }) => user.scripts.has(lock.script));
  const ends = paidTo(user, table.outputs) - sum(spent.map(({ coin: { valueSats } }) => valueSats));
  // who keeps the inscription was promised no price for it
  const promised = used.map((one) => (keeps(user, table, one.input) ? 0 : one.agreedSats));
  const agreed = agreedByFixed + sum(promised);
  if (ends >= agreed) return null;
  const names = [...(fixed ? [fixed] : []), ...used.map(({ name }) => name)];
  return { how: names.join(' with '), lostSats: agreed - ends };
}

/**
 * What the attacker can do with these signatures although no sum of the user's is too low: the exceptions that
 * docs/threat-model.md names.
 */
export function exceptionsIn(signed: readonly Signed[], user: User): string[] {
  const moved = signed
    .flatMap((one) => openIn(one, user))
    .filter((one) => one.sighash.startsWith('ALL'))
    .filter((one) => {
      const { version, outputs } = one.table;
      const inputs = [attackersCoin(0), one.input];
      const table: Layout = { name: 'moved', version, rows: rows(inputs, outputs), inputs, outputs };
      const wasPromised = keeps(user, one.table, one.input);
      return isValidAt(one, table, 1) && wasPromised && !keeps(user, table, one.input);
    })
    .map(({ name }) => `${name}: an input before the passthrough moves the inscription`);
  const held = signed
    .filter(({ name }) => name === 'funding parent')
    .map(({ name }) => `${name}: the three signers together can spend the offer output`);
  return [...moved, ...held];
}

/** Whether the first sat of a coin, which is the inscription's, comes back to the user. */
function keeps({ scripts }: User, { inputs, outputs }: Layout, coin: Spend): boolean {
  const before = inputs.slice(
    0,
    inputs.findIndex((input) => sameCoin(input, coin)),
  );
  let at = sum(before.map((input) => input.coin.valueSats));
  for (const { valueSats, script } of outputs) {
    if (at < valueSats) return scripts.has(script);
    at -= valueSats;
  }
  return false;
}

interface Candidate {
  readonly table: Layout;
  readonly used: readonly Open[];
}

/**
 * Transactions of open signatures. ALL|ANYONECANPAY signatures share one if their outputs and versions are
 * equal. A SINGLE|ANYONECANPAY signature joins where the output at its index is the one that it names.
 */
function* combinations(open: readonly Open[]): Generator<Candidate> {
  const groups = new Map<string, Open[]>();
  for (const one of open.filter(({ sighash }) => sighash.startsWith('ALL'))) {
    const outputs = one.table.outputs.map(({ valueSats, script }) => `${valueSats} ${script}`);
    const key = `${one.table.version} ${outputs.join(' ')}`;
    const others = groups.get(key) ?? [];
    if (!others.some(({ input }) => sameCoin(input, one.input))) groups.set(key, [...others, one]);
  }
  const legs = open.filter(({ sighash }) => sighash.startsWith('SINGLE'));
  for (const group of groups.values()) {
    yield together(group, [], group[0]!.table);
    for (const placed of placements(legs, group)) yield together(group, placed, group[0]!.table);
  }
  yield* legsAlone(legs);
}

type Placed = readonly [index: number, leg: Open];

/** Legs at the indexes of a group's outputs: each alone, and as many as there is room for. */
function* placements(legs: readonly Open[], group: readonly Open[]): Generator<Placed[]> {
  const { outputs, version } = group[0]!.table;
  const all = new Map<number, Open>();
  for (const leg of legs) {
    const named = leg.table.outputs[leg.index]!;
    if (leg.table.version !== version || group.some(({ input }) => sameCoin(input, leg.input))) continue;
    for (const [index, { valueSats, script }] of outputs.entries()) {
      if (valueSats !== named.valueSats || script !== named.script) continue;
      yield [[index, leg]];
      const isPlaced = [...all.values()].some(({ input }) => sameCoin(input, leg.input));
      if (!all.has(index) && !isPlaced) all.set(index, leg);
    }
  }
  if (all.size > 1) yield [...all];
}

/** All legs of one version in one transaction, of each coin the cheapest. */
function* legsAlone(legs: readonly Open[]): Generator<Candidate> {
  const cheapest = new Map<string, Open>();
  for (const leg of legs) {
    const key = `${leg.table.version} ${outpointText(leg.input.coin)}`;
    const known = cheapest.get(key);
    if (!known || known.agreedSats > leg.agreedSats) cheapest.set(key, leg);
  }
  const used = [...cheapest.values()];
  if (used.length === 0) return;
  const outputs = used.map(({ table, index }) => table.outputs[index]!);
  const inputs = used.map(({ input }) => input);
  yield { table: layout('legs', rows(inputs, outputs), used[0]!.table.version), used };
}

/** One transaction: the legs at their indexes, the group where there is room, coins of the attacker between. */
function together(group: readonly Open[], placed: readonly Placed[], shape: Layout): Candidate {
  const inputs: (Spend | undefined)[] = [];
  for (const [index, leg] of placed) inputs[index] = leg.input;
  for (const { input } of group) {
    const free = Array.from({ length: inputs.length + 1 }, (_, at) => at).find((at) => !inputs[at])!;
    inputs[free] = input;
  }
  const filled = Array.from({ length: inputs.length }, (_, at) => inputs[at] ?? attackersCoin(at));
  const { version, outputs } = shape;
  const table: Layout = { name: 'theft', version, rows: rows(filled, outputs), inputs: filled, outputs };
  return { table, used: [...group, ...placed.map(([, leg]) => leg)] };
}

const attackersCoin = (at: number) =>
  spend(`coin ${at} of the attacker`, coin(`attacker ${at}`, 1_000_000), operatorLock(KEYS), {
    operator: 'DEFAULT',
  });
