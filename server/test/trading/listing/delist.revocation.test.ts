/**
 * A closed listing, and everybody who kept what its sale needs: the seller's signatures, the buyer's, and every key of the operator. Until
 * a block has another spend of the anchor they could sell; from then on nobody can.
 */
import { isRevoked } from '@ordbook/client';
import { createEsplora, createNode } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import type { RpcCall } from '../../../src/chain/transport.ts';
import { delistListings, expireListings } from '../../../src/trading/listing/delist.ts';
import { submitPurchase } from '../../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../../src/trading/purchase/buyable-listings.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { moveInscription } from '../../support/move-inscription.ts';
import { buy, list, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

vi.setConfig({ testTimeout: 90_000 });

/** Too dear to spend retired anchors for their own sake, and below `revokeMaxFeeRate`. */
const RATE = 10;

let feeRate = RATE;
let desk: Desk;
let seller: Trader;
let buyer: Trader;
let ids: string[];
let fetchEsplora: typeof fetch;

beforeAll(async () => {
  const node = createNode();
  const call: RpcCall = async (method, params) =>
    method === 'estimatesmartfee' ? { feerate: feeRate / 1e5, blocks: 2 } : node.call(method, params);
  desk = await openDesk({ call, anchors: 60, settings: { anchorPoolTarget: 4 } });
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2tr'], 8)) as [Trader, Trader];
  ids = await desk.inscribe(seller, 8);
  await fundOperator();
  const esplora = createEsplora({ call });
  fetchEsplora = async (url) => {
    const { status, body } = await esplora.handle(
      new URL(url instanceof Request ? url.url : String(url)).pathname,
    );
    return new Response(Buffer.from(body), { status });
  };
});
afterAll(() => desk?.close());
beforeEach(() => {
  feeRate = RATE;
});

/** A coin that is no anchor: what pays where anchors cannot pay for themselves. */
async function fundOperator(): Promise<void> {
  await desk.miner.pay([{ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: 100_000 }]);
  await desk.mine();
}

/** A listing, and the transfer and sale of it with every signature, which somebody kept instead of sending them. */
async function listedAndSigned(durationDays?: number) {
  const [ref] = (await list(desk, seller, [ids.pop()!], 50_000, durationDays)) as [ListingRef];
  const { body } = await signedPurchase(desk, buyer, [ref]);
  let kept: string[] = [];
  const signSale: typeof desk.ctx.signer.signSale = async (request) => {
    const { transfers, sale } = await desk.ctx.signer.signSale(request);
    kept = [...transfers, sale];
    throw new Error('kept');
  };
  const thief = { ...desk.ctx, signer: { ...desk.ctx.signer, signSale } };
  await expect(submitPurchase(thief, buyer.caller, body)).rejects.toThrow('kept');
  const { transferTxid, utxoTxid, utxoVout, anchor } = await desk.listing(ref.listingId);
  const record = {
    transferTxid,
    inscriptionCoin: { txid: utxoTxid, vout: utxoVout },
    anchor: { txid: anchor.txid, vout: anchor.vout },
  };
  return { ref, kept, record };
}

const delist = (ref: ListingRef) =>
  delistListings(desk.ctx, seller.caller, {
    slug: SLUG,
    walletBindingId: seller.walletBindingId,
    listings: [ref],
  });
const ask = (record: Parameters<typeof isRevoked>[0]) =>
  isRevoked(record, 'http://esplora.test/', fetchEsplora);
const verdictsOn = async (raws: readonly string[]) =>
  (await desk.call('testmempoolaccept', [raws])) as { allowed?: boolean; 'reject-reason'?: string }[];

test('a delisted listing can be sold by whoever kept its signatures, until the operator has spent its anchor in a block', async () => {
  const { ref, kept, record } = await listedAndSigned();
  await delist(ref);
  await desk.mine();
  // The operator's promise is all that keeps the price from being taken now.
  expect(await verdictsOn(kept)).toMatchObject([{ allowed: true }, { allowed: true }]);
  expect(await ask(record)).toEqual({ isRevoked: false, state: 'open' });

  desk.clock.step(desk.ctx.settings.revokeWithinMs - 1);
  await desk.mine();
  expect(await ask(record)).toEqual({ isRevoked: false, state: 'open' });
  desk.clock.step(1);
  await desk.settle();
  expect(await ask(record)).toEqual({ isRevoked: false, state: 'spending' });

  await desk.mine();
  const revocation = await ask(record);
  expect(revocation).toEqual({
    isRevoked: true,
    evidence: {
      spent: 'anchor',
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
      height: await desk.call('getblockcount'),
      confirmations: 1,
    },
  });
  const [transfer] = await verdictsOn(kept.slice(0, 1));
  expect(transfer).toMatchObject({ allowed: false, 'reject-reason': 'missing-inputs' });
  await expect(desk.call('sendrawtransaction', [kept[0]])).rejects.toThrow(/missingorspent/);
  // Not by a miner either.
  const before = await desk.call('getblockcount');
  await expect(desk.miner.mineOnly(kept)).rejects.toThrow();
  expect(await desk.call('getblockcount')).toBe(before);
  await desk.mine(2);
  expect(await ask(record)).toMatchObject({ evidence: { confirmations: 3 } });
});

describe('the anchor is spent in time', () => {
  test('of a listing that expired, and with it those of all that were closed since, in one transaction', async () => {
    const [expired, closed] = [await listedAndSigned(1), await listedAndSigned()];
    desk.clock.step(24 * HOUR_MS);
    await expireListings(desk.ctx);
    desk.clock.step(desk.ctx.settings.revokeWithinMs);
    await delist(closed.ref);
    await desk.mine();
    await desk.mine();
    const revocations = [await ask(expired.record), await ask(closed.record)];
    expect(revocations).toMatchObject([{ isRevoked: true }, { isRevoked: true }]);
    const txids = revocations.map((one) => one.isRevoked && one.evidence.txid);
    expect(txids[0]).toBe(txids[1]);
  });

  test('but not above the rate that the operator pays, and then as soon as fees have fallen', async () => {
    const { ref, record } = await listedAndSigned();
    await delist(ref);
    feeRate = desk.ctx.settings.revokeMaxFeeRate + 1;
    desk.clock.step(2 * desk.ctx.settings.revokeWithinMs);
    await desk.mine();
    await desk.mine();
    expect(await ask(record)).toEqual({ isRevoked: false, state: 'open' });
    feeRate = desk.ctx.settings.revokeMaxFeeRate;
    const { anchorSats } = desk.ctx.settings;
    await desk.ctx.db
      .updateTable('anchors')
      .set({ state: 'unsafe' })
      .where('valueSats', '<>', anchorSats)
      .execute();
    await desk.mine();
    // The anchor does not bear the fee of its own input now, and the operator has no other coin.
    expect(await ask(record)).toEqual({ isRevoked: false, state: 'open' });
    expect(desk.log.map(({ message }) => message)).toContain(
      'no operator coin can pay to spend retired anchors; fund the anchor address',
    );
    await fundOperator();
    await desk.mine();
    expect(await ask(record)).toMatchObject({ isRevoked: true, evidence: { spent: 'anchor' } });
  });
});

describe('a listing is told apart from one', () => {
  test('whose inscription its owner moved: that is as good as a spent anchor', async () => {
    const { ref, record } = await listedAndSigned();
    await moveInscription(desk, seller, ref.inscriptionId, buyer.ordinals.address);
    expect(await ask(record)).toEqual({ isRevoked: false, state: 'spending' });
    await desk.mine();
    expect(await ask(record)).toMatchObject({ isRevoked: true, evidence: { spent: 'inscriptionCoin' } });
  });

  test('that was sold: its transfer is on its way, or in a block', async () => {
    const [ref] = await list(desk, seller, [ids.pop()!]);
    const { answer } = await buy(desk, buyer, [ref!]);
    const { transferTxid, utxoTxid, utxoVout, anchor } = await desk.listing(ref!.listingId);
    expect(answer.listingTransferTxids).toEqual([transferTxid]);
    const record = { transferTxid, inscriptionCoin: { txid: utxoTxid, vout: utxoVout }, anchor };
    expect(await ask(record)).toEqual({ isRevoked: false, state: 'transferred' });
    await desk.mine();
    expect(await ask(record)).toEqual({ isRevoked: false, state: 'transferred' });
  });
});

test('what is kept of a sale is the transfer of the record and a sale that spends it', async () => {
  const { kept, record } = await listedAndSigned();
  const [transfer, sale] = kept.map(readTransaction);
  expect(transfer!.txid).toBe(record.transferTxid);
  expect(sale!.inputs.map(({ txid, vout }) => ({ txid, vout }))).toContainEqual({
    txid: record.transferTxid,
    vout: 0,
  });
});
