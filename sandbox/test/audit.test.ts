import { audit } from '@ordbook/server/audit/audit';
import { expect, test } from 'vitest';
import { playTrade } from '../../client/src/demo/play.ts';
import { playCollectionOffer } from '../../client/src/demo/play-collection-offer.ts';
import { playOffers } from '../../client/src/demo/play-offers.ts';
import { sharedSandbox } from './shared-sandbox.ts';

test('an audit of a sandbox in which every demo was played finds nothing', { timeout: 300_000 }, async () => {
  const { url, service } = await sharedSandbox();
  const quiet = { step: <T>(_title: string, work: () => Promise<T>) => work(), show: () => undefined };
  for (const play of [playTrade, playOffers, playCollectionOffer]) await play(url, quiet);
  await service.follower.sync();
  const { chain, ordinals, db, clock, settings } = service.ctx;
  const parts = {
    chain,
    ordinals,
    db,
    clock,
    network: settings.network,
    failureDepth: settings.failureDepth,
  };
  const { findings, rows } = await audit(parts, { pauseMs: 1_000 });
  expect(findings).toEqual([]);
  expect(rows['purchases']).toBeGreaterThan(0);
  expect(rows['settlements of offers']).toBeGreaterThan(0);
  expect(rows['fills']).toBeGreaterThan(0);
});
