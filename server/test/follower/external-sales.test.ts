import { offerLock } from '@ordbook/protocol/collection-offer/offer';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { describe, expect, test } from 'vitest';
import {
  AUTH_SECRET,
  collectionOfferTerms,
  fillTerms,
} from '../../../protocol/test/collection-offer/terms.ts';
import { KEYS, NETWORK } from '../../../protocol/test/parties.ts';
import type { Block, BlockTransaction } from '../../src/chain/port.ts';
import { type SoldHop, salesElsewhere, soldHops } from '../../src/follower/external-sales.ts';
import type { Tier } from '../../src/follower/sale-forms/form.ts';
import { followBlocks, type Located } from '../../src/follower/sat-moves.ts';
import { onlySignature } from '../attacks/forging.ts';
import { type Coin, FORMS, minedTransaction, type Paid, SALE } from './signed-sales.ts';

const ALL = 0x01;
const txidOf = (n: number) => n.toString(16).padStart(64, '0');

/** A coin of the buyer. */
const paid = (n: number, valueSats: number, owner = 'buyer'): Coin => ({
  txid: txidOf(n),
  valueSats,
  owner,
  form: 'p2wpkh',
  sighash: ALL,
});
/** A coin of the seller, signed for sale. */
const sold = (n: number, valueSats: number, change: Partial<Coin> = {}): Coin => ({
  txid: txidOf(n),
  valueSats,
  owner: 'seller',
  sighash: SALE,
  ...change,
});
const pays = (owner: string, valueSats: number): Paid => ({ owner, valueSats });
const on = (n: number, owner = 'seller', offset = 0, valueSats = 546, key = n): Located => ({
  key,
  txid: txidOf(n),
  vout: 0,
  offset,
  valueSats,
  ownerAddress: owner,
});

/** The sales of a block of these transactions. */
async function salesIn(
  transactions: readonly { inputs: readonly Coin[]; outputs: readonly Paid[] }[],
  located: readonly Located[],
) {
  const block: Block = {
    height: 1,
    hash: 'b',
    previousHash: 'a',
    time: 0,
    transactions: [
      minedTransaction(txidOf(0xcb), { inputs: [], outputs: [pays('miner', 5_000_000_000)] }),
      ...transactions.map((transaction, i) => minedTransaction(txidOf(0x1000 + i), transaction)),
    ],
  };
  const { hops } = await followBlocks([block], located, () => 5_000_000_000);
  return salesElsewhere(await soldHops(hops, { marketKey: 'ab'.repeat(32), network: 'regtest' }));
}

