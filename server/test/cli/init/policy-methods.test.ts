import { afterAll, beforeAll, expect, test } from 'vitest';
import { bitcoind } from '../../../src/chain/bitcoind.ts';
import { POLICY_METHODS } from '../../../src/cli/init/plan.ts';
import { fill, makeOffers } from '../../support/collection-offers.ts';
import { type Desk, openDesk, SECRETS } from '../../support/desk.ts';
import { offerSigners, QUICK_TIER } from '../../support/offer-signers.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
}, 60_000);
afterAll(() => desk?.close());

test('the policy signer asks the node for what its user may call, and for nothing else', async () => {
  const asked = new Set<string>();
  const call: Desk['call'] = (method, params) => {
    asked.add(method);
    return desk.call(method, params);
  };
  const { clock, collectionOffers } = desk.ctx;
  const parts = await offerSigners({
    chain: bitcoind({ url: '', call, timeoutMs: 20_000 }),
    ...{ clock, tiers: [QUICK_TIER], collections: desk.described, secrets: SECRETS },
  });
  const signers = { ...collectionOffers!.signers, policy: parts.signers.policy };
  const watched = { ...desk, ctx: { ...desk.ctx, collectionOffers: { ...collectionOffers!, signers } } };
  const [maker, seller] = await desk.traders(['p2wpkh', 'p2wpkh']);
  const [id] = await desk.inscribe(seller!);
  const { offerId } = await makeOffers(watched, maker!);
  await fill(watched, seller!, offerId, id!);
  expect([...asked].sort()).toEqual([...POLICY_METHODS]);
}, 60_000);
