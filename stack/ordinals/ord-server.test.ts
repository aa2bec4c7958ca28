import { describe } from 'vitest';
import { bitcoind } from '../../server/src/chain/bitcoind.ts';
import { ordServer } from '../../server/src/ordinals/ord-server.ts';
import { ordinalsContract } from '../../server/test/ordinals/contract.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { startOrd } from '../real/ord.ts';
import { findBitcoind, findOrd } from '../real/parts.ts';

describe.runIf(findBitcoind() && findOrd())('a real ord', () => {
  ordinalsContract('ord over a real bitcoind', async () => {
    const node = await startBitcoind();
    await node.call('generatetodescriptor', [1, 'raw(51)']);
    const ord = await startOrd({ bitcoind: node });
    return {
      ordinals: ordServer({ url: ord.url, timeoutMs: 10_000 }),
      chain: bitcoind({ url: node.url, timeoutMs: 10_000 }),
      call: node.call,
      caughtUp: () => ord.caughtUp(),
      async stop() {
        await ord.stop();
        await node.stop();
      },
    };
  });
});
