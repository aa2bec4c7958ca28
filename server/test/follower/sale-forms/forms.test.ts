import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { bip86Script } from '@ordbook/protocol/bitcoin/keys';
import { termsHex } from '@ordbook/protocol/collection-offer/offer';
import { describe, expect, test } from 'vitest';
import { xOnly } from '../../../../protocol/test/parties.ts';
import { KNOWN_MARKETS } from '../../../src/follower/sale-forms/market-fees.ts';
import type { SeenTransaction } from '../../../src/follower/sale-forms/seen.ts';
import {
  byLeaf,
  coin,
  multisig,
  nested,
  passthrough,
  pays,
  salesIn,
  segwit,
  signed,
  taproot,
} from './made.ts';

const [ORDNET] = KNOWN_MARKETS as [(typeof KNOWN_MARKETS)[0]];
const seller = taproot('seller');
const buyer = taproot('buyer');
const payer = nested('buyer');
/** Where no party of the trade is known to be. */
const elsewhere = segwit('payout');

/** The transaction with an input replaced or changed. */
const withInput = (made: SeenTransaction, at: number, input: SeenTransaction['inputs'][number]) => ({
  ...made,
  inputs: made.inputs.map((each, i) => (i === at ? input : each)),
});
const withOutput = (made: SeenTransaction, at: number, output: SeenTransaction['outputs'][number]) => ({
  ...made,
  outputs: made.outputs.map((each, i) => (i === at ? output : each)),
});

describe('a pair signed by the seller alone', () => {
  const padded = {
    inputs: [coin(payer, 600), coin(payer, 600), coin(seller, 546, 0x83), coin(payer, 90_000)],
    outputs: [pays(buyer, 1_200), pays(buyer, 546), pays(elsewhere, 50_546), pays(payer, 38_000)],
  };
  const sale = { form: 'signed-pair', tier: 'bound', priceSats: 50_000, seller, buyer };

  test('is a sale at what it pays above the coin, with padding and without', () => {
    expect(salesIn(padded)).toEqual([sale]);
    const bare = {
      inputs: [coin(payer, 90_000), coin(seller, 546, 0x83)],
      outputs: [pays(buyer, 38_900), pays(elsewhere, 50_546)],
    };
    expect(salesIn(bare)).toEqual([]);
    // the inscription of the second coin lands in a third output
    expect(
      salesIn({ ...bare, outputs: [pays(payer, 39_454), pays(elsewhere, 50_546), pays(buyer, 546)] }),
    ).toEqual([sale]);
  });

  test('counts in a share that was taken from the price, and not one on top', () => {
    const taken = (fee: number) => ({
      inputs: [coin(payer, 600), coin(seller, 546, 0x83), coin(payer, 90_000)],
      outputs: [
        pays(buyer, 1_146),
        pays(elsewhere, 49_250 + 546),
        pays(segwit('fees'), fee),
        pays(payer, 30_000),
      ],
    });
    // 1.5 % of 50,000; with 2 % of the buyer in the same output; and some other sum
    expect(salesIn(taken(750))).toMatchObject([{ priceSats: 50_000 }]);
    expect(salesIn(taken(1_750))).toMatchObject([{ priceSats: 50_000 }]);
    expect(salesIn(taken(811))).toMatchObject([{ priceSats: 49_250 }]);
    // 2 % of the price beside it
    expect(salesIn(withOutput(padded, 3, pays(segwit('fees'), 1_000)))).toEqual([sale]);
  });

  test('is none if signed otherwise, underpaid, unpaid, back at the seller or at who is paid', () => {
    for (const sighash of [0, 1, 0x81, 0x82, 0x03])
      expect(salesIn(withInput(padded, 2, coin(seller, 546, sighash)))).toEqual([]);
    expect(salesIn(withOutput(padded, 2, pays(elsewhere, 546)))).toEqual([]);
    expect(salesIn(withInput(padded, 3, coin(seller, 90_000)))).toEqual([]);
    expect(salesIn(withInput(padded, 3, coin(elsewhere, 90_000)))).toEqual([]);
    for (const back of [seller, elsewhere])
      expect(salesIn(withOutput(padded, 1, pays(back, 546)))).toEqual([]);
  });

  test('is none where the paid output is a coin passed on: that is a swap', () => {
    const swap = {
      inputs: [coin(payer, 546), coin(seller, 546, 0x83), coin(buyer, 10_000, 0x83), coin(payer, 9_000)],
      outputs: [pays(buyer, 1_092), pays(seller, 10_000), pays(payer, 8_000)],
    };
    expect(salesIn(swap)).toEqual([]);
    expect(salesIn(withInput(swap, 2, coin(buyer, 10_001, 0x83)))).toHaveLength(1);
  });
});

