import { describe, expect, test } from 'vitest';
import type { Block, BlockInput, BlockTransaction } from '../../src/chain/port.ts';
import { salesElsewhere } from '../../src/follower/external-sales.ts';
import { followBlocks, type Located } from '../../src/follower/sat-moves.ts';

const txidOf = (n: number) => n.toString(16).padStart(64, '0');
const SCHNORR = { single: `${'ab'.repeat(64)}83`, all: 'ab'.repeat(64) };
const ECDSA = { single: `3044${'11'.repeat(68)}83`, all: `3044${'11'.repeat(68)}01` };

const coin = (n: number, valueSats: number, ...witness: string[]): BlockInput => ({
  txid: txidOf(n),
  vout: 0,
  valueSats,
  script: '',
  scriptSig: '',
  witness,
});
const push = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0') + hex;
/** A coin that is signed in its scriptSig, of these pushes. */
const legacyCoin = (n: number, valueSats: number, ...pushed: string[]): BlockInput => ({
  ...coin(n, valueSats),
  scriptSig: pushed.map(push).join(''),
});
const pays = (address: string, valueSats: number) => ({ address, valueSats, script: '' });
const on = (n: number, owner = 'seller', offset = 0, valueSats = 546, key = n): Located => ({
  key,
  txid: txidOf(n),
  vout: 0,
  offset,
  valueSats,
  ownerAddress: owner,
});

/** The sales of a block of these transactions. */
function salesIn(transactions: Omit<BlockTransaction, 'txid'>[], located: readonly Located[]) {
  const coinbase = { txid: txidOf(0xcb), inputs: [], outputs: [pays('miner', 5_000_000_000)] };
  const block: Block = {
    height: 1,
    hash: 'b',
    previousHash: 'a',
    time: 0,
    transactions: [
      coinbase,
      ...transactions.map((transaction, i) => ({ ...transaction, txid: txidOf(0x1000 + i) })),
    ],
  };
  return salesElsewhere(followBlocks([block], located, () => 5_000_000_000).hops, 'ab'.repeat(32));
}

