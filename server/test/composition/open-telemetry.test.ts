import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange } from '../../src/base/remote.ts';
import { inSpan, spanHeaders, startSpan } from '../../src/base/tracing.ts';
import { inTradeScope } from '../../src/base/trade-scope.ts';
import { tracingOf } from '../../src/composition/tracing.ts';
import { marketSigner } from '../../src/signer/market/market-signer.ts';
import { signerClient } from '../../src/signer/transport/client.ts';
import { type SignerProcess, serveSigner } from '../../src/signer/transport/process.ts';
import { SIGNER_OPTIONS } from '../signer/requests.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { key: string; value: { stringValue?: string } }[];
}

const TRADE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const spans: Span[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    if (request.url === '/v1/traces')
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
let url: string;
let folder: string;
let signer: SignerProcess;
const lines: { message: string; fields: object }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-tracing-'));
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(collector.address() as { port: number }).port}`;
  const note = (fields: object, message: string) => void lines.push({ message, fields });
  signer = await serveSigner(marketSigner(SIGNER_OPTIONS), {
    socketPath: join(folder, 's'),
    log: { info: note, warn: note, error: note },
  });
});
afterAll(async () => {
  await signer.close();
  await new Promise((resolve) => collector.close(resolve));
  await rm(folder, { recursive: true });
});

test('without an endpoint nothing is recorded', async () => {
  const { close } = await tracingOf({}, 'ordbook');
  expect(startSpan('x', {})).toBeNull();
  expect(spanHeaders()).toEqual({});
  expect(await inSpan('x', {}, async () => 5)).toBe(5);
  await close();
});

test('calls to a node and a signer are one trace with the trade id, into the signer', async () => {
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = url;
  const { close } = await tracingOf(process.env, 'ordbook');
  try {
    const client = signerClient({ socketPath: join(folder, 's'), timeoutMs: 5_000 });
    await inTradeScope(
      () =>
        inSpan('POST /purchases/submit', {}, async () => {
          await exchange({ url, timeoutMs: 5_000, what: 'the node (getblock)' });
          await client.publicKeys();
        }),
      [TRADE],
    );
    await expect(inSpan('failing', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  } finally {
    await close();
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  }
  const named = (name: string) => spans.find((span) => span.name === name)!;
  const root = named('POST /purchases/submit');
  expect(named('the node (getblock)')).toMatchObject({ traceId: root.traceId, parentSpanId: root.spanId });
  const call = named('the signer (publicKeys)');
  expect(call).toMatchObject({ traceId: root.traceId, parentSpanId: root.spanId });
  const served = named('signer publicKeys');
  expect(served).toMatchObject({ traceId: root.traceId, parentSpanId: call.spanId });
  for (const span of [root, call, served])
    expect(span.attributes).toContainEqual({ key: 'ordbook.trade_id', value: { stringValue: TRADE } });
  expect(spanHeaders()).toEqual({});
});