describe('a sale settled elsewhere', () => {
  test('is an input signed SINGLE|ANYONECANPAY whose output pays: the price is what it pays above the postage', async () => {
    const sale = {
      inputs: [sold(1, 546), paid(2, 90_000)],
      // The buyer's dummy is missing: the inscription leaves through the fee output of the layout, here the second one.
      outputs: [pays('seller pays', 400), pays('buyer', 80_000)],
    };
    expect(await salesIn([sale], [on(1)])).toEqual([]);
    const dummies = {
      inputs: [paid(7, 600), paid(8, 600), sold(1, 546), paid(2, 90_000)],
      outputs: [pays('buyer', 1_200), pays('buyer', 546), pays('seller pays', 50_546), pays('fees', 1_000)],
    };
    expect(await salesIn([dummies], [on(1)])).toEqual([
      {
        txid: txidOf(0x1000),
        blockHeight: 1,
        blockPosition: 1,
        soldAt: new Date(0),
        sold: [{ key: 1, buyerAddress: 'buyer' }],
        form: 'signed-pair',
        evidence: 'bound',
        priceSats: 50_000,
        sellerAddress: 'seller',
      },
    ]);
  });

  test('may be of a coin of any form', async () => {
    for (const form of FORMS) {
      const sale = {
        inputs: [paid(7, 700), sold(1, 546, { form }), paid(2, 90_000)],
        outputs: [pays('buyer', 1_246), pays('seller pays', 30_546)],
      };
      expect(await salesIn([sale], [on(1)])).toMatchObject([
        { priceSats: 30_000, sellerAddress: 'seller', sold: [{ buyerAddress: 'buyer' }] },
      ]);
    }
  });

  test('is one of several in a transaction, each with its own output and price', async () => {
    const sale = {
      inputs: [paid(7, 600), paid(8, 600), paid(9, 600), sold(1, 546), sold(2, 10_000), paid(3, 200_000)],
      outputs: [
        pays('buyer', 1_800),
        pays('buyer', 546),
        pays('buyer', 10_000),
        pays('first seller', 20_546),
        pays('second seller', 40_000),
      ],
    };
    const located = [on(1, 'one'), on(2, 'two', 0, 10_000)];
    expect(await salesIn([sale], located)).toMatchObject([
      { sold: [{ key: 1 }], priceSats: 20_000, sellerAddress: 'one' },
      { sold: [{ key: 2 }], priceSats: 30_000, sellerAddress: 'two' },
    ]);
  });

  test('of a bundle is one sale, of everything that lay on the coin', async () => {
    const sale = {
      inputs: [paid(7, 600), paid(8, 600), sold(1, 2_000), paid(9, 60_000)],
      outputs: [pays('buyer', 1_200), pays('buyer', 2_000), pays('seller pays', 12_000)],
    };
    const located = [
      on(1, 'seller', 900, 2_000, 5),
      on(1, 'seller', 0, 2_000, 6),
      on(1, 'seller', 0, 2_000, 7),
    ];
    expect(await salesIn([sale], located)).toMatchObject([
      { sold: [{ key: 5 }, { key: 6 }, { key: 7 }], priceSats: 10_000 },
    ]);
  });

  test('is recorded for each hop inside one block', async () => {
    const first = {
      inputs: [paid(7, 600), sold(1, 546), paid(2, 90_000)],
      outputs: [pays('middleman', 1_146), pays('seller pays', 20_546)],
    };
    const second = {
      inputs: [paid(8, 600), sold(0x1000, 1_146, { owner: 'middleman' }), paid(3, 90_000)],
      outputs: [pays('buyer', 1_746), pays('middleman pays', 41_146)],
    };
    expect(await salesIn([first, second], [on(1)])).toMatchObject([
      { sellerAddress: 'seller', sold: [{ buyerAddress: 'middleman' }], priceSats: 20_000 },
      { sellerAddress: 'middleman', sold: [{ buyerAddress: 'buyer' }], priceSats: 40_000 },
    ]);
  });
});

describe('a collection offer that was filled', () => {
  const table = fillLayout(fillTerms(), NETWORK);
  const { leaf, controlBlock } = offerLock(collectionOfferTerms(), AUTH_SECRET);
  const own = [onlySignature(table, 'seller', 'seller')];
  const junk = '00'.repeat(64);
  const filled = (market: string, lockTime = 0): BlockTransaction => ({
    txid: txidOf(0x1000),
    version: table.version,
    lockTime,
    inputs: table.inputs.map(({ coin, lock, sequence }, i) => ({
      ...coin,
      script: lock.script,
      sequence,
      scriptSig: '',
      witness: [own, [junk, junk, market, '', AUTH_SECRET, leaf, controlBlock], []][i]!,
    })),
    outputs: table.outputs.map(({ valueSats, script }) => ({ valueSats, script, address: script })),
  });
  /** The sales of a block of it, as the market of this key sees them. */
  const seenBy = async (transaction: BlockTransaction, marketKey: string) => {
    const block = { height: 1, hash: 'b', previousHash: 'a', time: 0 };
    const coinbase = minedTransaction(txidOf(0xcb), { inputs: [], outputs: [] });
    const { txid, vout, valueSats } = transaction.inputs[0]!;
    const located = [{ key: 1, txid, vout, offset: 0, valueSats, ownerAddress: 'seller' }];
    const blocks = [{ ...block, transactions: [coinbase, transaction] }];
    const { hops } = await followBlocks(blocks, located, () => 0);
    return soldHops(hops, { marketKey, network: 'regtest' });
  };
  const signature = onlySignature(table, 'market', 'market');

  test('is a sale elsewhere at the price of its output, if the market in the leaf has signed', async () => {
    const [sale, ...more] = salesElsewhere(await seenBy(filled(signature), 'ab'.repeat(32)));
    expect(more).toEqual([]);
    expect(sale).toMatchObject({
      form: 'collection-offer',
      evidence: 'stated',
      priceSats: table.inputs[1]!.coin.valueSats,
      sellerAddress: 'seller',
      sold: [{ buyerAddress: table.outputs[0]!.script }],
    });
    expect(await seenBy(filled(junk), 'ab'.repeat(32))).toEqual([]);
    // no layout of ours, so its block is the proof
    expect(await seenBy(filled(junk, 7), 'ab'.repeat(32))).toHaveLength(1);
  });

  test('here is the business of its flow', async () => {
    expect(await seenBy(filled(signature), KEYS.market)).toEqual([]);
  });
});

