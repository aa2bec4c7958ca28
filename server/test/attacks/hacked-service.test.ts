import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { rounds } from '../../../stack/rounds.ts';
import { type Desk, openDesk, SECRETS } from '../support/desk.ts';
import { offerSigners, ROLE_SECRETS } from '../support/offer-signers.ts';
import { play, type Role } from './hacked-service/campaign.ts';
import { LEAST_FEE_BPS } from './hacked-service/guarantees.ts';
import { served } from './hacked-service/served.ts';
import { introduce, openWorld, TIERS, type World } from './hacked-service/world.ts';

const HACKED = { market: SECRETS.market, ...ROLE_SECRETS };

let desk: Desk;
let world: World;
beforeAll(async () => {
  desk = await openDesk({ tiers: TIERS });
  const { keys } = desk.ctx.collectionOffers!;
  world = await openWorld(desk, { ...desk.ctx.keys, ...keys });
}, 60_000);
afterAll(() => desk?.close());

async function freshSigners() {
  const { ctx } = desk;
  const parts = await offerSigners({
    chain: ctx.chain,
    ordinals: ctx.ordinals,
    clock: ctx.clock,
    tiers: TIERS,
    collections: desk.described,
    secrets: SECRETS,
    leastFeeBps: LEAST_FEE_BPS,
  });
  const { signers, close } = await served(parts.signers);
  onTestFinished(close);
  await introduce(world, signers.gate);
  return signers;
}

describe('no lie of a hacked service makes a signer break what it guarantees', () => {
  test.each([null, 'market', 'policy', 'gate'] as const)(
    'also when it has the keys of this signer: %s',
    { timeout: 600_000 },
    async (role: Role | null) => {
      const hacked = role && { role, secret: HACKED[role] };
      const outcome = await play(world, {
        signers: await freshSigners(),
        hacked,
        requests: rounds(1_500),
        seed: 1 + ['market', 'policy', 'gate'].indexOf(role ?? ''),
      });
      expect(outcome.breaches).toEqual([]);
      // honest requests are among them, so that the guarantees were judged
      for (const [name, count] of Object.entries(outcome.signed))
        if (name !== role) expect(count, name).toBeGreaterThan(0);
      expect(outcome.requests).toBeGreaterThanOrEqual(rounds(1_500));
    },
  );
});
