/** The examples of the OpenAPI document are what a service answers now. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Example, play } from '../../scripts/examples/play.ts';
import { type Sandbox, startSandbox } from '../src/sandbox.ts';

const FILE = new URL('../../server/src/api/reference/examples.json', import.meta.url);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, blockSeconds: 0, settings: { POLL_MS: 5_000 } });
}, 300_000);
afterAll(() => sandbox?.close());

const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['inscription id', /^[0-9a-f]{64}i\d+$/],
  ['outpoint or satpoint', /^[0-9a-f]{64}(:\d+)+$/],
  ['32 bytes', /^[0-9a-f]{64}$/],
  ['hex', /^([0-9a-f]{2}){30,}$/],
  ['P2TR', /^(bc|bcrt)1p/],
  ['P2WPKH', /^(bc|bcrt)1q/],
  ['PSBT', /^cHNidP8/],
  ['time', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
];

/** What a value is, without saying which: lists as what their first item is. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
  if (typeof value !== 'string') return value === null ? null : typeof value;
  return FORMS.find(([, form]) => form.test(value))?.[0] ?? 'text';
}

test('each recorded request and response has the same fields as a live one', async () => {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>;
  const { examples } = await play({ url: sandbox.url, node: sandbox.node, domain: 'localhost' });
  expect(shapeOf(examples)).toEqual(shapeOf(recorded));
}, 180_000);
