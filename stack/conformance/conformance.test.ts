import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runConformance } from '../../conformance/src/run.ts';
import { copyTree } from '../../scripts/mutants/tree.ts';
import { someOf } from '../rounds.ts';
import { FAULTS } from './faults.ts';

const NONE = -1;
/** Those that are tried; the short form tries one in four. */
const TRIED = someOf(FAULTS, 4, 0);

let tree: string;
let server: ChildProcess | undefined;
let url: string;

/** All faults are in one copy of the source, each in a condition on `globalThis.planted`. */
function plant(folder: string): void {
  for (const [i, [file, source, wrong]] of FAULTS.entries()) {
    const path = join(folder, file);
    const [before, right, after] = source.split(/[«»]/) as [string, string, string];
    const parts = readFileSync(path, 'utf8').split(before + right + after);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${source}`);
    const either = `(globalThis.planted === ${i} ? (${wrong}) : (${right}))`;
    writeFileSync(path, parts.join(before + either + after));
  }
}

async function tell(fault: number): Promise<void> {
  server!.send(fault);
  await once(server!, 'message');
}

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'ordbook-faults-'));
  copyTree(tree);
  plant(tree);
  const execArgv = ['--import', 'tsx', '--conditions=source'];
  server = fork(join(tree, 'stack/conformance/planted-sandbox.ts'), { cwd: tree, execArgv });
  const [started] = await once(server, 'message');
  ({ url } = started as { url: string });
}, 300_000);
afterAll(async () => {
  if (server?.connected) {
    server.disconnect();
    await once(server, 'exit');
  }
  rmSync(tree, { recursive: true });
});

test('fifty faults and more are planted', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(50);
});

// stack/clients/guides.test.ts plays the whole kit
test('without a fault a sandbox passes the checks that find them', { timeout: 300_000 }, async () => {
  await tell(NONE);
  const { results, passed, seconds } = await runConformance({
    ...{ baseUrl: url, sandboxUrl: url },
    only: TRIED.map(([, , , check]) => check),
  });
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  process.stdout.write(`${passed} checks in ${seconds} s\n`);
});

test.each(
  TRIED.map((fault) => {
    const [file, source, wrong, check] = fault;
    return [`${file}: ${source} is ${wrong}`, check, FAULTS.indexOf(fault)] as const;
  }),
)('%s: found by %s', { timeout: 120_000 }, async (_fault, check, i) => {
  await tell(i);
  const { results } = await runConformance({ baseUrl: url, sandboxUrl: url, only: [check] });
  await tell(NONE);
  expect(results.length).toBeGreaterThan(0);
  expect(results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).not.toEqual([]);
});
