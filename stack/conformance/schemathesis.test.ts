import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../server/src/sandbox/sandbox.ts';
import { signIn } from '../edge/sign-in.ts';
import { findSchemathesis } from '../real/parts.ts';

/** Requests that one operation gets in the fuzzing phase; the other phases add their own. */
const EXAMPLES_PER_OPERATION = 200;
const GENERATED = 20_000;
const TIME_LIMIT_MS = 8 * 60_000;

const schemathesis = findSchemathesis();
let sandbox: Sandbox;
beforeAll(async () => {
  if (schemathesis)
    sandbox = await startSandbox({ port: 0, blockSeconds: 0, limitScale: 1_000_000, logLevel: 'error' });
});
afterAll(() => sandbox?.close());

describe.runIf(schemathesis)('the published OpenAPI document', () => {
  test('is kept by the running service under 20,000 generated requests, all checks on', {
    timeout: TIME_LIMIT_MS,
  }, async () => {
    const { sessionToken } = await signIn(sandbox);
    const { code, output } = await run(schemathesis!.path, [
      '--config-file',
      fileURLToPath(new URL('schemathesis.toml', import.meta.url)),
      'run',
      `${sandbox.url}/openapi.json`,
      // the sandbox's control routes are documented beside the API
      ...['--include-path-regex', '^/api/v1/'],
      ...['--url', sandbox.url, '--header', `Authorization: Bearer ${sessionToken}`],
      ...['--checks', 'all', '--mode', 'all', '--max-examples', String(EXAMPLES_PER_OPERATION)],
      ...['--workers', '2', '--continue-on-failure', '--no-color', '--request-timeout', '10'],
    ]);
    expect(output, output.slice(-20_000)).not.toContain('FAILURES');
    expect(code, output.slice(-20_000)).toBe(0);
    expect(generatedIn(output)).toBeGreaterThanOrEqual(GENERATED);
  });
});

/** The count in schemathesis' summary, "Test cases: 21345 generated, …". */
function generatedIn(output: string): number {
  return Number(/([\d,]+) generated/.exec(output)?.[1]?.replaceAll(',', '') ?? 0);
}

function run(program: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { maxBuffer: 64 * 2 ** 20, timeout: TIME_LIMIT_MS },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}
