/**
 * Attacker: anybody with an inscription of a collection, and a miner who takes whatever consensus allows.
 * Aim:      a sale in the history at a price that nobody paid, best one of this market's own.
 * Guard:    signatures of seller and market verify over the transaction, others pay the price, and own sales are read back only after a
 *           restore. The bytes that a witness shows prove nothing: `shows` is the test by bytes alone, and believes each forgery.
 */

import { addressOf } from '@ordbook/protocol/bitcoin/keys';
import { OFFER_VOUT } from '@ordbook/protocol/collection-offer/funding';
import { isPassthroughLeaf, passthroughLock } from '@ordbook/protocol/listing/passthrough';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { xOnly } from '../../../protocol/test/parties.ts';
import type { Block, BlockTransaction } from '../../src/chain/port.ts';
import { readBackSales } from '../../src/follower/read-back-sales.ts';
import { collectionOfferById } from '../../src/store/collection-offer/collection-offers.ts';
import { acceptCluster, clusterOf } from '../../src/store/database/identity.ts';
import { makeOffers } from '../support/collection-offers.ts';
import { copyOf, putBack } from '../support/database-copy.ts';
import { type Desk, openDesk, POSTAGE_SATS } from '../support/desk.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { buy, list } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';
import { beside, dropping, type Forgery, forgedSale, loose } from './forged-sale.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PRICE = 5_050_506;

let desk: Desk;
let honest: Trader;
let leaf: string;
beforeAll(async () => {
  desk = await openDesk({ tiers: [QUICK_TIER] });
  [honest] = (await desk.traders(['p2wpkh'])) as [Trader];
  leaf = passthroughLock(xOnly('nobody'), desk.ctx.keys.market).leaf;
});
afterEach(() => desk.ctx.db.updateTable('databaseIdentity').set({ restoredAt: null }).execute());

/** What bytes alone say of a transaction: a leaf of the market, and something like a signature 0x83. */
const shows = ({ inputs }: BlockTransaction) => {
  const items = inputs.flatMap(({ witness }) => witness);
  return {
    leaf: items.some((item) => isPassthroughLeaf(item, desk.ctx.keys.market)),
    sale: items.some((item) => item.length === 130 && item.endsWith('83')),
  };
};

/**
 * Inscribes on a coin of the attacker's, "sells" it from party 1 to party 2, paid by party `paidBy`, and returns the transaction as the
 * follower reads it.
 */
async function forged(forgery: Forgery, paidBy = 3): Promise<BlockTransaction> {
  const attacker = { ordinals: { address: addressOf(forgery.lock, 'regtest')! } } as Trader;
  const [id] = (await desk.inscribe(attacker)) as [string];
  const place = await desk.ctx.db
    .selectFrom('locations')
    .innerJoin('inscriptions', 'inscriptions.key', 'locations.inscriptionKey')
    .select(['txid', 'vout'])
    .where('inscriptions.id', '=', id)
    .executeTakeFirstOrThrow();
  const payer = loose(paidBy);
  const address = addressOf(payer.lock, 'regtest')!;
  const values = [600, PRICE + POSTAGE_SATS + 1_000] as const;
  const { txid } = await desk.miner.pay(values.map((sats) => ({ address, sats })));
  await desk.mine();
  const raw = forgedSale({
    forgery,
    coins: [
      { txid, vout: 0, valueSats: values[0] },
      { ...place, valueSats: POSTAGE_SATS },
      { txid, vout: 1, valueSats: values[1] },
    ],
    payer,
    priceSats: PRICE,
    buyer: loose(2).lock,
    seller: loose(1).lock,
  });
  await desk.miner.mineOnly([raw]);
  await desk.settle();
  const block = (await desk.ctx.chain.block((await desk.ctx.chain.tip()).hash))!;
  return block.transactions[1]!;
}

const salesOf = (txid: string) =>
  desk.ctx.db.selectFrom('sales').select(['saleType', 'priceSats']).where('txid', '=', txid).execute();
const restoredOn = async (at: Date) => acceptCluster(desk.ctx.db, await clusterOf(desk.ctx.db), at);
const restored = () => restoredOn(desk.clock.now());
const errors = () =>
  desk.log.filter(({ level, message }) => level !== 'info' && message.includes('own sale'));

