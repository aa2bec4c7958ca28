import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/api/edge/log.ts';
import { inTradeScope } from '../../../src/base/trade-scope.ts';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import { signerClient } from '../../../src/signer/transport/client.ts';
import { serveSigner } from '../../../src/signer/transport/process.ts';
import { traceHeaders, tradeIdsIn } from '../../../src/signer/transport/trace-headers.ts';
import { fanOutRequest, SIGNER_OPTIONS } from '../requests.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('only ids of trades are read from a message, and only so many', () => {
  expect(tradeIdsIn({ 'x-trade-id': `${ID}, ${ID}` })).toEqual([ID, ID]);
  for (const text of ['', 'x', `${ID}\n{"msg":"forged"}`, '"', `${ID}x`, 'A'.repeat(5_000)])
    expect(tradeIdsIn({ 'x-trade-id': text })).toEqual([]);
  expect(tradeIdsIn({ 'x-trade-id': [ID] as never })).toEqual([]);
  expect(tradeIdsIn({})).toEqual([]);
  expect(tradeIdsIn({ 'x-trade-id': Array(32).fill(ID).join(',') })).toHaveLength(32);
});

test('the trade of a request is in the lines that the signer logs for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ordbook-trace-'));
  const socketPath = join(folder, 's');
  const lines: { msg: string; tradeId?: string }[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
  });
  const log = createLogger('info', destination);
  const market = marketSigner(SIGNER_OPTIONS);
  const logged = {
    ...market,
    async signAnchorFanOut(message: Parameters<typeof market.signAnchorFanOut>[0]) {
      log.info({}, 'signed');
      return market.signAnchorFanOut(message);
    },
  };
  const signer = await serveSigner(logged, { socketPath, log });
  const client = signerClient({ socketPath, timeoutMs: 5_000 });
  await inTradeScope(() => client.signAnchorFanOut(fanOutRequest()), [ID]);
  await client.signAnchorFanOut(fanOutRequest());
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  expect(lines.map(({ tradeId }) => tradeId)).toEqual([ID, undefined]);
  await signer.close();
  await rm(folder, { recursive: true });
});

test('what is no id is not sent', () => {
  expect(inTradeScope(() => traceHeaders(), ['no id', ID])).toEqual({ 'x-trade-id': ID });
  expect(traceHeaders()).toEqual({});
});
