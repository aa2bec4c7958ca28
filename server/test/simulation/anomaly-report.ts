import type { Outcome } from './history.ts';
import { shrink } from './shrink.ts';
import type { Theatre } from './stage.ts';

/** What a developer needs of a failed history: what is wrong, how to replay it, and the shortest trace found. */
export async function anomalyReport(theatre: Theatre, outcome: Outcome): Promise<string> {
  const short = await shrink(theatre, outcome);
  const steps = short.plan.steps.map(({ salt }) => salt).join(',');
  return [
    ...outcome.anomalies,
    `replay: npx tsx --conditions=source server/test/simulation/run.ts 1 ${outcome.plan.seed} --steps ${steps} --trace`,
    ...short.trace,
  ].join('\n');
}
