/**
 * One history: traders, faults and upheavals in the order that the plan and the seed decide, then peace, and then
 * an audit. What the audit finds, or what a client heard that is not true, is an anomaly.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '@ordbook/protocol/refusals';
import { sql } from 'kysely';
import { audit } from '../../src/audit/audit.ts';
import { MINUTE_MS } from '../../src/base/clock.ts';
import type { TradingContext } from '../../src/trading/context.ts';
import { endEverythingOpen } from '../../src/trading/restored.ts';
import { REMEMBERED_MS } from '../../src/trading/settlement/repeatable-submit.ts';
import { type Copy, copyOf, putBack } from '../support/database-copy.ts';
import type { Desk } from '../support/desk.ts';
import { eventAnomalies } from './event-stories.ts';
import { hostileAnomalies } from './hostile.ts';
import { ACTS, type Plan, type Step, UPHEAVALS } from './plan.ts';
import { createScheduler, Killed, type Scheduler } from './scheduler.ts';
import { type Choices, choices } from './seeded-random.ts';
import type { Replica, Stage, Theatre } from './stage.ts';
import { ENDED, hear, reopened, type Submission, unrepeated, untruths } from './submissions.ts';

/** Through whom a trader acts: one replica. */
export interface Actor {
  readonly desk: Pick<Desk, 'ctx' | 'coinsOf'>;
  readonly stage: Stage;
}

export interface Outcome {
  readonly plan: Plan;
  readonly anomalies: readonly string[];
  readonly trace: readonly string[];
  /** As `step salt.call`. */
  readonly faults: readonly string[];
  /** Of the trace: equal for two runs of one plan. */
  readonly digest: string;
  readonly trades: Readonly<Record<string, number>>;
}

interface History {
  readonly plan: Plan;
  readonly stage: Stage;
  readonly scheduler: Scheduler;
  readonly replicas: Replica[];
  readonly submissions: Submission[];
  readonly anomalies: string[];
  readonly sending: Map<Submission, number>;
  backup: Backup | null;
  /** An operator put the files back, and has not run `ordbook restored`. */
  isForgotten: boolean;
}

interface Backup {
  readonly rows: Copy;
  /** How many answers each submission had been given. */
  readonly heard: ReadonlyMap<Submission, number>;
}

/** Blocks of peace: more than any trade needs to settle or fail. */
const PEACE_BLOCKS = 8;
const LEAST_PEACE_BLOCKS = 2;

export function playHistory(theatre: Theatre, plan: Plan): Promise<Outcome> {
  return theatre.play(plan.seed, async (stage) => {
    const scheduler = createScheduler(plan.seed, plan.rates, new Set(plan.suppressed));
    const history: History = {
      plan,
      stage,
      scheduler,
      replicas: [],
      submissions: [],
      anomalies: [],
      sending: new Map(),
      backup: null,
      isForgotten: false,
    };
    for (let i = 0; i < plan.replicas; i += 1) history.replicas.push(await stage.replica(`r${i}`, scheduler));
    scheduler.calm(false);
    for (const step of plan.steps) await play(history, step, plan.seed);
    await scheduler.drive();
    scheduler.calm(true);
    await settle(history);
    const { trace, faults } = scheduler;
    return {
      plan,
      anomalies: history.anomalies,
      trace,
      faults,
      digest: createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16),
      trades: await tradesIn(stage),
    };
  });
}

async function play(history: History, step: Step, seed: number): Promise<void> {
  const { scheduler, stage } = history;
  const random = choices(seed, 'step', step.salt);
  const { kind } = step;
  if (kind in UPHEAVALS) {
    const happened = await scheduler.flying(() => UPHEAVALS[kind as keyof typeof UPHEAVALS](stage, random));
    scheduler.note(`${step.salt} ${kind}: ${happened}`);
    return;
  }
  if (kind === 'backup') return backUp(history);
  if (kind === 'restore') return restore(history, random);
  const replica = await someReplica(history, random);
  scheduler.note(`${step.salt} ${kind} at ${replica.process.name}`);
  if (kind === 'crash') scheduler.kill(replica.process);
  else if (kind === 'poll') scheduler.start(step.salt, () => poll(history, replica));
  else if (kind === 'resendClosed')
    scheduler.start(step.salt, async () => {
      const again = random.pick(await closedOnes(history));
      if (again) await send(history, again, replica.ctx);
    });
  else if (kind === 'resend') {
    const again = random.pick(history.submissions);
    if (again) scheduler.start(step.salt, () => send(history, again, replica.ctx));
  } else scheduler.start(step.salt, () => act(history, step, replica, random));
  await scheduler.drive(step.turns ?? undefined);
}

