/** Plays mutants and prints a table: npx tsx --conditions=source client/test/hostile/run-mutants.ts 100000 [first seed] */
import { judgeMutant, readRecordings, recordingFor } from './mutants.ts';

const [count, first] = [Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 1)];
const recordings = readRecordings();
const clock = Date.now;
const table = new Map<string, Map<string, number>>();
const failures: string[] = [];
const started = performance.now();
for (let seed = first; seed < first + count; seed += 1) {
  const recording = recordingFor(recordings, seed);
  Date.now = () => recording.recordedAt;
  const { rules, harm, what } = await judgeMutant(recording, recordings, seed);
  const row = table.get(recording.kind) ?? new Map<string, number>();
  table.set(recording.kind, row);
  for (const rule of harm ? ['FAILED'] : rules) row.set(rule, (row.get(rule) ?? 0) + 1);
  row.set('all', (row.get('all') ?? 0) + 1);
  if (harm) failures.push(`seed ${seed}, ${recording.name}: ${what}\n    ${harm}`);
}
Date.now = clock;
for (const [kind, row] of table)
  console.log(`${kind}: ${[...row].map(([rule, times]) => `${rule} ${times}`).join(', ')}`);
console.log(
  `${count} mutants in ${Math.round((performance.now() - started) / 1_000)} s, ${failures.length} failed`,
);
console.log(failures.slice(0, 60).join('\n'));
