import { operatorSentence } from '@ordbook/protocol/refusals';
import { Gauge, type Registry } from 'prom-client';
import { audit } from '../audit/audit.ts';
import { FINDINGS } from '../audit/finding.ts';
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import type { Flow, TradingContext } from '../trading/context.ts';

export interface AuditSchedule {
  readonly everyHours: number;
  /** Time between two polls of the follower, ms. */
  readonly pollMs: number;
}

/** Polls that may be missing before this replica counts as a leader no more. */
const MISSING_POLLS = 15;
/** The first audit of a leader begins when that of the one before it has surely ended. */
const FIRST_AFTER_MS = 5 * MINUTE_MS;
const POLLS_FOR_STEPS = 3;

/**
 * The audit on a schedule. It is a flow without trades: the follower's steps run only in the leader, so only
 * one replica audits. A step starts the audit and does not wait for it. The audit ends by itself when the
 * steps no longer come. `gauges` puts its results into the metrics.
 */
export function scheduledAudit({ everyHours, pollMs }: AuditSchedule) {
  const gauges = new Set<Results>();
  const flow: Flow = {
    trades: [],
    steps: (ctx) => {
      let polledAt = 0;
      let dueAt: number | null = null;
      let isRunning = false;
      const isLeading = () => ctx.clock.now().getTime() - polledAt <= MISSING_POLLS * pollMs + MINUTE_MS;
      const run = async () => {
        const startedAt = ctx.clock.now().getTime();
        try {
          const { findings } = await audit(partsOf(ctx), {
            pauseMs: POLLS_FOR_STEPS * pollMs,
            progress: () => {
              if (!isLeading()) throw new Error('this replica is not the leader any more');
            },
          });
          for (const finding of findings)
            ctx.log.error({ ...finding }, 'the audit found what does not agree');
          const endedAt = ctx.clock.now().getTime();
          for (const results of gauges) results.set(findings, endedAt, endedAt - startedAt);
          dueAt = endedAt + everyHours * HOUR_MS;
        } catch (error) {
          dueAt = ctx.clock.now().getTime() + FIRST_AFTER_MS;
          ctx.log.warn({ reason: operatorSentence(error) }, 'the audit could not finish; it runs again soon');
        } finally {
          isRunning = false;
        }
      };
      return [
        [
          'starting the audit',
          async () => {
            const wasLeading = isLeading();
            const now = ctx.clock.now().getTime();
            polledAt = now;
            if (dueAt === null || !wasLeading) dueAt = Math.max(dueAt ?? 0, now + FIRST_AFTER_MS);
            if (isRunning || now < dueAt) return;
            isRunning = true;
            void run();
          },
        ],
      ];
    },
  };
  return { flow, install: (registry: Registry) => void gauges.add(resultGauges(registry)) };
}

function partsOf({ chain, ordinals, db, clock, settings }: TradingContext) {
  return { chain, ordinals, db, clock, network: settings.network, failureDepth: settings.failureDepth };
}

interface Results {
  set(findings: readonly { readonly code: string }[], endedAtMs: number, tookMs: number): void;
}

/** They are absent until the first audit of this process has ended. */
function resultGauges(registry: Registry): Results {
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
  return {
    set(findings, endedAtMs, tookMs) {
      for (const code of Object.keys(FINDINGS))
        found.set({ code }, findings.filter((finding) => finding.code === code).length);
      ended.set(endedAtMs / 1_000);
      took.set(tookMs / 1_000);
    },
  };
}
