import { loadavg } from 'node:os';

/** How often a benchmark measures: BENCH_ROUNDS, or `usual`. */
export function rounds(usual: number): number {
  return Number(process.env['BENCH_ROUNDS'] ?? usual);
}

/** Prints the machine's load average of the last minute, without which no figure means much. */
export function saysLoad(): void {
  console.log(`load ${loadavg()[0]!.toFixed(1)} at ${new Date().toISOString().slice(0, 16)}Z`);
}

/** Prints a titled table, then the load. */
export function report(title: string, rows: readonly Record<string, unknown>[]): void {
  console.log(title);
  console.table(rows);
  saysLoad();
}