/** What was sent, and made a trade that has ended. */
async function closedOnes({ submissions, stage }: History): Promise<Submission[]> {
  const states = await Promise.all(submissions.map(({ stored }) => stored(stage.desk.ctx.db)));
  return submissions.filter((_, i) => ENDED.has(states[i] ?? ''));
}

/** A living replica; a dead one is started again. */
async function someReplica({ replicas, stage, scheduler }: History, random: Choices): Promise<Replica> {
  const at = random.below(replicas.length);
  const replica = replicas[at]!;
  if (replica.process.isDead) replicas[at] = await stage.replica(`${replica.process.name}'`, scheduler);
  return replicas[at]!;
}

async function poll({ anomalies, replicas }: History, { follower }: Replica): Promise<void> {
  await follower.sync().catch((error: unknown) => {
    // Two replicas may follow at once; the database then lets one of them through.
    if (error instanceof Killed || error instanceof Refusal || replicas.length > 1) return;
    anomalies.push(`the follower failed: ${(error as Error).stack}`);
  });
}

async function act(history: History, step: Step, { ctx, process }: Replica, random: Choices): Promise<void> {
  const { stage, scheduler, submissions, anomalies } = history;
  const actor: Actor = { desk: { ctx, coinsOf: (trader) => stage.desk.coinsOf(trader) }, stage };
  const made = await ACTS[step.kind as keyof typeof ACTS](actor, random).catch((error: unknown) => {
    if (error instanceof Killed) return null;
    if (!(error instanceof Refusal)) anomalies.push(`a preflight failed: ${(error as Error).stack}`);
    scheduler.note(`${step.salt} ${step.kind} refused: ${(error as Error).message}`);
    return null;
  });
  if (!made) return;
  submissions.push(made);
  if (random.below(8) === 0 || process.isDead) return;
  await send(history, made, ctx);
  if (random.below(8) === 0) await send(history, made, ctx);
}

/** Sends a body, and compares the answer with what is stored right after it. */
async function send(history: History, submission: Submission, ctx: TradingContext): Promise<void> {
  const { scheduler, stage, anomalies, sending } = history;
  const now = stage.desk.clock.now();
  submission.firstSentAt ??= now;
  sending.set(submission, (sending.get(submission) ?? 0) + 1);
  const before = await submission.stored(stage.desk.ctx.db);
  const heard = await hear(() => submission.send(ctx));
  submission.heard.push(heard);
  const others = sending.get(submission)! - 1;
  sending.set(submission, others);
  const told = heard.is === 'refused' ? `${heard.status} ${heard.sentence}` : heard.is;
  scheduler.note(`${submission.what}: ${told}`);
  if (others > 0) return;
  const stored = await submission.stored(stage.desk.ctx.db);
  anomalies.push(...reopened(submission, before, stored));
  const isRemembered = now.getTime() - submission.firstSentAt.getTime() < REMEMBERED_MS;
  if (history.plan.isStrict && isRemembered) anomalies.push(...unrepeated(submission, stored));
}

async function backUp(history: History): Promise<void> {
  history.scheduler.note('backup');
  await history.scheduler.drive();
  history.backup = {
    rows: await copyOf(history.stage.desk.ctx.db),
    heard: new Map(history.submissions.map((one) => [one, one.heard.length])),
  };
}

