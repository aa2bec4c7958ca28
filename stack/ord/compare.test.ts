import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { esploraSource } from '../../client/src/source/esplora-source.ts';
import { ordSource } from '../../client/src/source/ord-source.ts';
import { createEsplora } from '../../devnode/src/esplora/esplora.ts';
import { createOrd, type Ord } from '../../devnode/src/ord/ord.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { type Ord as RealOrd, startOrd } from '../real/ord.ts';
import { findBitcoind, findOrd } from '../real/parts.ts';
import { differences, probesFor } from './compare.ts';
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

  it("the client's Esplora source places each inscription as the real ord does, or refuses it", async () => {
    const esplora = createEsplora({ call: bitcoind.call });
    const fetch: typeof globalThis.fetch = async (url) => {
      const { body, status } = await esplora.handle(new URL(String(url)).pathname);
      return new Response(Buffer.from(body), { status });
    };
    const follows = esploraSource('http://esplora.test', { fetch });
    const knows = ordSource(real.url);
    const refused: string[] = [];
    let placed = 0;
    for (const { id } of await inscriptionsOf(ours)) {
      const followed = await follows.locate(id).catch((error: Error) => error.message);
      if (typeof followed === 'string') {
        refused.push(followed);
        continue;
      }
      placed += 1;
      const at = await knows.locate(id);
      expect(followed, id).toEqual(at);
      const { inscriptions } = await knows.output(at);
      expect(inscriptions).toContainEqual({ id, offset: at.offset });
    }
    const known = /cannot be placed from|went to the fee of|is on no sat/;
    expect(refused.filter((sentence) => !known.test(sentence))).toEqual([]);
    expect(placed).toBeGreaterThan(100);
    expect(refused.length).toBeLessThan(placed / 2);
  }, 120_000);
});

async function inscriptionsOf(ord: Ord): Promise<{ id: string; charms: string[] }[]> {
  const json = async (path: string) => JSON.parse(Buffer.from((await ord.handle(path)).body).toString());
  const { inscriptions } = (await json('/status')) as { inscriptions: number };
  const { ids } = (await json('/inscriptions')) as { ids: string[] };
  const found: { id: string; charms: string[] }[] = [];
  let id: string | null = ids[0] ?? null;
  while (id !== null && found.length < inscriptions) {
    const row = (await json(`/inscription/${id}`)) as { charms: string[]; previous: string | null };
    found.push({ id, charms: row.charms });
    id = row.previous;
  }
  return found;
}
