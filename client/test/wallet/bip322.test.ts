import { base64, hex } from '@scure/base';
import { Verifier } from 'bip322-js';
import { expect, test } from 'vitest';
import { localWallet } from '../../src/wallet/local-wallet.ts';
import type { KeyType } from '../../src/wallet/signing-key.ts';
import { testWallet } from '../honest.ts';
import published from './vectors/bip322.json' with { type: 'json' };

for (const { type, message, privateKey, address, signatures } of published.simple) {
  test(`BIP-322: ${type} signs ${JSON.stringify(message)} as the vectors do`, async () => {
    const key = { type: type as KeyType, wif: privateKey };
    const wallet = localWallet({ ordinals: key, payment: key, network: 'mainnet' });
    expect(wallet.paymentAddress).toBe(address);
    const signature = hex.decode(await wallet.signMessage(address, message));
    expect(Verifier.verifySignature(address, message, base64.encode(signature))).toBe(true);
    // ECDSA nonces are those of RFC 6979, the same everywhere; schnorr ones carry randomness.
    if (type !== 'p2tr') expect(signatures).toContain(`smp${base64.encode(signature)}`);
  });
}

for (const type of ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const) {
  test(`a ${type} address signs messages that another implementation verifies`, async () => {
    const wallet = testWallet(type);
    const message = 'Grüße, 世界\nsecond line';
    const signature = await wallet.signMessage(wallet.paymentAddress, message);
    const verifies = (text: string) =>
      Verifier.verifySignature(wallet.paymentAddress, text, base64.encode(hex.decode(signature)));
    expect(verifies(message)).toBe(true);
    expect(verifies(`${message}.`)).toBe(false);
  });
}

test("a wallet signs no message for somebody else's address", async () => {
  const { ordinalsAddress } = testWallet('p2wpkh', 50);
  await expect(testWallet().signMessage(ordinalsAddress, 'hello')).rejects.toThrow(
    /is not an address of this wallet/,
  );
});

test('one key may serve both roles', () => {
  const key = { type: 'p2tr', secret: '07'.repeat(32) } as const;
  const { ordinalsAddress, paymentAddress } = localWallet({ ordinals: key, payment: key, network: 'signet' });
  expect(paymentAddress).toBe(ordinalsAddress);
  expect(paymentAddress).toMatch(/^tb1p/);
});

test('a key of another network is refused', () => {
  const key = { type: 'p2tr', wif: 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k' } as const;
  expect(() => localWallet({ ordinals: key, payment: key, network: 'regtest' })).toThrow();
});
