import { hex } from '@scure/base';
import { beforeAll, expect, test } from 'vitest';
import { parseTransaction } from '../../src/transaction/parse.ts';
import {
  coinFrom,
  FUNDED_HEIGHT,
  type FundedNode,
  fundedNode,
  OPEN_ADDRESS,
  pass,
  send,
} from '../support/open-coins.ts';

let node: FundedNode;
beforeAll(async () => {
  node = await fundedNode();
});
const call = (method: string, ...params: unknown[]) => node.call(method, params);

test('validateaddress tells what an address of regtest pays to, and nothing of others', async () => {
  expect(await call('validateaddress', OPEN_ADDRESS)).toMatchObject({
    isvalid: true,
    isscript: true,
    iswitness: true,
    witness_version: 0,
  });
  expect(await call('validateaddress', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toMatchObject({
    isvalid: false,
  });
  expect(await call('validateaddress', 'nothing')).toMatchObject({ isvalid: false });
});

test('a descriptor gets its checksum, and its address needs it', async () => {
  const plain = `addr(${OPEN_ADDRESS})`;
  const { descriptor, checksum } = (await call('getdescriptorinfo', plain)) as {
    descriptor: string;
    checksum: string;
  };
  expect(descriptor).toBe(`${plain}#${checksum}`);
  expect(await call('deriveaddresses', descriptor)).toEqual([OPEN_ADDRESS]);
  await expect(call('deriveaddresses', plain)).rejects.toMatchObject({
    code: -5,
    message: 'Missing checksum',
  });
  await expect(call('getdescriptorinfo', 'wsh(multi(1,02aa))')).rejects.toThrow(/^devnode reads pkh\(\), /);
});

test('createrawtransaction writes inputs and outputs', async () => {
  const txid = 'ab'.repeat(32);
  const raw = (await call(
    'createrawtransaction',
    [{ txid, vout: 1 }],
    [{ [OPEN_ADDRESS]: 0.00012345 }, { data: '00ff' }],
    5,
  )) as string;
  const tx = parseTransaction(hex.decode(raw));
  expect(tx.inputs[0]).toMatchObject({ txid, vout: 1, sequence: 0xfffffffd });
  expect(tx.outputs[0]!.valueSats).toBe(12_345);
  expect(hex.encode(tx.outputs[1]!.script)).toBe('6a0200ff');
  expect(tx.lockTime).toBe(5);
  await expect(call('createrawtransaction', [], [{ nowhere: 1 }])).rejects.toMatchObject({ code: -5 });
});

test('getblockstats adds up a block', async () => {
  const tx = pass(await node.coin(), 700);
  await send(node.call, tx);
  await send(node.call, pass(coinFrom(tx), 300));
  await node.mine(1);
  expect(await call('getblockstats', FUNDED_HEIGHT + 1)).toMatchObject({ txs: 3, ins: 2, totalfee: 1000 });
  expect(await call('getblockstats', FUNDED_HEIGHT + 1, ['txs'])).toEqual({ txs: 3 });
  await expect(call('getblockstats', FUNDED_HEIGHT + 1, ['nothing'])).rejects.toMatchObject({ code: -8 });
});

test('gettxoutsetinfo counts every coin', async () => {
  const { total_amount } = (await call('gettxoutsetinfo')) as { total_amount: number };
  const { height } = (await call('gettxoutsetinfo')) as { height: number };
  expect(height).toBe(await call('getblockcount'));
  expect(total_amount).toBe(50 * ((await call('getblockcount')) as number));
});

test.each([
  ['sendmany', /use sendtoaddress, walletcreatefundedpsbt/],
  ['addnode', /devnode has no peers/],
  ['getblockfilter', /no block filters/],
])('%s says what to use in its place', async (name, sentence) => {
  await expect(call(name)).rejects.toMatchObject({ code: -32601, message: expect.stringMatching(sentence) });
});

test('a method that nobody knows is not found, in the words of Core', async () => {
  await expect(call('nonsense')).rejects.toMatchObject({ code: -32601, message: 'Method not found' });
});

test('help lists every method with its parameters, and says what to use for one that is absent', async () => {
  const all = ((await call('help')) as string).split('\n');
  expect(all).toContain('getblock blockhash ( verbosity )');
  expect(all).toEqual(all.toSorted());
  expect(await call('help', 'gettxout')).toBe('gettxout txid n ( include_mempool )');
  expect(await call('help', 'analyzepsbt')).toMatch(/^help: unknown command: analyzepsbt \(.*library\)$/);
  expect(await call('help', 'nonsense')).toBe('help: unknown command: nonsense');
  await expect(call('gettxoutproof')).rejects.toThrow(/^Method not found \(Esplora has proofs/);
});
