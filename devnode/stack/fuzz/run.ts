/**
 * Compares devnode with Bitcoin Core on random input and prints a record:
 *   npx tsx --conditions=source devnode/stack/fuzz/run.ts scripts 1000000 1
 *   npx tsx --conditions=source devnode/stack/fuzz/run.ts packages 100000 1
 * The last word is the seed; packages use the next seeds too, 25,000 each. Ends with 1 when something differs.
 */
import { startBitcoind } from '../../../stack/real/bitcoind.ts';
import { findScriptJudge, findVectors } from '../../../stack/real/parts.ts';

const [kind, countText = '10000', seedText = '1'] = process.argv.slice(2);
const [count, seed] = [Number(countText), Number(seedText)];
process.env['VECTORS_DIR'] ??= findVectors() ?? '';

/** Packages of one seed, on one chain. */
const MOST_OF_A_CHAIN = 25_000;

const begun = performance.now();
let told = 0;
const progress = (done: number) => {
  if (done - told < 10_000) return;
  told = done;
  process.stderr.write(`${done} after ${Math.round((performance.now() - begun) / 1000)} s
`);
};

function print(title: string, counts: ReadonlyMap<string, number>, differences: readonly string[]): void {
  process.stdout.write(`${title}, ${Math.round((performance.now() - begun) / 1000)} s\n`);
  for (const [name, times] of [...counts].sort((a, b) => b[1] - a[1]))
    process.stdout.write(`  ${times}  ${name}\n`);
  process.stdout.write(`differences: ${differences.length}\n`);
  for (const difference of differences) process.stdout.write(`  ${difference}\n`);
  if (differences.length > 0) process.exitCode = 1;
}

if (kind === 'scripts') {
  const judge = findScriptJudge();
  if (!judge) throw new Error('no judge: run npx tsx scripts/fetch.ts script-judge');
  const { compareScripts } = await import('./compare-scripts.ts');
  const report = await compareScripts({ judge, count, seed, progress });
  print(`${report.evaluations} script evaluations (seed ${seed})`, report.verdicts, report.differences);
} else if (kind === 'packages') {
  const { comparePackages } = await import('./packages.ts');
  // the subsidy halves every 150 blocks, so a chain has coins for a limited number of packages
  for (let from = 0; from < count; from += MOST_OF_A_CHAIN) {
    const bitcoind = await startBitcoind({
      follows: 'core',
      extraArgs: ['-checkmempool=0', '-checkblockindex=0'],
    });
    const part = { count: Math.min(MOST_OF_A_CHAIN, count - from), seed: seed + from / MOST_OF_A_CHAIN };
    try {
      const report = await comparePackages({ core: bitcoind.call, ...part, progress });
      const title = `${report.packages} packages in ${report.calls} calls (seed ${part.seed})`;
      print(title, report.answers, report.differences);
    } finally {
      await bitcoind.stop();
    }
    told = 0;
  }
} else throw new Error('name scripts or packages');
