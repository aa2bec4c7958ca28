import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bitcoind, startBitcoind } from '../../../stack/real/bitcoind.ts';
import { type Ord as RealOrd, startOrd } from '../../../stack/real/ord.ts';
import { findBitcoind, findOrd } from '../../../stack/real/parts.ts';
import { createOrd, type Ord } from '../../src/ord/ord.ts';
import { differences, probesFor } from './compare.ts';
import { inscriptionsOf } from './inscriptions.ts';
import { playScenario, type ScenarioLog } from './scenario.ts';

describe.runIf(findBitcoind() && findOrd())('the index beside the real ord', () => {
  let bitcoind: Bitcoind;
  let real: RealOrd;
  let ours: Ord;
  let log: ScenarioLog;
  const reported: unknown[] = [];

  beforeAll(async () => {
    bitcoind = await startBitcoind({ extraArgs: ['-acceptnonstdtxn=1'] });
    log = await playScenario(bitcoind.call);
    real = await startOrd({ bitcoind });
    await real.caughtUp();
    const report = (error: unknown) => reported.push(error);
    ours = createOrd({ call: bitcoind.call, report });
    await ours.sync();
  });

  afterAll(async () => {
    await ours?.close();
    await real?.stop();
    await bitcoind?.stop();
  });

  it('the scenario has inscriptions with every charm it can have', async () => {
    const seen = new Set<string>();
    for (const { charms } of await inscriptionsOf(ours)) for (const charm of charms) seen.add(charm);
    const makeable = [
      'burned',
      'coin',
      'cursed',
      'lost',
      'reinscription',
      'unbound',
      'uncommon',
      'vindicated',
    ];
    expect([...seen].sort()).toEqual(expect.arrayContaining(makeable));
  });

  it('every endpoint answers the same bytes over every kind of inscription', async () => {
    const probes = await probesFor(ours, log);
    expect(probes.length).toBeGreaterThan(5_000);
    expect(await differences(real.url, ours, probes)).toEqual([]);
  }, 120_000);
});
