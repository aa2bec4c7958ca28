import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NETWORK, paymentAddress } from '../../../protocol/test/parties.ts';
import { rounds } from '../../../stack/rounds.ts';
import { type Desk, openDesk, SECRETS } from '../support/desk.ts';
import { offerSigners, ROLE_SECRETS } from '../support/offer-signers.ts';
import { attackedChain } from './attacked-chain.ts';
import { honestSigner } from './forging.ts';
import { play, type Role } from './hacked-service/campaign.ts';
import { LEAST_FEE_BPS } from './hacked-service/guarantees.ts';
import { served } from './hacked-service/served.ts';
import { introduce, openWorld, TIERS, type World } from './hacked-service/world.ts';
import { bought, listed } from './victims.ts';

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

describe('the fee of a sale, which a hacked service pays to whom it likes', () => {
  /** A sale of 100,000 sats whose whole fee is called a creator's. */
  const relabelled = async (creator: string) => {
    const chain = await attackedChain();
    return bought(chain, 'buyer', await listed(chain, 'seller'), {}, (terms) => ({
      ...terms,
      freshAnchors: { ...terms.freshAnchors, count: 0 },
      payouts: terms.payouts.map((payout) => ({
        ...payout,
        purpose: 'creator',
        address: creator,
        valueSats: payout.valueSats + terms.freshAnchors.count * terms.freshAnchors.valueSats,
      })),
    }));
  };
  const [thief, creator] = [paymentAddress('thief', 'p2wpkh'), paymentAddress('creator', 'p2wpkh')];

  test('reaches a third party only where the signer has no list of who may be paid', async () => {
    const sale = await relabelled(thief);
    const { sale: signed } = await honestSigner().signSale(sale);
    expect(readTransaction(signed).outputs.map(({ script }) => script)).toContain(scriptOf(thief, NETWORK));
    await expect(honestSigner({ payoutAddresses: [creator] }).signSale(sale)).rejects.toThrow(
      'payout addresses',
    );
    await expect(honestSigner({ payoutAddresses: [] }).signSale(sale)).rejects.toThrow('payout addresses');
  });

  test('reaches a creator who works with the thief only where the signer has no least fee', async () => {
    const sale = await relabelled(creator);
    const told = { payoutAddresses: [creator] };
    await expect(honestSigner(told).signSale(sale)).resolves.toMatchObject({ sale: expect.any(String) });
    await expect(honestSigner({ ...told, leastFeeBps: LEAST_FEE_BPS }).signSale(sale)).rejects.toThrow(
      'SIGNER_LEAST_FEE_BPS',
    );
  });
});

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
