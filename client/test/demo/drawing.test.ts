import { expect, test } from 'vitest';
import { drawTransaction } from '../../src/demo/drawing.ts';
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
