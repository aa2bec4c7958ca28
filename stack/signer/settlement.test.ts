import { describe } from 'vitest';
import { bitcoind } from '../../server/src/chain/bitcoind.ts';
import { settlementContract } from '../../server/test/signer/settlement.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';

describe.runIf(findBitcoind())('a real bitcoind', () => {
  settlementContract('on a real node', async () => {
    const { url, call, stop } = await startBitcoind();
    return { chain: bitcoind({ url, timeoutMs: 20_000 }), call, stop };
  });
});
