import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planRehearsal } from '@ordbook/server/cli/rehearse';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openRehearsal, type Rehearsal } from './rehearsed.ts';
import { sharedSandbox } from './shared-sandbox.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let rehearsal: Rehearsal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ordbook-rehearse-'));
  rehearsal = await openRehearsal(await sharedSandbox(), folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a rehearsal plays every trade, begun by the wallet that has the inscription, and says what it cost', async () => {
  const report = await rehearsal.run();
  expect(report.steps.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(report).toMatchObject({ passed: true, steps: { length: 6 } });
  expect(report.costSats).toBeGreaterThan(0);
  expect(report.costSats).toBeLessThan(50_000);
});

test('what a step fails with is in its report, and the steps after it are not run', async () => {
  const { passed, steps, costSats } = await rehearsal.run({ collection: 'nowhere' });
  expect({ passed, costSats }).toEqual({ passed: false, costSats: null });
  expect(steps.map(({ outcome }) => outcome)).toEqual([
    ...['passed', 'failed'],
    ...Array.from({ length: 4 }, () => 'not run'),
  ]);
  expect(steps[1]!.says).toContain('nowhere');
});

test('mainnet, one wallet, a wallet of another network, and an inscription of somebody else are refused', async () => {
  const { options, env } = rehearsal;
  const plan = (change: object, more = {}) => planRehearsal({ ...options, ...change }, { ...env, ...more });
  await expect(plan({}, { NETWORK: 'mainnet' })).rejects.toThrow('costs real money');
  await expect(plan({ wallet: [options.wallet[0]] })).rejects.toThrow(
    'name two wallets with --wallet, not 1',
  );
  await expect(plan({}, { NETWORK: 'signet' })).rejects.toThrow('is of regtest, and NETWORK is signet');
  await expect(plan({ price: '1.5' })).rejects.toThrow('--price is 1.5');
  const theirs = options.inscription.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  await expect(plan({ inscription: theirs })).rejects.toThrow('is at no address');
});
