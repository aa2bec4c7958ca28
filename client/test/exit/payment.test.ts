import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import { STANDARD_FLAGS } from '../../../devnode/src/script/flags.ts';
import { verifyTransaction } from '../../../devnode/src/script/verify.ts';
import { parseTransaction } from '../../../devnode/src/transaction/parse.ts';
import { weightOf } from '../../../devnode/src/transaction/txid.ts';
import { movePayment, type PaymentExit } from '../../src/exit/payment.ts';
import { signingKey } from '../../src/wallet/signing-key.ts';
import { STRANGER, secretOf, txid } from '../honest.ts';

const coins = [
  { txid: txid(0x50), vout: 3, valueSats: 60_000 },
  { txid: txid(0x51), vout: 0, valueSats: 40_000 },
];
const exit: PaymentExit = {
  coins,
  type: 'p2wpkh',
  secret: hex.decode(secretOf(1)),
  toAddress: STRANGER.address!,
  network: 'regtest',
  feeRate: 3,
};

test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)('coins of a %s address move to one output', (type) => {
  const { transaction, paidSats, feeSats } = movePayment({ ...exit, type });
  const tx = parseTransaction(hex.decode(transaction));
  const { script } = signingKey({ type, secret: secretOf(1) }, 'regtest');
  const spent = coins.map(({ valueSats }) => ({ valueSats, script }));
  expect(verifyTransaction(tx, spent, STANDARD_FLAGS)).toBeNull();
  expect(tx.inputs).toMatchObject(
    coins.map((coin) => ({ txid: coin.txid, vout: coin.vout, sequence: 0xfffffffd })),
  );
  expect(tx.outputs).toEqual([{ valueSats: paidSats, script: STRANGER.script }]);
  expect(paidSats + feeSats).toBe(100_000);
  const vsize = weightOf(tx) / 4;
  expect(feeSats).toBeGreaterThanOrEqual(3 * vsize - 3);
  expect(feeSats).toBeLessThanOrEqual(3 * (vsize + 3));
});

test.each<[string, Partial<PaymentExit>, RegExp]>([
  ['no coin', { coins: [] }, /^coins is an empty list; it must be/],
  [
    'more coins than a transaction should spend',
    { coins: Array(201).fill(coins[0]) },
    /^coins are 201; use 1 to 200$/,
  ],
  ['a coin given twice', { coins: [coins[0]!, coins[1]!, coins[0]!] }, /^coins have \w{64}:3 twice$/],
  [
    'a fee above a quarter',
    { feeRate: 200 },
    /^the fee of 37900 sats is 37\.9 % of the 100000 sats .* limit is 25 %/,
  ],
  [
    'a fee above the limit in sats',
    { maxFeeSats: 500 },
    /^the fee of 569 sats is above the limit of 500 sats/,
  ],
  [
    'a rest that is dust',
    { coins: [{ ...coins[0]!, valueSats: 600 }], maxFeeShare: 1 },
    /^\d+ sats are dust at bcrt1\w+, which needs at least 330; use a lower fee rate, or more coins$/,
  ],
])('%s is refused', (_, change, sentence) => {
  expect(() => movePayment({ ...exit, ...change })).toThrow(sentence);
});
