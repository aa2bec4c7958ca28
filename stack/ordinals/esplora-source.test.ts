import { createEsplora, createOrd, type Ord } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { esploraSource } from '../../client/src/source/esplora-source.ts';
import { ordSource } from '../../client/src/source/ord-source.ts';
import { inscriptionsOf } from '../../devnode/stack/ord/inscriptions.ts';
import { playScenario } from '../../devnode/stack/ord/scenario.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { type Ord as RealOrd, startOrd } from '../real/ord.ts';
import { findBitcoind, findOrd } from '../real/parts.ts';

describe.runIf(findBitcoind() && findOrd())('beside the real ord', () => {
  let bitcoind: Bitcoind;
  let real: RealOrd;
  let ours: Ord;

  beforeAll(async () => {
    bitcoind = await startBitcoind({ extraArgs: ['-acceptnonstdtxn=1'] });
    await playScenario(bitcoind.call);
    real = await startOrd({ bitcoind });
    await real.caughtUp();
    ours = createOrd({ call: bitcoind.call, report: () => {} });
    await ours.sync();
  });

  afterAll(async () => {
    await ours?.close();
    await real?.stop();
    await bitcoind?.stop();
  });

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