/** As operations.md says, or by an operator who puts the files back and forgets `ordbook restored`. */
async function restore(history: History, random: Choices): Promise<void> {
  const { scheduler, stage, replicas, submissions, backup } = history;
  if (!backup) return;
  const isForgotten = random.below(2) === 0;
  history.isForgotten ||= isForgotten;
  scheduler.note(isForgotten ? 'restore without `ordbook restored`' : 'restore');
  for (const { process } of replicas) scheduler.kill(process);
  await scheduler.drive();
  const { db, clock } = stage.desk.ctx;
  await putBack(db, backup.rows);
  if (!isForgotten) await endEverythingOpen({ db, clock });
  // Only answers since the backup are lost. Their bodies may be sent again, as if for the first time.
  for (const submission of submissions) {
    submission.heard.length = backup.heard.get(submission) ?? 0;
    if (submission.heard.length === 0) submission.firstSentAt = null;
  }
}

/** Peace: no faults, enough blocks, one replica that follows. Then everything must be true. */
async function settle(history: History): Promise<void> {
  const { stage, scheduler, anomalies, submissions } = history;
  stage.faults.indexedUpTo = null;
  stage.node.mempool.setMinimum(0);
  stage.node.setEstimatedRate(null);
  const { ctx, follower } = await stage.replica('peace', scheduler);
  await stage.syncIndex();
  await sync(history, follower);
  for (const submission of submissions) await send(history, submission, ctx);
  for (let block = 0; block < PEACE_BLOCKS; block += 1) {
    stage.desk.clock.step(MINUTE_MS);
    await stage.desk.miner.mine(1);
    await stage.syncIndex();
    await sync(history, follower);
    if (block >= LEAST_PEACE_BLOCKS && !(await isOpen(stage))) break;
  }
  for (const submission of submissions) {
    await send(history, submission, ctx);
    anomalies.push(...untruths(submission, await submission.stored(ctx.db)));
  }
  await stage.desk.miner.mine(1);
  await stage.syncIndex();
  await sync(history, follower);
  const { chain, ordinals, db, clock, settings } = stage.desk.ctx;
  const parts = {
    chain,
    ordinals,
    db,
    clock,
    network: settings.network,
    failureDepth: settings.failureDepth,
  };
  const { findings } = await audit(parts, { pauseMs: 0 });
  for (const { code, subject, message } of findings) anomalies.push(`audit: ${code} ${subject}: ${message}`);
  anomalies.push(...(await eventAnomalies(db, clock.now())), ...(await hostileAnomalies(stage)));
  // Without a restore, no sale is unknown: the log believes a forged one.
  if (!history.plan.steps.some(({ kind }) => kind === 'restore'))
    anomalies.push(...scheduler.trace.filter((line) => line.includes(UNKNOWN_SALES)));
}

/** Whether a trade is on its way, or something is reviewed until a spend is buried. */
async function isOpen({ desk }: Stage): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from purchases where state in ('broadcasting', 'pending', 'stalled'))
      + (select count(*) from offer_settlements where state in ('broadcasting', 'pending', 'stalled') or (state = 'failed' and not recovered))
      + (select count(*) from fill_attempts where state in ('seller_signed', 'pending', 'sending', 'broadcast', 'displaced'))
      + (select count(*) from listings where state = 'invalidated' and closed_at is null) as count`.execute(
    desk.ctx.db,
  );
  return rows[0]!.count > 0;
}

/** What the log says of sales that are in blocks and not in the database. */
const UNKNOWN_SALES = 'own sales that this database does not';

/** An error in the log is an anomaly, except the one that says that `ordbook restored` was forgotten. */
async function sync(
  { anomalies, scheduler, isForgotten }: History,
  follower: Replica['follower'],
): Promise<void> {
  const before = scheduler.trace.length;
  await follower.sync().catch((error: unknown) => {
    anomalies.push(`the follower failed in peace: ${(error as Error).stack}`);
  });
  for (const line of scheduler.trace.slice(before)) {
    const isTold = isForgotten && line.includes(UNKNOWN_SALES);
    if (/^\S+ error: /.test(line) && !isTold) anomalies.push(line);
  }
}

async function tradesIn({ desk }: Stage): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['purchases', 'offerSettlements', 'fillAttempts'] as const) {
    const rows = await desk.ctx.db
      .selectFrom(table as 'purchases')
      .select('state')
      .execute();
    for (const { state } of rows) counts[`${table} ${state}`] = (counts[`${table} ${state}`] ?? 0) + 1;
  }
  return counts;
}
