/**
 * Plays histories: `npx tsx --conditions=source server/test/simulation/run.ts <count> <first seed>`. Ends with 1
 * when there is an anomaly.
 *   --restores     the database is restored from older copies, too
 *   --strict       a repeated body must be answered as before
 *   --shrink       makes the first history of each kind of anomaly short
 *   --steps 0,3,7  plays only these steps of each seed
 *   --trace        prints every call
 */
import { type Outcome, playHistory } from './history.ts';
import { planOf } from './plan.ts';
import { kindOf, shrink } from './shrink.ts';
import { openTheatre } from './stage.ts';

const [countText = '100', firstText = '1', ...flags] = process.argv.slice(2);
const [count, first] = [Number(countText), Number(firstText)];
const options = { restores: flags.includes('--restores'), isStrict: flags.includes('--strict') };
const only = flags.includes('--steps') ? flags[flags.indexOf('--steps') + 1]!.split(',').map(Number) : null;
const withTrace = flags.includes('--trace');

const print = (line: string) => void process.stdout.write(`${line}\n`);
const started = Date.now();
const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
const theatre = await openTheatre();
print(`stage built in ${seconds()} s`);
const kinds = new Map<string, number[]>();
const trades: Record<string, number> = {};
let faults = 0;
for (let seed = first; seed < first + count; seed += 1) {
  const full = planOf(seed, options);
  const plan = only ? { ...full, steps: full.steps.filter(({ salt }) => only.includes(salt)) } : full;
  const outcome = await playHistory(theatre, plan);
  faults += outcome.faults.length;
  for (const [state, number] of Object.entries(outcome.trades)) trades[state] = (trades[state] ?? 0) + number;
  if (outcome.anomalies.length > 0) await report(outcome);
  if (withTrace) print(outcome.trace.join('\n'));
  if ((seed - first + 1) % 100 === 0)
    print(`${seed - first + 1} histories, ${seconds()} s, ${kinds.size} kinds of anomaly`);
}
print(
  `${count} histories from seed ${first} in ${seconds()} s, ${faults} faults; trades ${JSON.stringify(trades)}`,
);
for (const [kind, seeds] of kinds) print(`${seeds.length} × ${kind}: seeds ${seeds.slice(0, 10).join(', ')}`);
await theatre.close();
process.exit(kinds.size > 0 ? 1 : 0);

/** The first history of each kind is made short and printed. */
async function report(outcome: Outcome): Promise<void> {
  const { seed } = outcome.plan;
  const fresh = outcome.anomalies.map(kindOf).filter((kind) => !kinds.has(kind));
  for (const kind of new Set(outcome.anomalies.map(kindOf)))
    kinds.set(kind, [...(kinds.get(kind) ?? []), seed]);
  if (fresh.length === 0) return;
  const short = flags.includes('--shrink') ? await shrink(theatre, outcome) : outcome;
  print(`seed ${seed}, steps ${short.plan.steps.map(({ salt }) => salt).join(',')}:`);
  for (const anomaly of outcome.anomalies) print(`  ANOMALY ${anomaly}`);
  for (const { kind, salt, turns } of short.plan.steps)
    print(`  step ${salt} ${kind}${turns === null ? '' : ` (${turns} calls)`}`);
  print(`  replicas ${short.plan.replicas}, faults ${short.faults.join(' ') || 'none'}`);
  for (const line of short.trace.filter((one) => !/^\d+\.\d+ \S+ (?:(?!: ).)*$/.test(one)))
    print(`    ${line}`);
}
