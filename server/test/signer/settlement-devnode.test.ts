import { createNode } from '@ordbook/devnode';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import { settlementContract } from './settlement.ts';

settlementContract('on devnode', async () => {
  const { call } = createNode();
  return { chain: bitcoind({ url: '', call, timeoutMs: 20_000 }), call, stop: async () => undefined };
});