describe('a leaf of two keys', () => {
  const market = xOnly('some market');
  const sold = (input: SeenTransaction['inputs'][number], paid = elsewhere) => ({
    inputs: [coin(payer, 600), input, coin(payer, 90_000)],
    outputs: [pays(buyer, 600 + 546), pays(paid, 50_546), pays(payer, 30_000)],
  });
  const sale = { form: 'two-of-two-leaf', tier: 'bound', priceSats: 50_000, seller, buyer };

  test('sells for the key that signed the pair, whoever the market is', () => {
    for (const by of [market, ORDNET.key])
      expect(salesIn(sold(passthrough({ seller: 'seller', market: by }, 546)))).toEqual([sale]);
    const inOrder = byLeaf(546, `20${market}ad20${xOnly('seller')}ac`, [signed(0x83), signed(1)]);
    expect(salesIn(sold(inOrder))).toEqual([sale]);
  });

  test('sells for the address of an internal key where that is paid', () => {
    const own = bip86Script(xOnly('seller'));
    expect(salesIn(sold(passthrough({ seller: 'seller', market }, 546), own))).toEqual([
      { ...sale, seller: own },
    ]);
  });

  test('of a known market has its share in the price, in a sweep of several the share of each', () => {
    const from = (name: string) => passthrough({ seller: name, market: ORDNET.key }, 546);
    const swept = {
      inputs: [coin(payer, 330), coin(payer, 330), from('seller'), from('second'), coin(payer, 900_000)],
      outputs: [
        pays(payer, 660),
        pays(buyer, 1_092),
        pays(elsewhere, 99_000 + 546),
        pays(elsewhere, 198_198 + 546),
        pays(ORDNET.feeScript, 1_000 + 2_002),
        pays(payer, 500_000),
      ],
    };
    expect(salesIn(swept).map(({ priceSats }) => priceSats)).toEqual([100_000, 200_200]);
    // the share of the buyer comes back: a rebate
    const rebated = { ...swept, outputs: [...swept.outputs, pays(buyer, 4_503)] };
    expect(salesIn(rebated).map(({ priceSats }) => priceSats)).toEqual([100_000, 200_200]);
    // a least fee instead of the rate
    const small = {
      inputs: [coin(payer, 330), from('seller'), coin(payer, 90_000)],
      outputs: [pays(buyer, 876), pays(elsewhere, 29_546), pays(ORDNET.feeScript, 1_000)],
    };
    expect(salesIn(small).map(({ priceSats }) => priceSats)).toEqual([30_000]);
    // the market is paid something else
    expect(salesIn(withOutput(swept, 4, pays(ORDNET.feeScript, 2_777)))[0]!.priceSats).toBe(99_000);
  });

  test('is none without a signature of the pair, of another leaf, version or number of signatures', () => {
    expect(salesIn(sold(passthrough({ seller: 'seller', market, pair: 0 }, 546)))).toEqual([]);
    const good = passthrough({ seller: 'seller', market }, 546);
    const [first, second, leaf, control] = good.witness as [string, string, string, string];
    const forms = (witness: string[]) => salesIn(sold({ ...good, witness })).map(({ form }) => form);
    expect(forms([first, second, leaf, control.replace(/^c0/, 'c2')])).toEqual([]);
    // whatever else it is, its seller is the coin
    expect(forms([first, second, second, leaf, control])).toEqual(['signed-pair']);
    expect(forms([first, second, `${leaf}75`, control])).toEqual(['signed-pair']);
    expect(forms([first, second, leaf, control, '50aa'])).toEqual([]);
  });

  test('is none where the seller takes the inscription back', () => {
    for (const back of [seller, bip86Script(xOnly('seller'))])
      expect(
        salesIn(withOutput(sold(passthrough({ seller: 'seller', market }, 546)), 0, pays(back, 1_146))),
      ).toEqual([]);
  });
});

describe('a 2-of-2 multisig in P2WSH', () => {
  const sold = (paid: string, sighash?: number) => ({
    inputs: [coin(payer, 600), multisig('seller', 546, sighash), coin(payer, 90_000)],
    outputs: [pays(buyer, 1_146), pays(paid, 50_546), pays(payer, 30_000)],
  });

  test('sells for the address of the key that signed the pair, where it is paid, else for the coin’s', () => {
    const sale = { form: 'two-of-two-script', tier: 'bound', priceSats: 50_000, buyer };
    for (const own of [segwit('seller'), nested('seller'), seller])
      expect(salesIn(sold(own))).toEqual([{ ...sale, seller: own }]);
    expect(salesIn(sold(elsewhere))).toEqual([{ ...sale, seller: multisig('seller', 546).script }]);
  });

  test('is none where both signed everything, or the script is another', () => {
    expect(salesIn(sold(elsewhere, 1))).toEqual([]);
    const input = multisig('seller', 546);
    const three = {
      ...input,
      witness: [...input.witness.slice(0, -1), input.witness.at(-1)!.replace(/52ae$/, '53ae')],
    };
    expect(salesIn(withInput(sold(segwit('seller')), 1, three)).map(({ form }) => form)).toEqual([
      'signed-pair',
    ]);
  });
});

