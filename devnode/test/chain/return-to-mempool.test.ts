import { beforeEach, expect, test } from 'vitest';
import { txidOf } from '../../src/transaction/txid.ts';
import {
  coinFrom,
  type FundedNode,
  fundedNode,
  OPEN_ADDRESS,
  pass,
  rawOf,
  send,
  spend,
} from '../support/open-coins.ts';

let node: FundedNode;
beforeEach(async () => {
  node = await fundedNode();
});

const pool = async () => ((await node.call('getrawmempool')) as string[]).toSorted();

test('transactions of a dropped block return to the mempool, families whole', async () => {
  const parent = pass(await node.coin(), 1000);
  const child = pass(coinFrom(parent), 1000);
  await send(node.call, parent);
  await send(node.call, child);
  const [hash] = await node.mine(1);
  expect(await pool()).toEqual([]);
  await node.call('invalidateblock', [hash]);
  expect(await pool()).toEqual([txidOf(parent), txidOf(child)].toSorted());
  await node.call('reconsiderblock', [hash]);
  expect(await pool()).toEqual([]);
  expect(await node.call('getbestblockhash')).toBe(hash);
});

test('a parent that returns finds the child that was still waiting', async () => {
  const parent = pass(await node.coin(), 1000);
  await send(node.call, parent);
  const [hash] = await node.mine(1);
  const child = pass(coinFrom(parent), 1000);
  await send(node.call, child);
  await node.call('invalidateblock', [hash]);
  expect(await node.call('getmempoolentry', [txidOf(child)])).toMatchObject({
    ancestorcount: 2,
    depends: [txidOf(parent)],
  });
});

test('what the mempool would refuse does not return, and takes its descendants along', async () => {
  const coin = await node.coin();
  const bare = spend([coin], [{ valueSats: 1000, script: Uint8Array.of(0x51) }, coin.valueSats - 2000]);
  const { hash } = (await node.call('generateblock', [OPEN_ADDRESS, [rawOf(bare)]])) as { hash: string };
  await send(node.call, pass(coinFrom(bare, 1), 1000));
  await node.call('invalidateblock', [hash]);
  expect(await pool()).toEqual([]);
});

test('spends of a dropped coinbase leave the mempool', async () => {
  await node.call('generatetoaddress', [1, OPEN_ADDRESS]);
  const height = (await node.call('getblockcount')) as number;
  const mature = await node.call('getblockhash', [height - 99]);
  const block = (await node.call('getblock', [mature])) as { tx: [string] };
  await send(node.call, pass({ txid: block.tx[0], vout: 0, valueSats: 50e8 }, 1000));
  await node.call('invalidateblock', [await node.call('getbestblockhash')]);
  expect(await pool()).toEqual([]);
});

test('a mined conflict evicts the waiting transaction and its descendants', async () => {
  const coin = await node.coin();
  const waiting = pass(coin, 1000);
  await send(node.call, waiting);
  await send(node.call, pass(coinFrom(waiting), 1000));
  await node.call('generateblock', [OPEN_ADDRESS, [rawOf(pass(coin, 2000))]]);
  expect(await pool()).toEqual([]);
});

test('blocks take the best paying families first and leave what pays too little', async () => {
  node = await fundedNode({ policy: { blockMinFee: 1000 } });
  const cheap = pass(await node.coin(), 20);
  const parent = pass(await node.coin(), 20);
  const child = pass(coinFrom(parent), 5000);
  for (const tx of [cheap, parent, child]) await send(node.call, tx);
  const [hash] = await node.mine(1);
  const block = (await node.call('getblock', [hash])) as { tx: string[] };
  expect(block.tx.slice(1)).toEqual([txidOf(parent), txidOf(child)]);
  expect(await pool()).toEqual([txidOf(cheap)]);
});
