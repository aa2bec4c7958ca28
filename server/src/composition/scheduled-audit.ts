import { Gauge, type Registry } from 'prom-client';
import { FINDINGS } from '../audit/finding.ts';
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import type { Flow } from '../trading/context.ts';
import { type AuditRuns, createAuditRuns } from './audit-runs.ts';

export interface AuditSchedule {
  readonly everyHours: number;
  /** Time between two polls of the follower, ms. */
  readonly pollMs: number;
}

/** Polls that may be missing before this replica counts as a leader no more. */
const MISSING_POLLS = 15;
/** The first audit of a leader begins when that of the one before it has surely ended. */
const FIRST_AFTER_MS = 5 * MINUTE_MS;

/**
 * The audit on a schedule. It is a flow without trades: the follower's steps run only in the leader, so only
 * one replica audits. A step starts the audit and does not wait for it. The audit ends by itself when the
 * steps no longer come. `install` puts the results of every audit into the metrics.
 */
export function scheduledAudit({ everyHours, pollMs }: AuditSchedule) {
  const runs = createAuditRuns({ everyHours, pollMs });
  const flow: Flow = {
    trades: [],
    steps: (ctx) => {
      let polledAt = 0;
      let dueAt: number | null = null;
      const isLeading = () => ctx.clock.now().getTime() - polledAt <= MISSING_POLLS * pollMs + MINUTE_MS;
      const run = async () => {
        const isFinished = await runs.run(ctx, () => {
          if (!isLeading()) throw new Error('this replica is not the leader any more');
        });
        dueAt = ctx.clock.now().getTime() + (isFinished ? everyHours * HOUR_MS : FIRST_AFTER_MS);
      };
      return [
        [
          'starting the audit',
          async () => {
            const wasLeading = isLeading();
            const now = ctx.clock.now().getTime();
            polledAt = now;
            if (dueAt === null || !wasLeading) dueAt = Math.max(dueAt ?? 0, now + FIRST_AFTER_MS);
            if (runs.isRunning || now < dueAt) return;
            void run();
          },
        ],
      ];
    },
  };
  return { flow, audits: runs.audits, install: (registry: Registry) => resultGauges(registry, runs) };
}

/** They are absent until the first audit of this process has ended. */
function resultGauges(registry: Registry, runs: AuditRuns): void {
  const registers = [registry];
  const found = new Gauge({
    name: 'ordbook_audit_findings',
    help: 'Findings of the last audit, by code.',
    labelNames: ['code'],
    registers,
  });
  const ended = new Gauge({
    name: 'ordbook_audit_ended_timestamp_seconds',
    help: 'When the last audit ended, Unix seconds. Only the replica that leads audits.',
    registers,
  });
  const took = new Gauge({
    name: 'ordbook_audit_duration_seconds',
    help: 'How long the last audit took.',
    registers,
  });
  for (const gauge of [ended, took]) gauge.remove();
  runs.follow(({ findings, startedAt, endedAt }) => {
    for (const code of Object.keys(FINDINGS))
      found.set({ code }, findings.filter((finding) => finding.code === code).length);
    ended.set(endedAt.getTime() / 1_000);
    took.set((endedAt.getTime() - startedAt.getTime()) / 1_000);
  });
}