test('sales with less evidence than wanted are left out', async () => {
  const sale = { tier: 'bound', isOwn: false, hop: { transaction: {}, block: {}, to: {} } };
  const sold = [sale] as unknown as SoldHop[];
  expect(['inferred', 'bound', 'stated'].map((least) => salesElsewhere(sold, least as Tier).length)).toEqual([
    1, 1, 0,
  ]);
});

describe('no sale is', () => {
  test('a transfer, however it is signed otherwise', async () => {
    for (const sighash of [0, ALL, 0x81, 0x03]) {
      const transfer = {
        inputs: [paid(7, 600), sold(1, 546, { sighash }), paid(2, 90_000)],
        outputs: [pays('friend', 1_146), pays('seller', 50_546)],
      };
      expect(await salesIn([transfer], [on(1)])).toEqual([]);
    }
  });
  test('a SINGLE|ANYONECANPAY input that gets back no more than it had', async () => {
    const recovery = {
      inputs: [sold(1, 546), paid(2, 9_000)],
      outputs: [pays('seller', 546), pays('operator', 8_000)],
    };
    expect(await salesIn([recovery], [on(1)])).toEqual([]);
  });
  test('a signature of another key than the coin, or none', async () => {
    for (const change of [{ key: 'third party' }, { sighash: undefined }]) {
      const forged = {
        inputs: [paid(7, 600), { ...sold(1, 546), ...change } as Coin, paid(2, 90_000)],
        outputs: [pays('buyer', 1_146), pays('seller pays', 50_546)],
      };
      expect(await salesIn([forged], [on(1)])).toEqual([]);
    }
  });
  test('one with the same party on both sides', async () => {
    const sides = (receiver: string, payment: string, payers: readonly [string, string]) => ({
      inputs: [
        paid(7, 600, payers[0]),
        sold(1, 546, { form: 'p2tr' }),
        { ...paid(2, 90_000, payers[1]), form: 'p2tr' } as Coin,
      ],
      outputs: [pays(receiver, 1_146), pays(payment, 50_546)],
    });
    const others = ['buyer', 'buyer'] as const;
    expect(await salesIn([sides('buyer', 'seller pays', others)], [on(1)])).toHaveLength(1);
    // the inscription stays with its owner, or goes to whom it pays
    expect(await salesIn([sides('seller', 'seller pays', others)], [on(1)])).toEqual([]);
    expect(await salesIn([sides('seller pays', 'seller pays', others)], [on(1)])).toEqual([]);
    // the coin's owner pays, or the owner of the payment does; a third party's dummy does not cover the price
    expect(await salesIn([sides('buyer', 'seller pays', ['buyer', 'seller'])], [on(1)])).toEqual([]);
    expect(await salesIn([sides('buyer', 'seller pays', ['buyer', 'seller pays'])], [on(1)])).toEqual([]);
  });
  test('an input without an output of its index', async () => {
    const gift = {
      inputs: [paid(7, 600), sold(1, 546, { form: 'p2pkh' })],
      outputs: [pays('friend', 1_146)],
    };
    expect(await salesIn([gift], [on(1)])).toEqual([]);
  });
});
