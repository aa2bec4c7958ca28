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
} as const;

export type Kind =
  | keyof typeof ACTS
  | keyof typeof UPHEAVALS
  | 'poll'
  | 'resend'
  | 'crash'
  | 'backup'
  | 'restore';

/** How often each happens. `backup` and `restore` only in histories that have them. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  list: 14,
  buy: 20,
  delist: 2,
  takeBack: 2,
  offer: 8,
  accept: 9,
  counter: 6,
  acceptCounter: 7,
  closeOffer: 2,
  offerOnCollection: 6,
  fill: 13,
  cancelOnCollection: 2,
  poll: 24,
  resend: 6,
  crash: 2,
  mine: 16,
  mineOne: 4,
  reorg: 4,
  evict: 2,
  clearMempool: 1,
  fees: 2,
  timeJump: 2,
  transactionIndexBehind: 2,
  indexCatchesUp: 3,
  doubleSpend: 4,
  move: 3,
  backup: 1,
  restore: 1,
};

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

/** What a history begins with, so that there is something to trade. */
const OPENING: readonly (readonly Kind[])[] = [
  ['list', 'offerOnCollection'],
  ['list', 'offer'],
  ['poll'],
  ['buy', 'fill', 'accept', 'counter'],
];

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
  const kinds = (Object.keys(WEIGHTS) as Kind[]).filter(
    (kind) => restores || (kind !== 'backup' && kind !== 'restore'),
  );
  const bag = kinds.flatMap((kind) =>
    Array.from({ length: WEIGHTS[kind] * (kind === 'backup' || kind === 'restore' ? 4 : 1) }, () => kind),
  );
  const count = 12 + random.below(20);
  const rates = random.pick(RATES)!;
  const replicas = 1 + random.below(3);
  const steps = Array.from({ length: count }, (_, salt): Step => {
    const kind = OPENING[salt] ? random.pick(OPENING[salt])! : random.pick(bag)!;
    const turns = random.below(3) > 0 ? null : random.below(40);
    return { kind, salt, turns };
  });
  return { seed, steps, replicas, rates, suppressed: [], isStrict };
}