describe('a collection offer', () => {
  const le = (value: number) => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
    return `08${bytesToHex(bytes)}`;
  };
  const hash = 'cd'.repeat(32);
  const lock = `a820${hash}8820${xOnly('buyer')}ac20${ORDNET.key}ba519d20${xOnly('gate')}ad20${xOnly('policy')}ac`;
  const stated = (price: number) =>
    `00630f6f72646e65742d6f666665722f7632${le(price)}${le(1_900_000_000)}22${buyer}20${hash}20${hash}68${lock}`;
  const terms = (priceSats: number) =>
    termsHex({
      priceSats,
      expiresAt: 1_900_000_000,
      receiveScript: buyer,
      eligibleRoot: hash,
      criteriaHash: hash,
    });
  const dropped = (price: number, length = terms(price).length / 2) =>
    `4c${length.toString(16)}${terms(price)}75${lock}`;
  const given = [signed(0), signed(0), signed(0), '', hash];
  const filled = (leaf: string, how = given) => ({
    inputs: [coin(seller, 900), byLeaf(100_000, leaf, how), coin(taproot('limit'), 333)],
    outputs: [
      pays(buyer, 900),
      pays(elsewhere, 95_000),
      pays(ORDNET.feeScript, 1_000),
      pays(buyer, 1_500),
      pays(taproot('limit'), 333),
    ],
  });
  const sale = { form: 'collection-offer', tier: 'stated', priceSats: 100_000, seller, buyer };

  test('that was filled is sold by who held the coin, at the price in the leaf', () => {
    expect(salesIn(filled(stated(100_000)))).toEqual([sale]);
    expect(salesIn(filled(stated(99_000)))).toEqual([{ ...sale, priceSats: 99_000 }]);
    expect(salesIn(filled(dropped(100_000)))).toEqual([sale]);
    expect(salesIn(filled(dropped(99_000)))).toEqual([{ ...sale, priceSats: 99_000 }]);
  });

  test('that was filled together with another has its own price and seller', () => {
    const two = {
      inputs: [
        coin(seller, 900),
        coin(taproot('second'), 546),
        byLeaf(100_000, stated(100_000), given),
        byLeaf(200_000, stated(200_000), given),
      ],
      outputs: [pays(buyer, 900), pays(buyer, 546), pays(elsewhere, 95_000), pays(nested('second'), 190_000)],
    };
    expect(salesIn(two)).toEqual([sale, { ...sale, priceSats: 200_000, seller: taproot('second') }]);
  });

  test('is read up to the fiftieth in a transaction', () => {
    const many = Array.from({ length: 52 }, (_, i) => taproot(`seller ${i}`));
    const fills = {
      inputs: [
        ...many.map((script) => coin(script, 546)),
        ...many.map(() => byLeaf(100_000, stated(100_000), given)),
      ],
      outputs: [...many.map(() => pays(buyer, 546)), pays(elsewhere, 5_000_000)],
    };
    expect(salesIn(fills)).toHaveLength(50);
  });

  test('is none where its leaf states more than its output holds', () => {
    expect(salesIn(filled(stated(100_001)))).toEqual([]);
    expect(salesIn(filled(dropped(100_001)))).toEqual([]);
  });
  test('is none where its buyer took the money back, or where nobody else is paid', () => {
    const back = [signed(0), signed(0), '', signed(0), hash];
    expect(salesIn(filled(stated(100_000), back))).toEqual([]);
    expect(salesIn(withOutput(filled(stated(100_000)), 1, pays(buyer, 95_000)))).toEqual([]);
  });
  test('is none for another receiver, for an own coin of the buyer, or by another leaf', () => {
    expect(salesIn(withOutput(filled(stated(100_000)), 0, pays(taproot('third'), 900)))).toEqual([]);
    expect(salesIn(withInput(filled(stated(100_000)), 0, coin(buyer, 900)))).toEqual([]);
    expect(salesIn(filled(`${stated(100_000)}75`))).toEqual([]);
    // the push swallows the lock: nobody had to show the secret
    expect(salesIn(filled(dropped(100_000, 0xf0)))).toEqual([]);
    expect(salesIn(withOutput(filled(dropped(100_000)), 0, pays(taproot('third'), 900)))).toEqual([]);
  });
});

