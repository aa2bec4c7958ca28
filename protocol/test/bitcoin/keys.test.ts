import { p2tr } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { hexToBytes } from '../../src/bitcoin/bytes.ts';
import {
  addressOf,
  anchorAddress,
  describeAddress,
  networkParams,
  ordinalsAddressOf,
  scriptOf,
  xOnlyKey,
} from '../../src/bitcoin/keys.ts';
import { KEYS, paymentAddress, publicKey, xOnly } from '../parties.ts';

const regtest = networkParams('regtest');

describe('keys', () => {
  test('an x-only and a compressed key give the same x-only key', () => {
    expect(xOnlyKey(publicKey('a'))).toBe(xOnly('a'));
    expect(xOnlyKey(xOnly('a'))).toBe(xOnly('a'));
  });

  test.each([
    ['no point', 'f'.repeat(64)],
    ['uncompressed', `04${'11'.repeat(64)}`],
    ['uppercase', xOnly('a').toUpperCase()],
    ['too short', '02'],
  ])('a key that is %s is refused, named', (_, key) => {
    expect(() => xOnlyKey(key)).toThrow(expect.objectContaining({ code: 'bad_public_key' }));
    expect(() => xOnlyKey(key)).toThrow(key);
  });

  test('the ordinals address is that of BIP86', () => {
    // Source: BIP86, test vectors, account 0, first receiving address.
    const key = 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115';
    expect(ordinalsAddressOf(key, 'mainnet')).toBe(
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    );
    expect(ordinalsAddressOf(publicKey('a'), 'regtest')).toBe(
      p2tr(hexToBytes(xOnly('a')), undefined, regtest).address,
    );
  });
});

describe('addresses', () => {
  test('an address and its script give each other back, on its network only', () => {
    for (const type of ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const) {
      const address = paymentAddress('a', type);
      expect(addressOf(scriptOf(address, 'regtest'), 'regtest')).toBe(address);
      expect(() => describeAddress(address, 'mainnet')).toThrow(
        expect.objectContaining({ code: 'bad_address' }),
      );
    }
    expect(addressOf('6a0100', 'regtest')).toBeNull();
  });

  test('testnet and signet share their addresses', () => {
    const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    expect(describeAddress(address, 'testnet')).toEqual(describeAddress(address, 'signet'));
    expect(describeAddress(address, 'signet').type).toBe('p2wpkh');
  });

  test('the anchor address is the BIP86 address of the anchor key', () => {
    expect(anchorAddress(KEYS, 'regtest')).toBe(p2tr(hexToBytes(KEYS.anchor), undefined, regtest).address);
  });
});
