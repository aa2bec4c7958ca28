import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/src/sandbox.ts';
import type { Session } from '../edge/sign-in.ts';
import { findSchemathesis } from '../real/parts.ts';
import { rounds } from '../rounds.ts';
import { stockBook } from './book.ts';
import { type OwnValues, withOwnValues } from './own-values.ts';

/**
 * Requests that one operation gets in the fuzzing phase; the other phases add their own. `more` is for rounds
 * that make up the number.
 */
const EXAMPLES = { reads: rounds(600), writes: rounds(100), own: 30, more: rounds(100) };
const REQUESTS = rounds(10_000, 3);
/** On each operation that takes something. */
const REQUESTS_EACH = rounds(50, 2);
/** Several times what an idle machine takes; ends a run that hangs. */
const TIME_LIMIT_MS = 30 * 60_000;
/**
 * Operations that close something succeed once per element of the book; the others on every valid request.
 */
const CLOSING = [
  'delistListing',
  'cancelOffer',
  'rejectOffer',
  'rejectCounterOffer',
  'cancelCollectionWideOffer',
];
/** Operations without anything to generate: they have no input, or only a given slug. */
const FIXED = ['getMe', 'listCollectionOfferBook', 'listMySentCollectionOffers'];
/** Operations that need signatures over an earlier response; the trade tests cover them. */
const SIGNED = /^(submit|verify)/;
/**
 * These succeed only on a listing whose sale failed after its transfer confirmed: the tests of take-backs
 * make one.
 */
const STRANDED = ['preflightTakeBack'];

const schemathesis = findSchemathesis();
let folder: string;
let sandbox: Sandbox;
let session: Session;
let own: OwnValues;
let document: Document;

interface Operation {
  readonly operationId?: string;
  readonly responses?: Readonly<Record<string, object>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** What is too long, in the body or the path, is decided before any route, and always allowed: docs/errors.md. */
const TOO_LONG = { '413': { description: 'Too long.' }, '414': { description: 'Too long.' } };

function withTooLong(published: Document): Document {
  const paths = Object.entries(published.paths).map(([path, methods]) => {
    const allowed = Object.entries(methods).map(([method, operation]) => [
      method,
      { ...operation, responses: { ...operation.responses, ...TOO_LONG } },
    ]);
    return [path, Object.fromEntries(allowed)];
  });
  return { ...published, paths: Object.fromEntries(paths) };
}

beforeAll(async () => {
  if (!schemathesis) return;
  folder = await mkdtemp(join(tmpdir(), 'ordbook-conformance-'));
  sandbox = await startSandbox({
    port: 0,
    blockSeconds: 0,
    limitScale: 1_000_000,
    logLevel: 'error',
    // generated preflights reserve anchors: 503 would be right once the pool is empty
    constants: { RESERVATION_MINUTES: 0.1 },
  });
  ({ session, own } = await stockBook(sandbox));
  document = withTooLong((await (await fetch(`${sandbox.url}/openapi.json`)).json()) as Document);
});
afterAll(async () => {
  await sandbox?.close();
  if (folder) await rm(folder, { recursive: true });
});

describe.runIf(schemathesis)('the service keeps its OpenAPI document, all checks on', () => {
  test(`under ${REQUESTS} requests, on every operation`, { timeout: TIME_LIMIT_MS }, async () => {
    const published = await write('published.json', document);
    const ownValues = await write('own-values.json', withOwnValues(document, own));
    const named = Object.keys(own).join('|');
    // Generating is what takes the time, in one process: so there are two.
    const reports = await Promise.all([
      run(published, ['--include-name-regex', '(GET|/auth/)'], EXAMPLES.reads),
      run(
        ownValues,
        ['--include-operation-id-regex', `^(${named})$`, '--mode', 'positive'],
        EXAMPLES.own,
      ).then(
        async (first) =>
          first + (await run(published, ['--include-name-regex', 'POST /(?!auth/)'], EXAMPLES.writes)),
      ),
    ]);
    let answers = await answersByOperation();
    // How many requests a run makes of its examples differs from run to run.
    while (sentIn(answers) < REQUESTS) {
      const before = sentIn(answers);
      reports.push(await run(published, ['--include-name-regex', '(GET|/auth/)'], EXAMPLES.more));
      answers = await answersByOperation();
      if (sentIn(answers) === before) break;
    }
    const table = [...answers].map(([name, { sent, succeeded }]) => `${name} ${succeeded} of ${sent}`);
    const sent = sentIn(answers);
    process.stdout.write(`schemathesis sent ${sent} requests; 200 were\n  ${table.join('\n  ')}\n`);
    expect(reports.join('')).toBe('');
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    const missed = [...answers].filter(([name, { sent, succeeded, failed }]) => {
      const least =
        SIGNED.test(name) || STRANDED.includes(name)
          ? 0
          : CLOSING.includes(name) || FIXED.includes(name)
            ? 1
            : 20;
      return sent < (FIXED.includes(name) ? 1 : REQUESTS_EACH) || succeeded < least || failed > 0;
    });
    expect(missed).toEqual([]);
  });
});

async function write(name: string, content: object): Promise<string> {
  await writeFile(join(folder, name), JSON.stringify(content));
  return join(folder, name);
}

/**
 * One run with every check, over the operations that `options` select; the end of its report when a check
 * failed, else empty.
 */
function run(location: string, options: readonly string[], examples: number): Promise<string> {
  const args = [
    ...['--config-file', fileURLToPath(new URL('schemathesis.toml', import.meta.url)), 'run', location],
    ...['--url', `${sandbox.url}/api/v1`, '--header', `Authorization: Bearer ${session.sessionToken}`],
    ...options,
    ...['--checks', 'all', '--max-examples', String(examples), '--phases', 'examples,coverage,fuzzing'],
    ...['--workers', '1', '--continue-on-failure', '--no-color', '--request-timeout', '10'],
  ];
  return new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 64 * 2 ** 20, timeout: TIME_LIMIT_MS };
    execFile(schemathesis!.path, args, options, (error, stdout, stderr) => {
      const cut = `${stdout}${stderr}`.split('\n').map((line) => line.slice(0, 500));
      resolve(error ? `${location}: ${error.message.slice(0, 200)}\n${cut.slice(-400).join('\n')}\n` : '');
    });
  });
}

function sentIn(answers: Awaited<ReturnType<typeof answersByOperation>>): number {
  return [...answers.values()].reduce((sum, each) => sum + each.sent, 0);
}

/** The service's own counts by operation: requests, responses with 200, and with 5xx. */
async function answersByOperation() {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId ? [{ key: `${method.toUpperCase()} /api/v1${path}`, operationId }] : [],
    ),
  );
  const answers = new Map(
    operations.map(({ operationId }) => [operationId, { sent: 0, succeeded: 0, failed: 0 }]),
  );
  const names = new Map(operations.map(({ key, operationId }) => [key, operationId]));
  const metrics = await (await fetch(`${sandbox.url}/metrics`)).text();
  const line = /^ordbook_request_seconds_count\{method="(\w+)",route="([^"]+)",status="(\d+)"\} (\d+)$/gm;
  for (const [, method, route, status, count] of metrics.matchAll(line)) {
    const name = names.get(`${method} ${route!.replaceAll(/:(\w+)/g, '{$1}')}`);
    const seen = name && answers.get(name);
    if (!seen) continue;
    seen.sent += Number(count);
    if (status === '200') seen.succeeded += Number(count);
    if (Number(status) >= 500) seen.failed += Number(count);
  }
  return answers;
}
