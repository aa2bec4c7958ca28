import { expect, test } from 'vitest';
import { paymentAddress } from '../../../protocol/test/parties.ts';
import { payableAddresses } from '../../src/composition/payout-addresses.ts';

const [creator, partner, donation] = ['creator', 'partner', 'donation'].map((who) =>
  paymentAddress(who, 'p2wpkh'),
) as [string, string, string];
const payable = (PAYOUT_ADDRESSES: string, more: { NETWORK?: 'mainnet'; DONATION_ADDRESS?: string } = {}) =>
  payableAddresses({ NETWORK: 'regtest', DONATION_ADDRESS: '', PAYOUT_ADDRESSES, ...more });

test('a signer pays the listed addresses and the donation initiative', () => {
  expect(payable(`${creator}, ${partner}`)).toEqual([creator, partner]);
  expect(payable(creator, { DONATION_ADDRESS: donation })).toEqual([creator, donation]);
});

test('"none" is nobody else, on every network', () => {
  expect(payable('none')).toEqual([]);
  expect(payable('none', { NETWORK: 'mainnet' })).toEqual([]);
  expect(payable('none', { DONATION_ADDRESS: donation })).toEqual([donation]);
});

test('an operator who has not said pays anybody on a test network, and nobody on mainnet: the signer does not start', () => {
  expect(payable('')).toBeUndefined();
  expect(() => payable('', { NETWORK: 'mainnet' })).toThrow('PAYOUT_ADDRESSES is not set; on mainnet');
});
