import { expect, test } from 'vitest';
import { createNode } from '../../src/node.ts';

const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

test('setmocktime stops the time of the node and of its forks, and 0 lets it go on', async () => {
  const node = createNode({ clock: () => 1_800_000_000_000 });
  const mined = async (by = node) => {
    const [hash] = (await by.call('generatetoaddress', [1, ADDRESS])) as string[];
    return ((await by.call('getblockheader', [hash])) as { time: number }).time;
  };
  expect(await node.call('setmocktime', [1_700_000_000])).toBeNull();
  expect(await mined(node.fork())).toBe(1_700_000_000);
  expect(await mined()).toBe(1_700_000_000);
  await node.call('setmocktime', [0]);
  expect(await mined()).toBe(1_800_000_000);
});

test.each([-1, 2 ** 32])('setmocktime %d is refused', async (time) => {
  await expect(createNode().call('setmocktime', [time])).rejects.toMatchObject({
    code: -8,
    message: `Mocktime must be in the range [0, 4294967295], not ${time}.`,
  });
});
