import { readCustody } from '@ordbook/protocol/custody/read';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { custodyProofs, sightings } from '../../../src/trading/custody/proof.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { traced } from '../../support/round-trips.ts';
import { refusedWith } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

let desk: Desk;
let seller: Trader;

beforeAll(async () => {
  desk = await openDesk();
  [seller] = (await desk.traders(['p2wpkh'], 1)) as [Trader];
});
afterAll(() => desk?.close());

const shown = (proof: Uint8Array, inscriptionId: string) =>
  readCustody(proof, { inscriptionId, outpoint: null, network: 'regtest' });

test('a proof ends where the index has the inscription, also after it moved', async () => {
  const [id] = await desk.inscribe(seller);
  await desk.mine(6);
  const proofOf = custodyProofs(desk.ctx);
  for (let moves = 0; moves < 3; moves += 1) {
    const { location, offset, outputValueSats } = (await desk.ctx.ordinals.inscription(id!))!;
    const place = { ...location, offset, valueSats: outputValueSats };
    expect(shown(await proofOf(id!), id!)).toMatchObject({ holds: true, custody: { place } });
    await moveInscription(desk, seller, id!, seller.ordinals.address);
    await desk.mine();
  }
});

test('a proof is kept until the inscription moves', async () => {
  const [id] = await desk.inscribe(seller);
  await desk.mine(6);
  const { ctx, take } = traced(desk.ctx);
  const proofOf = custodyProofs(ctx);
  await proofOf(id!);
  take();
  await proofOf(id!);
  // where it is now
  expect(take().length).toBeLessThanOrEqual(1);
});

test('there is no proof of an inscription that nobody knows, or that is not buried', async () => {
  const proofOf = custodyProofs(desk.ctx);
  await refusedWith(desk, 'not_found', () => proofOf(`${'ab'.repeat(32)}i0`));
  const [id] = await desk.inscribe(seller);
  await refusedWith(desk, 'unavailable', () => proofOf(id!));
});

test('a sat is seen to hold an inscription, not to hold it, or no proof can tell', async () => {
  const [id, other] = await desk.inscribe(seller, 2);
  await desk.mine(6);
  const look = sightings(desk.ctx.chain, 'regtest');
  const placeOf = async (some: string) => {
    const { location, offset } = (await desk.ctx.ordinals.inscription(some))!;
    return { ...location, offset };
  };
  const place = await placeOf(id!);
  expect(await look(id!, place)).toEqual({ is: 'there' });
  expect(await look(id!, { ...place, offset: place.offset + 1 })).toMatchObject({ is: 'elsewhere' });
  expect(await look(id!.replace(/i0$/, 'i7'), place)).toMatchObject({ is: 'elsewhere' });
  // of one reveal
  expect(await look(id!, await placeOf(other!))).toMatchObject({ is: 'elsewhere' });
  // walked back to a coinbase, as an inscription may be that went through a fee
  const [coin] = await desk.coinsOf(seller);
  expect(await look(id!, { ...coin!, offset: 0 })).toMatchObject({ is: 'unknown' });
});
