/**
 * Attacker: who runs one of the two indexes of the service, together with the owner of a coin of plain sats.
 * Aim:      to sell that coin as an inscription that lies elsewhere, or to take others off the market.
 * Guard:    two indexes must agree, or a custody proof decides; what neither does is not traded, and nothing else is stopped.
 */

import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { type Outpoint, sameOutpoint, type Utxo } from '@ordbook/protocol/outpoint';
import { Refusal } from '@ordbook/protocol/refusals';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { confirmedBy } from '../../src/composition/indexes.ts';
import type { Ordinals } from '../../src/ordinals/port.ts';
import { twoIndexes } from '../../src/ordinals/two-indexes.ts';
import { acceptOffer, makeOffer } from '../support/bidding.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { moveInscription } from '../support/move-inscription.ts';
import { buy, list, refusedWith } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let desk: Desk;
let owner: Trader;
let thief: Trader;
let buyer: Trader;
let bait: Utxo;
let buried: string[];
let fresh: string;

beforeAll(async () => {
  desk = await openDesk();
  [owner, thief, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh', 'p2wpkh'], 6)) as [Trader, Trader, Trader];
  buried = await desk.inscribe(owner, 11);
  await desk.miner.pay([{ address: thief.ordinals.address, sats: 10_000 }]);
  await desk.mine(6);
  const { coins } = await desk.ctx.chain.addressCoins(thief.ordinals.address);
  bait = coins[0]!;
});
afterAll(() => desk?.close());

/** The honest index, but for one inscription, which it has on the thief's coin, or on another one of his. */
function lyingAbout(id: string, on: Utxo = bait): Ordinals {
  const honest = desk.ctx.ordinals;
  const { txid, vout, valueSats } = on;
  const lie = {
    location: { txid, vout },
    offset: 0,
    address: thief.ordinals.address,
    outputValueSats: valueSats,
  };
  const inscriptions = async (ids: readonly string[]) =>
    (await honest.inscriptions(ids)).map((one) => (one?.id === id ? { ...one, ...lie } : one));
  const listed = (at: Outpoint, ids: readonly string[]) =>
    sameOutpoint(at, on) ? [id] : ids.filter((one) => one !== id);
  return {
    ...honest,
    inscriptions,
    inscription: async (one) => (await inscriptions([one]))[0]!,
    outputs: async (outpoints) =>
      (await honest.outputs(outpoints)).map(
        (one) => one && { ...one, inscriptionIds: listed(one, one.inscriptionIds) },
      ),
  };
}

/** The same service on other indexes. */
function deskOn(ordinals: Ordinals): Desk {
  const { ctx, follower } = desk.restarted({ ordinals });
  return { ...desk, ctx, follower };
}

const onBoth = (first: Ordinals, second: Ordinals): Desk =>
  deskOn(
    twoIndexes(first, second, {
      chain: desk.ctx.chain,
      isThere: confirmedBy(desk.ctx.chain, 'regtest'),
      log: desk.ctx.log,
      restMs: 0,
    }),
  );

const whereItIs = async (id: string) => (await desk.ctx.ordinals.inscription(id))!.address;

describe('an index that has an inscription on the coin of a thief', () => {
  test('alone, sells the coin as the inscription: the buyer gets plain sats', async () => {
    const id = buried[0]!;
    const fooled = deskOn(lyingAbout(id));
    await buy(fooled, buyer, await list(fooled, thief, [id]));
    await desk.mine();
    expect(await whereItIs(id)).toBe(owner.ordinals.address);
    // the coin is gone: the next lies need another one
    await desk.miner.pay([{ address: thief.ordinals.address, sats: 10_000 }]);
    await desk.mine();
    bait = (await desk.ctx.chain.addressCoins(thief.ordinals.address)).coins[0]!;
  });

  test.each([
    ['first', (honest: Ordinals, lie: Ordinals) => onBoth(lie, honest)],
    ['second', (honest: Ordinals, lie: Ordinals) => onBoth(honest, lie)],
  ] as const)('as the %s of two, sells nothing, and its owner sells it', async (_, open) => {
    const id = buried.pop()!;
    const both = open(desk.ctx.ordinals, lyingAbout(id));
    await refusedWith(both, 'not_owner', () => list(both, thief, [id]));
    await buy(both, buyer, await list(both, owner, [id]));
    await desk.mine();
    expect(await whereItIs(id)).toBe(buyer.ordinals.address);
  });

  test('decides nothing by a coin that the inscription was on once', async () => {
    const id = buried.pop()!;
    const { location, outputValueSats } = (await desk.ctx.ordinals.inscription(id))!;
    await moveInscription(desk, owner, id, owner.ordinals.address);
    await desk.mine();
    const both = onBoth(lyingAbout(id, { ...location, valueSats: outputValueSats! }), desk.ctx.ordinals);
    expect(await both.ctx.ordinals.inscription(id)).toEqual(await desk.ctx.ordinals.inscription(id));
  });

  test('sells nothing that no proof can show yet, and stops nothing else', async () => {
    fresh = (await desk.inscribe(owner))[0]!;
    const both = onBoth(desk.ctx.ordinals, lyingAbout(fresh));
    await refusedWith(both, 'indexes_differ', () => list(both, thief, [fresh]));
    await refusedWith(both, 'indexes_differ', () => list(both, owner, [fresh]));
    await refusedWith(both, 'indexes_differ', () => makeOffer(both, buyer, fresh));
    await acceptOffer(both, owner, await makeOffer(both, buyer, buried.pop()!));
  });

  test('that says it of a coin of the buyer stops that coin, and no purchase', async () => {
    const [coin, ...others] = await desk.coinsOf(buyer);
    const both = onBoth(desk.ctx.ordinals, lyingAbout(fresh, coin));
    const listings = await list(both, owner, [buried.pop()!]);
    const { body } = await buy(both, buyer, listings, { spendableUtxos: [coin!, ...others] });
    expect(body.selectedPaymentUtxos).not.toContainEqual(coin);
    const more = await list(both, owner, [buried.pop()!]);
    await refusedWith(both, 'insufficient_funds', () => buy(both, buyer, more, { spendableUtxos: [coin!] }));
  });

  test('that says it of a coin of the operator leaves the others in use', async () => {
    const address = anchorAddress(desk.ctx.keys, 'regtest');
    await desk.miner.pay([700, 701].map((sats) => ({ address, sats })));
    await desk.miner.mine(1);
    const { coins } = await desk.ctx.chain.addressCoins(address);
    const coin = coins.find(({ valueSats }) => valueSats === 700)!;
    const both = onBoth(desk.ctx.ordinals, lyingAbout(fresh, coin));
    await desk.settle(both.follower);
    const stateOf = async (valueSats: number) => {
      const anchors = desk.ctx.db.selectFrom('anchors').select('state').where('valueSats', '=', valueSats);
      return (await anchors.executeTakeFirstOrThrow()).state;
    };
    expect([await stateOf(700), await stateOf(701)]).toEqual(['unread', 'free']);
  });

  test('moves it nowhere in the store', async () => {
    const stored = () =>
      desk.ctx.db
        .selectFrom('locations')
        .innerJoin('inscriptions', 'inscriptions.key', 'locations.inscriptionKey')
        .select(['inscriptions.id', 'locations.txid', 'locations.vout'])
        .orderBy('inscriptions.id')
        .execute();
    const before = await stored();
    // a follower begins at a random row, and compares every row in two polls
    const polled = async ({ follower }: Desk) => {
      await follower.sync();
      await follower.sync();
    };
    await polled(onBoth(desk.ctx.ordinals, lyingAbout(fresh)));
    expect(await stored()).toEqual(before);
    await polled(deskOn(lyingAbout(fresh)));
    expect(await stored()).not.toEqual(before);
    await polled(desk);
    expect(await stored()).toEqual(before);
  });
});

test('an index that dies leaves the market open', async () => {
  const silent = () => Promise.reject(new Refusal('unavailable', 'the inscription index does not respond'));
  const dead = Object.fromEntries(
    Object.keys(desk.ctx.ordinals).map((name) => [name, silent]),
  ) as unknown as Ordinals;
  for (const both of [onBoth(dead, desk.ctx.ordinals), onBoth(desk.ctx.ordinals, dead)]) {
    await list(both, owner, [buried.pop()!]);
    await desk.mine();
  }
});
