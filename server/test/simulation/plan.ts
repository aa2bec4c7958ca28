import * as hostile from './hostile.ts';
import type { FaultRates } from './scheduler.ts';
import { choices } from './seeded-random.ts';
import * as traders from './traders.ts';
import * as upheavals from './upheavals.ts';

export const ACTS = {
  list: traders.list,
  buy: traders.buy,
  delist: traders.delist,
  takeBack: traders.takeBack,
  offer: traders.offer,
  accept: traders.accept,
  counter: traders.counter,
  acceptCounter: traders.acceptCounter,
  closeOffer: traders.closeOffer,
  offerOnCollection: traders.offerOnCollection,
  fill: traders.fill,
  cancelOnCollection: traders.cancelOnCollection,
  flood: hostile.flood,
  listOwn: hostile.listOwn,
  delistOwn: hostile.delistOwn,
  buyOthers: hostile.buyOthers,
} as const;

export const UPHEAVALS = {
  mine: upheavals.mine,
  mineOne: upheavals.mineOne,
  reorg: upheavals.reorg,
  evict: upheavals.evict,
  clearMempool: upheavals.clearMempool,
  fees: upheavals.fees,
  timeJump: upheavals.timeJump,
  transactionIndexBehind: upheavals.transactionIndexBehind,
  indexCatchesUp: upheavals.indexCatchesUp,
  doubleSpend: upheavals.doubleSpend,
  move: upheavals.move,
  pin: hostile.pin,
  hangChildren: hostile.hangChildren,
  withhold: hostile.withhold,
  mineWithheld: hostile.mineWithheld,
  forge: hostile.forge,
} as const;

export type Kind =
  | keyof typeof ACTS
  | keyof typeof UPHEAVALS
  | 'poll'
  | 'resend'
  | 'resendClosed'
  | 'crash'
  | 'backup'
  | 'restore';

/** What belongs together: what traders begin, and what befalls it. */
const TRADES: readonly (readonly Kind[])[] = [
  ['list', 'poll', 'buy'],
  ['list', 'list', 'poll', 'buy', 'buy'],
  ['offer', 'accept'],
  ['offer', 'counter', 'acceptCounter'],
  ['offerOnCollection', 'fill'],
  ['offerOnCollection', 'offerOnCollection', 'fill', 'fill'],
  ['list', 'poll', 'delist'],
  ['offer', 'closeOffer'],
  ['offerOnCollection', 'cancelOnCollection'],
];
const TROUBLES: readonly (readonly Kind[])[] = [
  ['mine', 'poll'],
  ['mine', 'poll', 'reorg', 'poll'],
  ['reorg', 'poll', 'mine', 'poll'],
  ['transactionIndexBehind', 'mine', 'poll', 'mine', 'poll'],
  ['doubleSpend', 'mine', 'poll', 'mine', 'poll'],
  ['mine', 'poll', 'reorg', 'doubleSpend', 'mine', 'poll'],
  ['move', 'mine', 'poll'],
  ['mineOne', 'poll', 'doubleSpend', 'mine', 'poll', 'mine', 'poll', 'takeBack', 'mine', 'poll'],
  ['evict', 'poll', 'mine', 'poll'],
  ['clearMempool', 'doubleSpend', 'poll', 'mine', 'poll'],
  ['fees', 'poll', 'mine', 'fees', 'poll'],
  ['timeJump', 'poll'],
  ['crash', 'poll'],
  ['poll', 'crash', 'resend'],
  ['resend', 'resend'],
  ['indexCatchesUp', 'poll'],
];
const RESTORES: readonly (readonly Kind[])[] = [['backup'], ['restore', 'poll'], ['restore', 'mine', 'poll']];

