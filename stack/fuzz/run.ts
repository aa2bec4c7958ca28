/**
 * Compares devnode with Bitcoin Core on random input and prints a record:
 *   npx tsx --conditions=source stack/fuzz/run.ts scripts 1000000 1
 *   npx tsx --conditions=source stack/fuzz/run.ts packages 100000 1
 * The last word is the seed. Ends with 1 when something differs.
 */
import { startBitcoind } from '../real/bitcoind.ts';
import { findScriptJudge, findVectors } from '../real/parts.ts';

const [kind, countText = '10000', seedText = '1'] = process.argv.slice(2);
const [count, seed] = [Number(countText), Number(seedText)];
process.env['VECTORS_DIR'] ??= findVectors() ?? '';

const begun = performance.now();
let told = 0;
const progress = (done: number) => {
  if (done - told < 10_000) return;
  told = done;
  process.stderr.write(`${done} after ${Math.round((performance.now() - begun) / 1000)} s
`);
};

function print(title: string, counts: ReadonlyMap<string, number>, differences: readonly string[]): void {
  process.stdout.write(`${title} (seed ${seed}), ${Math.round((performance.now() - begun) / 1000)} s\n`);
  for (const [name, times] of [...counts].sort((a, b) => b[1] - a[1]))
    process.stdout.write(`  ${times}  ${name}\n`);
  process.stdout.write(`differences: ${differences.length}\n`);
  for (const difference of differences) process.stdout.write(`  ${difference}\n`);
  process.exitCode = differences.length > 0 ? 1 : 0;
}

if (kind === 'scripts') {
  const judge = findScriptJudge();
  if (!judge) throw new Error('no judge: run scripts/fetch-script-judge.sh');
  const { compareScripts } = await import('./compare-scripts.ts');
  const report = await compareScripts({ judge, count, seed, progress });
  print(`${report.evaluations} script evaluations`, report.verdicts, report.differences);
} else if (kind === 'packages') {
  const { comparePackages } = await import('./packages.ts');
  const bitcoind = await startBitcoind({
    follows: 'core',
    extraArgs: ['-checkmempool=0', '-checkblockindex=0'],
  });
  try {
    const report = await comparePackages({ core: bitcoind.call, count, seed, progress });
    print(`${report.packages} packages in ${report.calls} calls`, report.answers, report.differences);
  } finally {
    await bitcoind.stop();
  }
} else throw new Error('name scripts or packages');