describe('a sale settled elsewhere', () => {
  test('is an input signed SINGLE|ANYONECANPAY whose output pays: the price is what it pays above the postage', () => {
    const sale = {
      inputs: [coin(1, 546, SCHNORR.single), coin(2, 90_000, ECDSA.all, 'key')],
      // The buyer's dummy is missing: the inscription leaves through the fee output of the layout, here the second one.
      outputs: [pays('seller pays', 400), pays('buyer', 80_000)],
    };
    expect(salesIn([sale], [on(1)])).toEqual([]);
    const dummies = {
      inputs: [
        coin(7, 600, ECDSA.all, 'key'),
        coin(8, 600, ECDSA.all, 'key'),
        coin(1, 546, SCHNORR.single),
        coin(2, 90_000, ECDSA.all, 'key'),
      ],
      outputs: [pays('buyer', 1_200), pays('buyer', 546), pays('seller pays', 50_546), pays('fees', 1_000)],
    };
    expect(salesIn([dummies], [on(1)])).toEqual([
      {
        txid: txidOf(0x1000),
        blockHeight: 1,
        blockPosition: 1,
        soldAt: new Date(0),
        sold: [{ key: 1, buyerAddress: 'buyer' }],
        priceSats: 50_000,
        sellerAddress: 'seller',
      },
    ]);
  });

  test('may be signed with ECDSA, in a P2WPKH or P2SH-P2WPKH coin', () => {
    const sale = {
      inputs: [coin(7, 700, ECDSA.all), coin(1, 546, ECDSA.single, 'key'), coin(2, 90_000, ECDSA.all)],
      outputs: [pays('padding', 700), pays('seller pays', 30_546), pays('buyer', 546)],
    };
    // The inscription's sat is the first of output 1, which pays the seller: it came back, so nothing was sold.
    expect(salesIn([sale], [on(1)])).toEqual([]);
    const sold = { ...sale, outputs: [pays('buyer', 1_246), pays('seller pays', 30_546)] };
    expect(salesIn([sold], [on(1)])).toMatchObject([
      { priceSats: 30_000, sold: [{ buyerAddress: 'buyer' }] },
    ]);
  });

  test('may be signed in a scriptSig: P2PKH, or multisig with a redeem script', () => {
    const key = `02${'07'.repeat(32)}`;
    const redeemScript = `5121${key}21${key}52ae`;
    const outputs = [pays('buyer', 1_246), pays('seller pays', 30_546)];
    const saleOf = (sold: BlockInput) => ({
      inputs: [coin(7, 700, ECDSA.all), sold, coin(2, 90_000, ECDSA.all)],
      outputs,
    });
    const multisig = `00${push(ECDSA.single)}4c${push(redeemScript)}`;
    for (const sold of [
      legacyCoin(1, 546, ECDSA.single, key),
      { ...coin(1, 546), scriptSig: multisig },
      { ...coin(1, 546), scriptSig: `4d${'4700'}${ECDSA.single}${push(key)}` },
    ])
      expect(salesIn([saleOf(sold)], [on(1)])).toMatchObject([
        { priceSats: 30_000, sellerAddress: 'seller' },
      ]);
    for (const moved of [
      legacyCoin(1, 546, ECDSA.all, key),
      // A key that ends like a signature, and a push that ends before its length.
      legacyCoin(1, 546, ECDSA.all, `02${'07'.repeat(31)}83`),
      { ...coin(1, 546), scriptSig: `49${ECDSA.all}` },
      { ...coin(1, 546), scriptSig: '4d' },
    ])
      expect(salesIn([saleOf(moved)], [on(1)])).toEqual([]);
  });

  test('is one of several in a transaction, each with its own output and price', () => {
    const sale = {
      inputs: [
        coin(7, 600, ECDSA.all),
        coin(8, 600, ECDSA.all),
        coin(9, 600, ECDSA.all),
        coin(1, 546, SCHNORR.single),
        coin(2, 10_000, SCHNORR.single),
        coin(3, 200_000, ECDSA.all),
      ],
      outputs: [
        pays('buyer', 1_800),
        pays('buyer', 546),
        pays('buyer', 10_000),
        pays('first seller', 20_546),
        pays('second seller', 40_000),
      ],
    };
    const located = [on(1, 'one'), on(2, 'two', 0, 10_000)];
    expect(salesIn([sale], located)).toMatchObject([
      { sold: [{ key: 1 }], priceSats: 20_000, sellerAddress: 'one' },
      { sold: [{ key: 2 }], priceSats: 30_000, sellerAddress: 'two' },
    ]);
  });

  test('of a bundle is one sale, of everything that lay on the coin', () => {
    const sale = {
      inputs: [coin(7, 600, ECDSA.all), coin(8, 600, ECDSA.all), coin(1, 2_000, SCHNORR.single)],
      outputs: [pays('buyer', 1_200), pays('buyer', 2_000), pays('seller pays', 12_000)],
    };
    const located = [
      on(1, 'seller', 900, 2_000, 5),
      on(1, 'seller', 0, 2_000, 6),
      on(1, 'seller', 0, 2_000, 7),
    ];
    // Without the buyer's coin the third output could not be paid; the block is not checked here.
    expect(salesIn([sale], located)).toMatchObject([
      { sold: [{ key: 5 }, { key: 6 }, { key: 7 }], priceSats: 10_000 },
    ]);
  });

  test('is told for each hop inside one block', () => {
    const first = {
      inputs: [coin(7, 600, ECDSA.all), coin(1, 546, SCHNORR.single), coin(2, 90_000, ECDSA.all)],
      outputs: [pays('middleman', 1_146), pays('seller pays', 20_546)],
    };
    const second = {
      inputs: [
        coin(8, 600, ECDSA.all),
        { ...coin(0x1000, 1_146, SCHNORR.single) },
        coin(3, 90_000, ECDSA.all),
      ],
      outputs: [pays('buyer', 1_746), pays('middleman pays', 41_146)],
    };
    expect(salesIn([first, second], [on(1)])).toMatchObject([
      { sellerAddress: 'seller', sold: [{ buyerAddress: 'middleman' }], priceSats: 20_000 },
      { sellerAddress: 'middleman', sold: [{ buyerAddress: 'buyer' }], priceSats: 40_000 },
    ]);
  });
});

describe('no sale is', () => {
  test('a transfer, however it is signed otherwise', () => {
    for (const signature of [SCHNORR.all, ECDSA.all, `${SCHNORR.all}81`, `${SCHNORR.all}03`]) {
      const transfer = {
        inputs: [coin(7, 600, ECDSA.all), coin(1, 546, signature), coin(2, 90_000, ECDSA.all)],
        outputs: [pays('friend', 1_146), pays('seller', 50_546)],
      };
      expect(salesIn([transfer], [on(1)])).toEqual([]);
    }
  });
  test('a SINGLE|ANYONECANPAY input that gets back no more than it had', () => {
    const recovery = {
      inputs: [coin(1, 546, SCHNORR.single), coin(2, 9_000, ECDSA.all)],
      outputs: [pays('seller', 546), pays('operator', 8_000)],
    };
    expect(salesIn([recovery], [on(1)])).toEqual([]);
  });
  test('one whose inscription stays with its owner', () => {
    const toSelf = {
      inputs: [coin(7, 600, ECDSA.all), coin(1, 546, SCHNORR.single), coin(2, 90_000, ECDSA.all)],
      outputs: [pays('seller', 1_146), pays('seller pays', 50_546)],
    };
    expect(salesIn([toSelf], [on(1)])).toEqual([]);
  });
  test('an input without an output of its index', () => {
    const gift = {
      inputs: [coin(7, 600, ECDSA.all), coin(1, 546, SCHNORR.single)],
      outputs: [pays('friend', 1_146)],
    };
    expect(salesIn([gift], [on(1)])).toEqual([]);
  });
});
