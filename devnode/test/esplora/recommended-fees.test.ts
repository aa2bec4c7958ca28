import { expect, test } from 'vitest';
import { createWorld } from '../../src/world/world.ts';

test('every path of Esplora is also under /api', async () => {
  const world = await createWorld();
  expect(await world.esplora('/api/blocks/tip/height')).toBe(110);
  expect(await world.esplora('/api/v1/fees/recommended')).toEqual(
    await world.esplora('/v1/fees/recommended'),
  );
  await expect(world.esplora('/api')).rejects.toThrow(/404/);
  await expect(world.esplora('/api/api/blocks/tip/height')).rejects.toThrow(/404/);
});

test('recommended fees follow the estimate and are never below the minimum of the mempool', async () => {
  const world = await createWorld();
  const recommended = () => world.esplora('/v1/fees/recommended');
  const flat = (rate: number) => ({ fastestFee: rate, halfHourFee: rate, hourFee: rate });
  expect(await recommended()).toEqual({ ...flat(1), economyFee: 1, minimumFee: 1 });
  world.node.setEstimatedRate(12_500);
  expect(await recommended()).toEqual({ ...flat(13), economyFee: 2, minimumFee: 1 });
  world.node.mempool.setMinimum(20_000);
  expect(await recommended()).toEqual({ ...flat(20), economyFee: 20, minimumFee: 20 });
});
