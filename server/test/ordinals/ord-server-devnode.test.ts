import { createNode, createOrd, startOrdServer } from '@ordbook/devnode';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import { ordServer } from '../../src/ordinals/ord-server.ts';
import { ordinalsContract } from './contract.ts';

ordinalsContract("devnode's ord over HTTP", async () => {
  const { call } = createNode();
  const ord = createOrd({ call });
  const server = await startOrdServer(ord, { port: 0 });
  return {
    ordinals: ordServer({ url: server.url, timeoutMs: 10_000 }),
    chain: bitcoind({ url: '', call, timeoutMs: 10_000 }),
    call,
    caughtUp: () => ord.sync(),
    async stop() {
      await server.close();
      await ord.close();
    },
  };
});
