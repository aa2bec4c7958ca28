import { createNode, startRpcServer } from '@ordbook/devnode';
import { bitcoind } from '../../src/chain/bitcoind.ts';
import { chainContract } from './contract.ts';

chainContract('devnode in this process', async () => {
  const { call } = createNode();
  return { chain: bitcoind({ url: '', call, timeoutMs: 10_000 }), call, stop: async () => undefined };
});

chainContract('devnode over HTTP', async () => {
  const node = createNode();
  const server = await startRpcServer({ node, port: 0, auth: { user: 'us', password: 'p@ss' } });
  const url = server.url.replace('//', '//us:p%40ss@');
  return { chain: bitcoind({ url, timeoutMs: 10_000 }), call: node.call, stop: () => server.close() };
});