describe('a settlement that both signed', () => {
  const offer = {
    inputs: [coin(seller, 10_000), coin(payer, 200_000)],
    outputs: [pays(buyer, 10_000), pays(seller, 109_000), pays(segwit('fees'), 2_500), pays(payer, 88_216)],
  };
  const sale = { form: 'settlement', tier: 'inferred', priceSats: 99_000, seller, buyer };

  test('sells to who pays the holder a round price and has change, with the shares of a market in it', () => {
    expect(salesIn(withOutput(offer, 2, pays(segwit('fees'), 2_222)))).toEqual([sale]);
    const odd = withOutput(
      withOutput(offer, 1, pays(seller, 10_000 + 121_770)),
      2,
      pays(segwit('fees'), 3_075),
    );
    expect(salesIn(odd)).toEqual([{ ...sale, priceSats: 123_000 }]);
  });

  test('sells where the owner signed no more than the pair of coin and inscription', () => {
    const paired = withInput(offer, 0, coin(seller, 10_000, 0x83));
    expect(salesIn(paired)).toEqual([{ ...sale, priceSats: 100_000 }]);
    for (const sighash of [0x81, 0x82, 0x03])
      expect(salesIn(withInput(offer, 0, coin(seller, 10_000, sighash)))).toEqual([]);
  });

  test('sells in the shape of the wallet of `ord`', () => {
    const made = {
      inputs: [coin(seller, 546), coin(taproot('money'), 60_000), coin(taproot('more'), 50_000)],
      outputs: [pays(buyer, 546), pays(seller, 100_546), pays(taproot('change'), 8_123)],
    };
    expect(salesIn(made)).toEqual([{ ...sale, priceSats: 100_000 }]);
    // signed otherwise, with money of another type, at an odd price, or paid as a third: a wallet's change
    expect(salesIn(withInput(made, 1, coin(taproot('money'), 60_000, 1)))).toEqual([]);
    expect(salesIn(withInput(made, 1, coin(payer, 60_000)))).toEqual([]);
    expect(salesIn(withOutput(made, 1, pays(seller, 100_547)))).toEqual([]);
    expect(salesIn(withOutput(made, 2, pays(taproot('change'), 9_000)))).toEqual([]);
    const [inscription, paid, change] = made.outputs as [
      (typeof made.outputs)[0],
      (typeof made.outputs)[0],
      (typeof made.outputs)[0],
    ];
    expect(salesIn({ ...made, outputs: [inscription, change, paid] })).toEqual([]);
  });

  test('sells wherever the payment goes where a known market has its share of it', () => {
    const known = withOutput(
      withOutput(offer, 1, pays(elsewhere, 109_000)),
      2,
      pays(ORDNET.feeScript, 1_000),
    );
    expect(salesIn(known)).toEqual([{ ...sale, priceSats: 100_000 }]);
    expect(salesIn(withOutput(known, 2, pays(ORDNET.feeScript, 1_234)))).toEqual([]);
    // not among very many
    const others = (count: number) => Array.from({ length: count }, () => pays(payer, 330));
    expect(salesIn({ ...known, outputs: [...known.outputs, ...others(16)] })).toHaveLength(1);
    expect(salesIn({ ...known, outputs: [...known.outputs, ...others(17)] })).toEqual([]);
  });

  test('sells out of a leaf of two keys that both signed in full', () => {
    const countered = withInput(
      offer,
      0,
      passthrough({ seller: 'seller', market: xOnly('some market'), pair: 0 }, 10_000),
    );
    expect(salesIn(countered)).toEqual([{ ...sale, priceSats: 100_000 }]);
    expect(salesIn(withOutput(countered, 0, pays(seller, 10_000)))).toEqual([]);
  });

  test('is none where the holder is not paid, pays too, or gets the inscription', () => {
    expect(salesIn(withOutput(offer, 1, pays(elsewhere, 109_000)))).toEqual([]);
    expect(salesIn({ ...offer, inputs: [...offer.inputs, coin(seller, 900)] })).toEqual([]);
    expect(salesIn(withOutput(offer, 0, pays(seller, 10_000)))).toEqual([]);
    expect(salesIn(withOutput(offer, 1, pays(seller, 9_000)))).toEqual([]);
  });
  test('is none where nobody else has change, or the coin does not move as a whole', () => {
    expect(salesIn(withOutput(offer, 3, pays(elsewhere, 88_216)))).toEqual([]);
    expect(salesIn(withOutput(offer, 0, pays(buyer, 9_999)))).toEqual([]);
  });
  test('is none where a coin is paid for with a coin: that is a swap', () => {
    const swap = {
      inputs: [coin(seller, 1_000), coin(buyer, 10_000), coin(payer, 9_000)],
      outputs: [pays(buyer, 1_000), pays(seller, 10_000), pays(payer, 8_000)],
    };
    expect(salesIn(swap)).toEqual([]);
    expect(salesIn(withInput(swap, 1, coin(buyer, 11_000)))).toMatchObject([{ priceSats: 9_000 }]);
  });
});
