import { createHash } from 'node:crypto';
import { type NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK, WIF } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';
import { Signer } from 'bip322-js';

const REGTEST: typeof NETWORK = { ...TEST_NETWORK, bech32: 'bcrt' };

export type WalletAddressType = 'p2tr' | 'p2wpkh' | 'p2sh-p2wpkh' | 'p2pkh';

/** A regtest address whose key is made of `seed`: always the same one. */
export interface TestAddress {
  readonly address: string;
  /** x-only for P2TR, else compressed; hex. */
  readonly publicKey: string;
  readonly privateKey: Uint8Array;
  /** BIP-322 simple, hex. */
  sign(message: string): string;
}

export function testAddress(seed: string, type: WalletAddressType): TestAddress {
  const privateKey = new Uint8Array(createHash('sha256').update(`test key ${seed}`).digest());
  const publicKey = type === 'p2tr' ? pubSchnorr(privateKey) : pubECDSA(privateKey);
  const address = {
    p2tr: () => p2tr(publicKey, undefined, REGTEST),
    p2wpkh: () => p2wpkh(publicKey, REGTEST),
    'p2sh-p2wpkh': () => p2sh(p2wpkh(publicKey, REGTEST), REGTEST),
    p2pkh: () => p2pkh(publicKey, REGTEST),
  }[type]().address!;
  return {
    address,
    publicKey: Buffer.from(publicKey).toString('hex'),
    privateKey,
    sign: (message) =>
      Buffer.from(
        Signer.sign(WIF(REGTEST).encode(privateKey), address, message).toString(),
        'base64',
      ).toString('hex'),
  };
}
