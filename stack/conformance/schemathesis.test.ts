import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../server/src/sandbox/sandbox.ts';
import { type Session, signIn } from '../edge/sign-in.ts';
import { findSchemathesis } from '../real/parts.ts';
import { withOwnIds } from './own-ids.ts';

/** Requests that one operation gets in the fuzzing phase; the other phases add their own. */
const EXAMPLES = { reads: 1_500, writes: 80 };
const GENERATED = 20_000;
const TIME_LIMIT_MS = 15 * 60_000;

const schemathesis = findSchemathesis();
let folder: string;
let sandbox: Sandbox;
let session: Session;
beforeAll(async () => {
  if (!schemathesis) return;
  folder = await mkdtemp(join(tmpdir(), 'ordbook-conformance-'));
  sandbox = await startSandbox({ port: 0, blockSeconds: 0, limitScale: 1_000_000, logLevel: 'error' });
  session = await signIn(sandbox, sandbox.world.wallets[0]!);
});
afterAll(async () => {
  await sandbox?.close();
  if (folder) await rm(folder, { recursive: true });
});

describe.runIf(schemathesis)('the service keeps its OpenAPI document, all checks on', () => {
  test('under 20,000 generated requests, on every operation', { timeout: TIME_LIMIT_MS }, async () => {
    const document = await write('published.json', await published());
    const own = await write('own-ids.json', withOwnIds(await published(), sandbox.world, session));
    // Generating is what takes the time, in one process: so there are two.
    const runs = await Promise.all([
      run(document, '(GET|/auth/)', EXAMPLES.reads),
      run(document, 'POST /api/v1/(?!auth/)', EXAMPLES.writes).then(async (first) => [
        first,
        // The same routes once more with ids that are the caller's: further into the flows.
        await run(own, 'POST /api/v1/(?!auth/)', EXAMPLES.writes),
      ]),
    ]);
    const generated = runs.flat().reduce((sum, { cases }) => sum + cases, 0);
    process.stdout.write(`schemathesis generated ${generated} requests\n`);
    expect(generated).toBeGreaterThanOrEqual(GENERATED);
  });
});

async function published(): Promise<object> {
  return (await fetch(`${sandbox.url}/openapi.json`)).json() as Promise<object>;
}

async function write(name: string, document: object): Promise<string> {
  await writeFile(join(folder, name), JSON.stringify(document));
  return join(folder, name);
}

/** One run over the operations whose name (`GET /api/v1/me`) matches; throws with its report when a check fails. */
function run(document: string, operations: string, examples: number): Promise<{ cases: number }> {
  const args = [
    ...['--config-file', fileURLToPath(new URL('schemathesis.toml', import.meta.url)), 'run', document],
    ...['--url', sandbox.url, '--header', `Authorization: Bearer ${session.sessionToken}`],
    // the sandbox's control routes are documented beside the API
    ...['--include-name-regex', operations, '--exclude-path-regex', '^/sandbox/'],
    ...['--checks', 'all', '--mode', 'all', '--max-examples', String(examples)],
    ...['--workers', '1', '--continue-on-failure', '--no-color', '--request-timeout', '10'],
    ...['--phases', 'examples,coverage,fuzzing'],
  ];
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 64 * 2 ** 20, timeout: TIME_LIMIT_MS };
    execFile(schemathesis!.path, args, options, (error, stdout) => {
      if (error) return reject(new Error(`${operations}: schemathesis failed\n${stdout.slice(-20_000)}`));
      const counted = /([\d,]+) generated/.exec(stdout)?.[1] ?? '0';
      return resolve({ cases: Number(counted.replaceAll(',', '')) });
    });
  });
}
