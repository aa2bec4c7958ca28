/** Plays the attacker and prints counts, which add up over runs: npx tsx --conditions=source judge/test/run-attacker.ts 100000 [first seed] */
import { play } from './play.ts';

const [count, first] = [Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 1)];
const tally = { psbts: 0, bounded: 0, exact: 0, reached: 0, failed: 0 };
const started = performance.now();
for (let seed = first; seed < first + count; seed += 1) {
  try {
    const { psbts, isBounded, isExact, most, bound } = play(seed);
    tally.psbts += psbts;
    if (isBounded) tally.bounded += 1;
    if (isBounded && isExact) tally.exact += 1;
    if (isBounded && isExact && most === bound) tally.reached += 1;
  } catch (error) {
    tally.failed += 1;
    console.log(error instanceof Error ? error.message : error);
  }
}
const seconds = Math.round((performance.now() - started) / 1_000);
console.log(`seeds ${first} to ${first + count - 1}, ${seconds} s: ${JSON.stringify(tally)}`);
process.exit(tally.failed === 0 ? 0 : 1);
