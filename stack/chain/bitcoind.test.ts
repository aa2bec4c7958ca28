import { describe } from 'vitest';
import { bitcoind } from '../../server/src/chain/bitcoind.ts';
import { chainContract } from '../../server/test/chain/contract.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';

describe.runIf(findBitcoind())('a real bitcoind', () => {
  chainContract('bitcoind over HTTP', async () => {
    const { url, call, stop } = await startBitcoind();
    return { chain: bitcoind({ url, timeoutMs: 10_000 }), call, stop };
  });
});
