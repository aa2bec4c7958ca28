import { expect, test } from 'vitest';
import { createNode, type NewTip } from '../src/node.ts';
import { OPEN_ADDRESS } from './support/open-coins.ts';

test('listeners hear of every new tip until they stop', async () => {
  const node = createNode();
  const heard: NewTip[] = [];
  const stop = node.onBlock((tip) => heard.push(tip));
  const [first, second] = (await node.call('generatetoaddress', [2, OPEN_ADDRESS])) as string[];
  await node.call('invalidateblock', [second]);
  expect(heard.map(({ height, hash }) => [height, hash])).toEqual([
    [1, first],
    [2, second],
    [1, first],
  ]);
  expect(heard[2]).toMatchObject({ connected: [], disconnected: [{ hash: second }] });
  stop();
  await node.call('generatetoaddress', [1, OPEN_ADDRESS]);
  expect(heard).toHaveLength(3);
});

test('a block mined in the second in which its twin was invalidated is another block', async () => {
  const node = createNode({ clock: () => 1_800_000_000_000 });
  const [first] = (await node.call('generatetoaddress', [1, OPEN_ADDRESS])) as string[];
  await node.call('invalidateblock', [first]);
  const [second] = (await node.call('generatetoaddress', [1, OPEN_ADDRESS])) as string[];
  expect(second).not.toBe(first);
  expect(await node.call('getblockcount')).toBe(1);
});

test('blocks take the time of the injected clock, but come after the median of the last eleven', async () => {
  let nowMs = 1_800_000_000_000;
  const node = createNode({ clock: () => nowMs });
  const mineAt = async (seconds: number) => {
    nowMs = seconds * 1000;
    const [hash] = (await node.call('generatetoaddress', [1, OPEN_ADDRESS])) as string[];
    return ((await node.call('getblockheader', [hash])) as { time: number }).time;
  };
  expect(await mineAt(1_800_000_600)).toBe(1_800_000_600);
  expect(await mineAt(1_800_000_000)).toBe(1_800_000_601);
  expect(await node.call('uptime')).toBe(0);
});
