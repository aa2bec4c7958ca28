import { describe, expect, test } from 'vitest';
import { addressOf, scriptOf } from '../../src/bitcoin/keys.ts';
import { PAYMENT_TYPE_NAMES, payerLock, payerOf, paymentTypeOf } from '../../src/locks/payer.ts';
import { paymentAddress, publicKey, xOnly } from '../parties.ts';

describe('payers', () => {
  test.each(PAYMENT_TYPE_NAMES)('a %s address pays with coins of that lock', (type) => {
    const address = paymentAddress('a', type);
    expect(paymentTypeOf(address, 'regtest')).toBe(type);
    expect(payerLock(payerOf(address, publicKey('a'), 'regtest')).script).toBe(scriptOf(address, 'regtest'));
  });

  test.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)(
    'a %s payer may send its key in either form',
    (type) => {
      const address = paymentAddress('a', type);
      const canonical = type === 'p2tr' ? xOnly('a') : publicKey('a');
      for (const sent of [publicKey('a'), xOnly('a')]) {
        expect(payerOf(address, sent, 'regtest')).toEqual({ address, type, publicKey: canonical });
      }
      expect(() => payerOf(address, publicKey('b'), 'regtest')).toThrow(
        expect.objectContaining({ code: 'bad_public_key' }),
      );
    },
  );

  test('a P2SH address is paid from as P2SH-P2WPKH only', () => {
    const multisig = addressOf(`a914${'11'.repeat(20)}87`, 'regtest')!;
    expect(() => payerOf(multisig, publicKey('a'), 'regtest')).toThrow(
      expect.objectContaining({ code: 'bad_public_key' }),
    );
  });

  test('P2PKH and P2WSH addresses cannot pay', () => {
    for (const address of [
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
    ]) {
      expect(() => payerOf(address, publicKey('a'), 'regtest')).toThrow(
        expect.objectContaining({ code: 'bad_address' }),
      );
    }
  });
});
