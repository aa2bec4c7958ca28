import { operatorSentence } from '@ordbook/protocol/refusals';
import type { AuditState, Audits } from '../api/admin/live.ts';
import { audit } from '../audit/audit.ts';
import type { TradingContext } from '../trading/context.ts';
import { sightings } from '../trading/custody/proof.ts';

/** Polls that the follower has to finish its steps before a suspicion is looked at again. */
const POLLS_FOR_STEPS = 3;

export interface AuditRuns {
  readonly isRunning: boolean;
  /**
   * Audits everything, unless an audit runs. Logs the findings and keeps the report. `goOn` is called before
   * each page and throws to end it. Resolves to whether it finished; never rejects.
   */
  run(ctx: TradingContext, goOn?: () => void): Promise<boolean>;
  /** For the operator, who may start one at any time. */
  audits(ctx: TradingContext): Audits;
  /** Calls back with the report of each audit that ended. */
  follow(ended: (report: NonNullable<AuditState['last']>) => void): void;
}

/** The audits of this process: one at a time, and the last report in memory. */
export function createAuditRuns({
  everyHours,
  pollMs,
}: {
  readonly everyHours: number;
  readonly pollMs: number;
}): AuditRuns {
  const followers = new Set<(report: NonNullable<AuditState['last']>) => void>();
  let progress: string | null = null;
  let last: AuditState['last'] = null;
  let failed: AuditState['failed'] = null;

  const runs: AuditRuns = {
    get isRunning() {
      return progress !== null;
    },
    async run(ctx, goOn = () => {}) {
      if (progress !== null) return false;
      progress = 'starting';
      const startedAt = ctx.clock.now();
      try {
        const report = await audit(partsOf(ctx), {
          pauseMs: POLLS_FOR_STEPS * pollMs,
          progress: (what, rows) => {
            goOn();
            progress = `${what}: ${rows}`;
          },
        });
        for (const finding of report.findings)
          ctx.log.error({ ...finding }, 'the audit found what does not agree');
        last = { ...report, startedAt, endedAt: ctx.clock.now() };
        failed = null;
        for (const ended of followers) ended(last);
        return true;
      } catch (error) {
        const reason = operatorSentence(error);
        failed = { at: ctx.clock.now(), reason };
        ctx.log.warn({ reason }, 'the audit could not finish');
        return false;
      } finally {
        progress = null;
      }
    },
    audits: (ctx) => ({
      state: () => ({ isRunning: progress !== null, progress, everyHours, last, failed }),
      start() {
        if (progress !== null) return false;
        void runs.run(ctx);
        return true;
      },
    }),
    follow: (ended) => void followers.add(ended),
  };
  return runs;
}

function partsOf({ chain, ordinals, db, clock, settings }: TradingContext) {
  const { network, failureDepth } = settings;
  return { chain, ordinals, db, clock, network, failureDepth, sighted: sightings(chain, network) };
}
