import { readCustody } from '@ordbook/protocol/custody/read';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { custodyProofs } from '../../../src/trading/custody/proof.ts';
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
  const proofs = custodyProofs(desk.ctx);
  for (let moves = 0; moves < 3; moves += 1) {
    const { location, offset, outputValueSats } = (await desk.ctx.ordinals.inscription(id!))!;
    const place = { ...location, offset, valueSats: outputValueSats };
    expect(shown((await proofs.of(id!)).proof, id!)).toMatchObject({ holds: true, custody: { place } });
    await moveInscription(desk, seller, id!, seller.ordinals.address);
    await desk.mine();
  }
});

test('a proof is kept until the inscription moves', async () => {
  const [id] = await desk.inscribe(seller);
  await desk.mine(6);
  const { ctx, take } = traced(desk.ctx);
  const proofs = custodyProofs(ctx);
  (await proofs.of(id!)).proof;
  take();
  (await proofs.of(id!)).proof;
  // where it is now
  expect(take().length).toBeLessThanOrEqual(1);
});

test('there is no proof of an inscription that nobody knows, or that is not buried', async () => {
  const proofs = custodyProofs(desk.ctx);
  await refusedWith(desk, 'not_found', () => proofs.of(`${'ab'.repeat(32)}i0`));
  const [id] = await desk.inscribe(seller);
  await refusedWith(desk, 'unavailable', () => proofs.of(id!));
});