describe.each([
  ['a database that was never restored', async () => undefined],
  ['a database that was restored', restored],
])('%s shows no sale', (_, before) => {
  test('of a leaf and a signature that the script of the coin drops', async () => {
    await before();
    const transaction = await forged(dropping(leaf));
    expect(shows(transaction)).toEqual({ leaf: true, sale: true });
    expect(await salesOf(transaction.txid)).toEqual([]);
    expect(errors()).toEqual([]);
  });

  test('of its own where only the seller has signed, and the leaf lies beside', async () => {
    await before();
    const transaction = await forged(beside(leaf));
    expect(shows(transaction)).toEqual({ leaf: true, sale: true });
    // paid by another party, as far as a chain can tell: a sale, but elsewhere
    expect(await salesOf(transaction.txid)).toEqual([{ saleType: 'external', priceSats: PRICE }]);
    expect(errors()).toEqual([]);
  });

  test('that the party pays itself: from its own address to its own', async () => {
    await before();
    const transaction = await forged(beside(leaf), 1);
    expect(shows(transaction)).toEqual({ leaf: true, sale: true });
    expect(await salesOf(transaction.txid)).toEqual([]);
  });
});

test('a maker who takes the money of an offer back, while an inscription comes in, has bought nothing', async () => {
  await restored();
  const { offerId } = await makeOffers(desk, honest);
  const { fundingTxid, makerAddress } = (await collectionOfferById(desk.ctx.db, offerId))!;
  const [id] = (await desk.inscribe(honest)) as [string];
  const { key } = await desk.ctx.db
    .selectFrom('inscriptions')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const takeBack = {
    txid: 'fe'.repeat(32),
    version: 2,
    lockTime: 0,
    inputs: [0, OFFER_VOUT].map((vout, i) => ({
      txid: i === 0 ? 'fd'.repeat(32) : fundingTxid,
      vout,
      valueSats: 10_000,
      script: '',
      scriptSig: '',
      sequence: 0,
      witness: ['00'.repeat(64)],
    })),
    outputs: [{ valueSats: 10_000, script: '', address: makerAddress }],
  };
  const block: Block = { height: 500, hash: 'aa', previousHash: null, time: 0, transactions: [takeBack] };
  const place = { txid: takeBack.txid, vout: 0, offset: 0, valueSats: 10_000 };
  const hop = {
    key,
    block,
    transaction: takeBack,
    blockPosition: 1,
    inputIndex: 0,
    from: { ...place, txid: 'fd'.repeat(32), ownerAddress: 'friend' },
    to: { ...place, ownerAddress: makerAddress },
  };
  await readBackSales(desk.ctx, desk.ctx.db, { hops: [hop], sold: [] });
  expect(await salesOf(takeBack.txid)).toEqual([]);
  expect((await collectionOfferById(desk.ctx.db, offerId))!.state).toBe('active');
});

describe('a sale that this market did make, of which a database knows nothing', () => {
  const forgetting = async (restoredAt: Date | null) => {
    const [id] = (await desk.inscribe(honest)) as [string];
    const [buyer] = (await desk.traders(['p2wpkh'])) as [Trader];
    const listed = await list(desk, honest, [id]);
    const backup = await copyOf(desk.ctx.db);
    const { settlementTxid } = (await buy(desk, buyer, listed)).answer;
    await putBack(desk.ctx.db, backup);
    if (restoredAt) await restoredOn(restoredAt);
    await desk.miner.mine(1);
    await desk.settle(desk.restarted().follower);
    return salesOf(settlementTxid);
  };

  test('is read back after a restore, for as long as what was sent before may be mined', async () => {
    expect(await forgetting(desk.clock.now())).toMatchObject([{ saleType: 'internal' }]);
    expect(await forgetting(new Date(desk.clock.now().getTime() - 15 * 24 * 3_600_000))).toEqual([]);
  });

  test('is not read back without a restore, and the log says what is missing', async () => {
    const before = errors().length;
    expect(await forgetting(null)).toEqual([]);
    expect(errors().length).toBe(before + 1);
    expect(errors().at(-1)!.message).toContain('ordbook restored');
  });
});
