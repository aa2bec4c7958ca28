import { expect, test } from 'vitest';
import { drawTransaction, sumInWords } from '../../src/demo/drawing.ts';
import { readPsbt } from '../../src/signing/psbt.ts';
import { addressOf } from '../../src/wallet/network.ts';
import { listingPreflight } from '../honest.ts';

const { preflight, wallet } = listingPreflight(1);
const [transfer, sale] = preflight.listings[0]!.psbts.map(({ psbtBase64 }) => readPsbt(psbtBase64));
const names = new Map([
  [wallet.ordinalsAddress, 'seller'],
  [addressOf(transfer!.outputs[0]!.script, 'regtest')!, 'passthrough'],
]);

test('a transaction is drawn with a row for each index, names, sats and its fee', () => {
  expect(drawTransaction(transfer!, names, 'regtest')).toBe(
    [
      ' #  spends             sats  │  pays               sats',
      ' 0  seller           10,000  │  passthrough      10,000',
      ' 1  bcrt1pxsxq…xthp   1,000  │  bcrt1pxsxq…xthp     788',
      '    network fee 212 sats',
    ].join('\n'),
  );
});

test('half a sale says what the other half has to bring', () => {
  expect(drawTransaction(sale!, names, 'regtest')).toMatch(/99,000 sats to come from the sale$/);
});

test('a sum is written so that a reader can add it up; parts of 0 are left out', () => {
  expect(sumInWords(69_000, [[60_000], [10_000, 'postage'], [-1_000, 'fee'], [0, 'royalty']])).toBe(
    '60,000 + 10,000 postage − 1,000 fee = 69,000 sats',
  );
});

test('a sum that does not add up is an error', () => {
  expect(() => sumInWords(69_001, [[60_000], [10_000, 'postage'], [-1_000, 'fee']])).toThrow(
    '60,000 + 10,000 postage − 1,000 fee makes 69,000, not 69,001',
  );
});
