import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNode, startRpcServer } from '@ordbook/devnode';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { paymentAddress } from '../../../protocol/test/parties.ts';
import { systemClock } from '../../src/base/clock.ts';
import { buildService, type Service } from '../../src/composition/build-service.ts';
import { installPoolMetrics } from '../../src/composition/pool-metrics.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { installCertificateMetric } from '../../src/composition/tls-files.ts';
import { createDecisions } from '../../src/signer/limits/decisions.ts';
import { memoryJournal } from '../../src/signer/limits/journal.ts';
import { createLedger } from '../../src/signer/limits/ledger.ts';
import { fillLimits } from '../../src/signer/limits/limits.ts';
import { marketSigner } from '../../src/signer/market/market-signer.ts';
import { BACKED_UP, recordAct } from '../../src/store/operation/acts.ts';
import { type PoolStatus, poolStatus } from '../../src/trading/operator-coins/pools.ts';
import { SIGNER_OPTIONS } from '../signer/requests.ts';
import { fillDataDirectory } from '../support/database.ts';

// the embedded database takes seconds to open
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let folder: string;
let service: Service;
let closeNode: () => Promise<void>;
const deploy = (path: string) => readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-metrics-'));
  const rpc = await startRpcServer({ node: createNode(), port: 0 });
  closeNode = rpc.close;
  await fillDataDirectory(join(folder, 'data'));
  service = await buildService(
    readSettings({
      NETWORK: 'regtest',
      CHAIN_RPC_URL: rpc.url,
      ORD_URL: 'http://127.0.0.1:9,http://127.0.0.1:10',
      FEE_ADDRESS: paymentAddress('fees', 'p2wpkh'),
      TOKEN_KEYS: `metrics:${'ab'.repeat(32)}`,
      DATA_DIR: join(folder, 'data'),
    }),
    { logger: pino({ level: 'silent' }), signer: marketSigner(SIGNER_OPTIONS), isOnlyProcess: true },
  );
});
afterAll(async () => {
  await service.close();
  await closeNode();
  await rm(folder, { recursive: true });
});

const text = async () => (await service.api.inject('/metrics')).body;
/** Metrics of the service and of a signer, by their families' names. */
async function families(): Promise<string[]> {
  const limits = fillLimits({
    packagesPerHour: 1,
    feeSatsPerHour: 1,
    feeSatsPerDay: 1,
    anchorsPerDay: 1,
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const ledger = createLedger({ journal: memoryJournal(), limits, clock: systemClock });
  const signer = await createDecisions({ log, ledger }).metrics();
  const certificates = new Registry();
  installCertificateMetric(readSettings({ NETWORK: 'regtest' }), certificates, 'ordbook_signer');
  return [...`${await text()}\n${signer}\n${await certificates.metrics()}`.matchAll(/^# HELP (\w+)/gm)].map(
    ([, name]) => name!,
  );
}
const namesIn = (some: string) =>
  [...new Set(some.match(/\bordbook_[a-z_]+/g))].map((name) => name.replace(/_(bucket|count|sum)$/, ''));

test('every metric of the rules and the dashboard is one that service or signer has', async () => {
  const known = new Set(await families());
  const named = namesIn(`${await deploy('prometheus/rules.yml')}${await deploy('grafana/ordbook.json')}`);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('every metric of the service is on the dashboard or in a rule', async () => {
  const named = new Set(
    namesIn(`${await deploy('prometheus/rules.yml')}${await deploy('grafana/ordbook.json')}`),
  );
  const own = (await families()).filter((name) => name.startsWith('ordbook_'));
  expect(own.filter((name) => !named.has(name))).toEqual(['ordbook_audit_duration_seconds']);
});

test('every alert has a line in the runbook', async () => {
  const alerts = [...(await deploy('prometheus/rules.yml')).matchAll(/alert: (\w+)/g)].map(
    ([, name]) => name!,
  );
  const guide = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  expect(alerts.filter((name) => !guide.includes(`| \`${name}\` |`))).toEqual([]);
});

test('shows the build, the leader, the age of waiting packages, and fees', async () => {
  expect(await text()).toMatch(/^ordbook_build_info\{version="\d+\.\d+\.\d+",network="regtest"\} 1$/m);
  expect(await text()).toMatch(/^ordbook_leader 0$/m);
  service.ledFollower.start();
  await expect.poll(text).toMatch(/^ordbook_leader 1$/m);
  // the index is unreachable: its gauge is left out
  expect(await text()).not.toMatch(/^ordbook_index_height /m);
  for (const kind of ['purchase', 'offer', 'fill'])
    expect(await text()).toMatch(new RegExp(`^ordbook_fees_sats\\{kind="${kind}"\\} 0$`, 'm'));
});

test('says of a pool at the first scrape what the admin API says', async () => {
  const [{ pool, ready, target, isLow }] = (await poolStatus(service.ctx, new Date())) as [PoolStatus];
  expect([pool, isLow]).toEqual(['anchors', true]);
  const registry = new Registry();
  installPoolMetrics(service.ctx, registry);
  const scraped = await registry.metrics();
  for (const line of [
    `target_coins{pool="anchors"} ${target}`,
    `ready_coins{pool="anchors"} ${ready}`,
    'low{pool="anchors"} 1',
  ])
    expect(scraped).toContain(`\nordbook_pool_${line}\n`);
});

test('shows when the newest backup ended, and nothing before the first', async () => {
  const name = 'ordbook_backup_ended_timestamp_seconds';
  const { db } = service.ctx;
  const record = (second: number, what: { act: string; subject: string }) =>
    recordAct(db, { name: 'user ann' }, new Date(second * 1_000), what);
  await record(1_000, { ...BACKED_UP, act: 'inspect' });
  expect(await text()).not.toMatch(new RegExp(`^${name} `, 'm'));
  await record(2_000, BACKED_UP);
  await record(3_000, BACKED_UP);
  await expect.poll(text, { timeout: 5_000 }).toMatch(new RegExp(`^${name} 3000$`, 'm'));
});
