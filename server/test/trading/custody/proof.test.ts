import { RpcError } from '@ordbook/devnode';
import { readCustody } from '@ordbook/protocol/custody/read';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bitcoind } from '../../../src/chain/bitcoind.ts';
import { custodyProofs, sightings } from '../../../src/trading/custody/proof.ts';
import { type Desk, openDesk } from '../../support/desk.ts';
import { serveDesk } from '../../support/desk-api.ts';
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

/** Requests to the node by name, but those that say whether a proof is current. */
const walked = (trips: ReturnType<ReturnType<typeof traced>['take']>) =>
  trips.map(({ name }) => name).filter((name) => !/^(index inscription|node blockHash)$/.test(name));

test('a proof is kept, and continued by the new move when the inscription moves', async () => {
  const [id] = await desk.inscribe(seller);
  await desk.mine(6);
  for (let moves = 0; moves < 4; moves += 1) {
    await moveInscription(desk, seller, id!, seller.ordinals.address);
    await desk.mine();
  }
  const { ctx, take } = traced(desk.ctx);
  const proofs = custodyProofs(ctx);
  const first = await proofs.of(id!);
  expect(walked(take()).length).toBeGreaterThan(8);
  expect((await proofs.of(id!)).proof).toBe(first.proof);
  expect(walked(take())).toEqual([]);
  await moveInscription(desk, seller, id!, seller.ordinals.address);
  await desk.mine();
  const { proof, custody } = await proofs.of(id!);
  // the new transaction, and the one that its first input spends
  expect(walked(take())).toEqual(['node transaction', 'node transaction']);
  expect(custody.walk).toHaveLength(first.custody.walk.length + 1);
  expect(shown(proof, id!)).toMatchObject({ holds: true });
});

test('a kept proof whose block a reorg replaced is made again', async () => {
  const [id] = await desk.inscribe(seller);
  await desk.mine(6);
  const proofs = custodyProofs(desk.ctx);
  const before = await proofs.of(id!);
  const { height, hash } = before.custody.block;
  const { tx } = (await desk.call('getblock', [hash, 2])) as { tx: { hex: string }[] };
  const depth = ((await desk.call('getblockcount')) as number) - height + 1;
  await desk.reorg(
    depth,
    tx.slice(1).map(({ hex }) => hex),
  );
  await desk.mine(8);
  const after = await proofs.of(id!);
  expect(after.custody.block.hash).not.toBe(before.custody.block.hash);
  expect(await desk.ctx.chain.blockHash(after.custody.block.height)).toBe(after.custody.block.hash);
});

test('anyone gets two walks at a time, 64 wait, and trades do not wait behind them', async () => {
  const [last, traded, ...first] = await desk.inscribe(seller, 68);
  await desk.mine(6);
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let reading = 0;
  let current = 0;
  const chain = {
    ...desk.ctx.chain,
    async transaction(txid: string) {
      reading += 1;
      await opened;
      return desk.ctx.chain.transaction(txid);
    },
    async blockHash(height: number) {
      const hash = await desk.ctx.chain.blockHash(height);
      current += 1;
      return hash;
    },
  };
  const proofs = custodyProofs({ ...desk.ctx, chain });
  const made = first.map((id) => proofs.ofAnyone(id));
  await vi.waitFor(() => expect(current).toBe(2 * first.length));
  await refusedWith(desk, 'unavailable', () => proofs.ofAnyone(last!));
  expect(reading).toBe(2);
  made.push(proofs.of(traded!));
  await vi.waitFor(() => expect(reading).toBe(3));
  open();
  expect(await Promise.all(made)).toHaveLength(first.length + 1);
  expect((await proofs.ofAnyone(last!)).custody.inscriptionId).toBe(last);
});

test('a node without transaction index gives no proof, and the refusal says what to do', async () => {
  const [id] = await desk.inscribe(seller);
  await desk.mine(6);
  const call: Desk['call'] = async (method, params) => {
    if (method === 'getindexinfo') return {};
    if (method === 'getrawtransaction')
      throw new RpcError(-5, 'No such mempool transaction. Use -txindex or provide a block hash.');
    return desk.call(method, params);
  };
  const chain = bitcoind({ url: '', call, timeoutMs: 20_000 });
  const api = await serveDesk(desk, { chain });
  const answer = await api.get(`/market/inscriptions/${id}/custody`, seller);
  await api.close();
  expect(answer.status).toBe(503);
  expect(answer.body.error).toBe('the node has no transaction index; start it with txindex=1');
});

test('there is no proof of an inscription that nobody knows, or that is not buried', async () => {
  const proofs = custodyProofs(desk.ctx);
  await refusedWith(desk, 'not_found', () => proofs.of(`${'ab'.repeat(32)}i0`));
  const [id] = await desk.inscribe(seller);
  await refusedWith(desk, 'unavailable', () => proofs.of(id!));
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
