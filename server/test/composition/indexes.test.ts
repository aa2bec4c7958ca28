import { createNode, createOrd, startOrdServer } from '@ordbook/devnode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import { openContent, openIndex } from '../../src/composition/indexes.ts';

const NOBODY = 'http://127.0.0.1:9';
const { call } = createNode();
const chain = bitcoind({ url: '', call, timeoutMs: 10_000 });
const ord = createOrd({ call });
let server: Awaited<ReturnType<typeof startOrdServer>>;
beforeAll(async () => {
  await call('generatetodescriptor', [1, 'raw(51)']);
  await ord.sync();
  server = await startOrdServer(ord, { port: 0 });
});
afterAll(async () => {
  await server.close();
  await ord.close();
});
const settings = (ORD_URL: string) => ({ ORD_URL, REMOTE_TIMEOUT_MS: 10_000, NETWORK: 'regtest' as const });

test('one URL is one index', () => {
  expect(openIndex(settings(server.url), chain).pair).toBeUndefined();
});

test.each([
  ['first', () => `${server.url}, ${NOBODY}`],
  ['second', () => `${NOBODY},${server.url}`],
])('of two indexes the %s is enough, for trades and for content', async (_, urls) => {
  const index = openIndex(settings(urls()), chain);
  expect(index.pair?.indexes).toHaveLength(2);
  expect(await index.status()).toMatchObject({ height: 1 });
  expect(await index.blockHash(1)).toBe((await chain.tip()).hash);
  expect(await openContent(settings(urls())).read('/r/blockheight')).toMatchObject({ status: 200 });
});
