import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { esploraCoins } from '../../src/chain/esplora.ts';
import { GIVES_UP_MS, ILL_BEHAVIOURS, type Peer, startPeer } from '../support/peer.ts';

const TXID = 'ab'.repeat(32);
let peer: Peer;

beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.stop());

test('the confirmed balance and the confirmed coins of an address', async () => {
  const stats = { funded_txo_count: 3, funded_txo_sum: 9_000, spent_txo_count: 1, spent_txo_sum: 2_000 };
  peer.behave((request, response) => {
    const answer = request.url?.endsWith('/utxo')
      ? [
          { txid: TXID, vout: 1, value: 7_000, status: { confirmed: true, block_height: 12, block_time: 1 } },
          { txid: TXID, vout: 2, value: 500, status: { confirmed: false } },
        ]
      : { address: 'bc1qx', chain_stats: stats, mempool_stats: stats };
    expect(request.url).toMatch(/^\/api\/address\/bc1qx/);
    response.end(JSON.stringify(answer));
  });
  const coins = esploraCoins({ url: `${peer.url}/api/`, timeoutMs: 1000 });
  expect(await coins('bc1qx')).toEqual({
    confirmedSats: 7_000,
    coins: [{ txid: TXID, vout: 1, valueSats: 7_000, height: 12 }],
  });
});

describe('a server that is not well', () => {
  for (const [name, behaviour] of Object.entries(ILL_BEHAVIOURS)) {
    test(`one that ${name} is unavailable within the bound`, async () => {
      peer.behave(behaviour);
      const begun = performance.now();
      await expect(esploraCoins({ url: peer.url, timeoutMs: 150 })('bc1qx')).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect(performance.now() - begun).toBeLessThan(GIVES_UP_MS);
    });
  }
});
