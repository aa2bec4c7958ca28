import { expect, test } from 'vitest';
import { settlementLayout } from '../../src/offer/offer.ts';
import { psbtOfferFile } from '../../src/offer/psbt-offer.ts';
import { offerTerms } from '../offer-tables.ts';
import { NETWORK, payer } from '../parties.ts';

test('a file is made of an offer whose every payment is signed', () => {
  const table = settlementLayout(offerTerms, NETWORK);
  expect(() => psbtOfferFile(table, [])).toThrow('input 1 of the offer is not signed');
});

test('no file is made of an offer that a P2SH address pays, which ord does not take', () => {
  const table = settlementLayout({ ...offerTerms, payer: payer('buyer', 'p2sh-p2wpkh') }, NETWORK);
  expect(() => psbtOfferFile(table, [{ inputIndex: 1, signature: '00' }])).toThrow('ord takes no offer');
});
