import { createEsplora } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bitcoind, startBitcoind } from '../../../stack/real/bitcoind.ts';
import { findNode } from '../../../stack/real/parts.ts';
import { keyFrom } from '../../src/world/key.ts';
import { createPurse } from '../../src/world/purse.ts';

describe.runIf(findNode('core'))('the Esplora server over Bitcoin Core', () => {
  let bitcoind: Bitcoind;
  beforeAll(async () => {
    bitcoind = await startBitcoind({ follows: 'core' });
  });
  afterAll(() => bitcoind?.stop());

  test('proves transactions as Bitcoin Core does, in blocks of one to nine', async () => {
    const { call } = bitcoind;
    const purse = createPurse({ call, key: keyFrom('stack', 'esplora') });
    await call('generatetoaddress', [110, purse.key.address]);
    const esplora = createEsplora({ call });
    const get = async (path: string) => Buffer.from((await esplora.handle(path)).body).toString();
    for (let others = 0; others < 9; others++) {
      for (let i = 0; i < others; i++) await purse.pay([{ valueSats: 1000, script: purse.key.script }]);
      const [hash] = (await call('generatetoaddress', [1, purse.key.address])) as [string];
      const { tx } = (await call('getblock', [hash, 1])) as { tx: string[] };
      expect(tx).toHaveLength(others + 1);
      for (const txid of tx) {
        const proof = await get(`/tx/${txid}/merkleblock-proof`);
        expect(proof).toBe(await call('gettxoutproof', [[txid], hash]));
        expect(await call('verifytxoutproof', [proof])).toEqual([txid]);
      }
    }
  }, 120_000);
});