const BOUGHT: readonly Kind[] = ['list', 'list', 'poll', 'buyOthers', 'buyOthers'];
/** One of these in every history. */
const HOSTILE: readonly (readonly Kind[])[] = [
  ['flood', 'flood', 'flood', 'poll', 'doubleSpend', 'mine', 'poll', 'resendClosed'],
  ['flood', 'accept', 'pin', 'poll', 'mine', 'poll', 'resendClosed'],
  ['flood', 'accept', 'withhold', 'poll', 'mine', 'poll', 'mineWithheld', 'poll'],
  ['listOwn', 'delistOwn', 'listOwn', 'poll', 'delistOwn', 'listOwn', 'delistOwn', 'listOwn', 'resendClosed'],
  [...BOUGHT, 'pin', 'poll', 'mine', 'poll', 'resendClosed'],
  [...BOUGHT, 'mineOne', 'pin', 'poll', 'mine', 'poll', 'takeBack', 'mine', 'poll'],
  [...BOUGHT, 'withhold', 'poll', 'delist', 'takeBack', 'poll', 'mine', 'poll'],
  [...BOUGHT, 'hangChildren', 'withhold', 'poll', 'delist', 'poll', 'mine', 'poll'],
  [...BOUGHT, 'withhold', 'poll', 'takeBack', 'mineWithheld', 'poll', 'reorg', 'poll'],
  [...BOUGHT, 'withhold', 'poll', 'pin', 'poll', 'mine', 'poll', 'resendClosed'],
  ['offerOnCollection', 'fill', 'withhold', 'poll', 'mine', 'poll', 'mineWithheld', 'poll'],
  ['forge', 'poll', 'reorg', 'poll', 'forge', 'poll'],
];

export interface Step {
  readonly kind: Kind;
  /** Its own choices depend on this number alone, so that steps can be left out. */
  readonly salt: number;
  /** Calls that go on before the next step begins; null: all of them. */
  readonly turns: number | null;
}

/** A history before it happens. */
export interface Plan {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly replicas: number;
  readonly rates: FaultRates;
  /** Faults left out, as `step salt.call`. */
  readonly suppressed: readonly string[];
  /** A repeated body must be answered as before. */
  readonly isStrict: boolean;
}

export interface PlanOptions {
  /** Databases are restored from older copies too. */
  readonly restores?: boolean;
  readonly isStrict?: boolean;
}

const NONE: FaultRates = { fails: 0, losesReply: 0, hangs: 0, dies: 0 };
const RATES: readonly FaultRates[] = [
  NONE,
  { fails: 0.01, losesReply: 0.01, hangs: 0.005, dies: 0 },
  { ...NONE, dies: 0.01 },
  { fails: 0.004, losesReply: 0.004, hangs: 0.002, dies: 0.004 },
  { fails: 0.03, losesReply: 0.03, hangs: 0.01, dies: 0.01 },
];

export function planOf(seed: number, { restores = false, isStrict = false }: PlanOptions = {}): Plan {
  const random = choices(seed, 'plan');
  const troubles = restores ? [...TROUBLES, ...RESTORES, ...RESTORES] : TROUBLES;
  const scenes = 2 + random.below(3);
  const drawn = Array.from({ length: scenes }, () => [random.pick(TRADES)!, random.pick(troubles)!]).flat();
  const kinds = withBackup(withHostile(drawn, seed), seed);
  const rates = random.pick(RATES)!;
  const steps = kinds.map(
    (kind, salt): Step => ({ kind, salt, turns: random.below(4) > 0 ? null : random.below(40) }),
  );
  return { seed, steps, replicas: 1 + random.below(3), rates, suppressed: [], isStrict };
}

function withHostile(scenes: readonly (readonly Kind[])[], seed: number): readonly Kind[] {
  const random = choices(seed, 'hostile');
  return scenes.toSpliced(random.below(scenes.length + 1), 0, random.pick(HOSTILE)!).flat();
}

/** With a backup somewhere before the first restore. */
function withBackup(kinds: readonly Kind[], seed: number): readonly Kind[] {
  const before = kinds.indexOf('restore');
  if (before < 0 || kinds.slice(0, before).includes('backup')) return kinds;
  return kinds.toSpliced(choices(seed, 'backup').below(before + 1), 0, 'backup');
}
