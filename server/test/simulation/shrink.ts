import { type Outcome, playHistory } from './history.ts';
import type { Plan } from './plan.ts';
import type { Theatre } from './stage.ts';

/** Without ids and numbers: two anomalies of one cause have the same kind. */
export function kindOf(anomaly: string): string {
  return anomaly
    .split('\n')[0]!
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}(i\d+)?/g, '…')
    .replaceAll(/bcrt1\w+/g, '…')
    .replaceAll(/(answered \d+) \(.*\)/g, '$1')
    .replaceAll(/(with different ids): .*/g, '$1')
    .replaceAll(/\d+/g, 'n');
}

/**
 * Leaves out steps, replicas and faults of a plan while one of its anomalies stays. Resolves to the shortest
 * outcome found with at most `runs` runs.
 */
export async function shrink(theatre: Theatre, failed: Outcome, runs = 40): Promise<Outcome> {
  const wanted = new Set(failed.anomalies.map(kindOf));
  let best = failed;
  let left = runs;
  const tryPlan = async (plan: Plan): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    const outcome = await playHistory(theatre, plan).catch(() => null);
    if (!outcome?.anomalies.some((anomaly) => wanted.has(kindOf(anomaly)))) return false;
    best = outcome;
    return true;
  };
  await tryPlan({ ...best.plan, rates: { fails: 0, losesReply: 0, hangs: 0, dies: 0 } });
  await tryPlan({ ...best.plan, replicas: 1 });
  for (
    let size = Math.ceil(best.plan.steps.length / 2);
    size >= 1 && left > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = best.plan.steps.length - size; at >= 0; at -= size) {
      const steps = best.plan.steps.toSpliced(at, size);
      await tryPlan({ ...best.plan, steps });
    }
  }
  for (const fault of best.faults)
    await tryPlan({ ...best.plan, suppressed: [...best.plan.suppressed, fault] });
  for (const step of best.plan.steps)
    if (step.turns !== null)
      await tryPlan({
        ...best.plan,
        steps: best.plan.steps.map((one) => (one.salt === step.salt ? { ...one, turns: null } : one)),
      });
  return best;
}
