import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bitcoind } from '../../server/src/chain/bitcoind.ts';
import { nodeFacts } from '../../server/src/chain/node-facts.ts';
import { checkNode } from '../../server/src/composition/check/node.ts';
import { readSettings } from '../../server/src/composition/settings.ts';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const hasNode = findBitcoind() !== undefined;
const settings = readSettings({ NETWORK: 'regtest' });
const check = ({ url }: Bitcoind, own = settings) =>
  checkNode(own, {
    nodeFacts: () => nodeFacts({ url, timeoutMs: 10_000 }),
    chain: bitcoind({ url, timeoutMs: 10_000 }),
  });

describe.runIf(hasNode)('`ordbook check` of a real node', () => {
  let node: Bitcoind;
  beforeAll(async () => {
    node = await startBitcoind();
  });
  afterAll(() => node?.stop());

  test('that is set up rightly finds nothing', async () => {
    expect(await check(node)).toMatchObject([{ level: 'ok' }]);
  });

  test('of another network names both', async () => {
    expect(await check(node, readSettings({ NETWORK: 'mainnet' }))).toMatchObject([
      {
        level: 'error',
        is: 'NETWORK is mainnet, but the part at CHAIN_RPC_URL follows regtest',
        mend: expect.stringContaining(':8332'),
      },
    ]);
  });

  test.each([
    ['-testnet4', 'testnet', 'signet'],
    ['-signet', 'signet', 'testnet'],
  ])('of %s is that of NETWORK=%s, and of no other', async (flag, own, other) => {
    const alone = await startBitcoind({ extraArgs: ['-regtest=0', flag, '-connect=0'] });
    try {
      const found = async (network: string) =>
        (await check(alone, readSettings({ NETWORK: network }))).map(({ is }) => is).join();
      expect(await found(own)).not.toContain('NETWORK');
      expect(await found(other)).toContain(
        `NETWORK is ${other}, but the part at CHAIN_RPC_URL follows ${own}`,
      );
    } finally {
      await alone.stop();
    }
  });

  test('with a wrong password is named', async () => {
    const url = node.url.replace('ordbook:ordbook', 'ordbook:wrong');
    await expect(nodeFacts({ url, timeoutMs: 10_000 })).rejects.toThrow('rejected our credentials');
  });
});

describe.runIf(hasNode)('`ordbook check` of a real node that is set up wrongly', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['without a transaction index', ['-txindex=0'], ['has no transaction index']],
    [
      'that is pruned',
      ['-txindex=0', '-prune=550'],
      ['is pruned: blocks that trades need are deleted', 'has no transaction index'],
    ],
    ['that takes blocks only', ['-blocksonly=1'], [expect.stringContaining('(blocksonly)') as never]],
    [
      'whose user may not send packages',
      [
        '-rpcwhitelist=ordbook:getblockchaininfo,getnetworkinfo,getindexinfo,getblockhash,getmempoolinfo,estimatesmartfee',
      ],
      [expect.stringContaining('rejected our credentials') as never],
    ],
  ])('%s names it', async (_, extraArgs, is) => {
    const node = await startBitcoind({ extraArgs });
    try {
      const found = await check(node).then(
        (findings) => findings.map((one) => one.is),
        (error: Error) => [error.message],
      );
      expect(found).toEqual(is);
    } finally {
      await node.stop();
    }
  });
});
