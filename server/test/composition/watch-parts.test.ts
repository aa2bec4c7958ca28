import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchParts } from '../../src/composition/watch-parts.ts';
import type { Wait } from '../../src/signer/limits/ledger.ts';
import { insertBlocks } from '../../src/store/chain/blocks.ts';
import { testApi } from '../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const until = '2026-01-02T00:00:00.000Z';
const KEYS = { publicKeys: async () => ({}) };

/** Status of GET /healthz and what it says, while the market signer and the gate do not sign for these. */
async function healthWhile(market: readonly Wait[], gate: readonly Wait[] = []) {
  const asked = await testApi(database.db);
  const watch = watchParts(
    { ...asked.ctx, signer: KEYS as never },
    {
      expected: {},
      fills: { policy: KEYS, gate: KEYS } as never,
      network: 'regtest',
      metrics: new Registry(),
      waits: { SIGNER_ENDPOINT: async () => market, GATE_SIGNER_ENDPOINT: async () => gate },
    },
  );
  await watch.start();
  const api = await testApi(database.db, { health: { signers: watch.signers } });
  const answer = await api.app.inject('/healthz');
  await watch.stop();
  await Promise.all([asked.app.close(), api.app.close()]);
  return { status: answer.statusCode, ...answer.json().parts };
}

test('health is 503 while sales wait, and says until when; without the rest, the service is ready', async () => {
  const hash = 'aa'.repeat(32);
  await insertBlocks(database.db, [{ height: 100, hash, blockTime: new Date() }]);
  expect(await healthWhile([])).toMatchObject({ status: 200, signer: { ready: true, detail: 'reachable' } });
  expect(await healthWhile([{ what: 'sales', until }])).toMatchObject({
    status: 503,
    signer: { ready: false, detail: expect.stringContaining(`sales wait until ${until}`) },
  });
  expect(await healthWhile([{ what: 'anchors', until }], [{ what: 'fills of tier 1', until }])).toMatchObject(
    {
      status: 200,
      signer: { ready: true, detail: expect.stringContaining(`anchors wait until ${until}`) },
      policySigner: { ready: true },
      gateSigner: { ready: false, detail: expect.stringContaining(`fills of tier 1 wait until ${until}`) },
    },
  );
});

test('writes to the database are a part that is down while they fail', async () => {
  const { ctx, app } = await testApi(database.db);
  const metrics = new Registry();
  let fault: object | null = null;
  const options = {
    expected: {},
    fills: undefined,
    network: 'regtest',
    metrics,
    writeFault: () => fault,
  } as const;
  const watch = watchParts(ctx, options);
  expect(await metrics.metrics()).toContain('ordbook_part_up{part="databaseWrites"} 1');
  fault = { is: 'the disk of PostgreSQL is full' };
  expect(await metrics.metrics()).toContain('ordbook_part_up{part="databaseWrites"} 0');
  await watch.stop();
  await app.close();
});
