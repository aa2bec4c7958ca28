import { sha256 } from '@noble/hashes/sha2.js';
import { hex, utf8 } from '@scure/base';
import { Address, OutScript, p2sh, p2tr, p2wpkh, TEST_NETWORK, WIF } from '@scure/btc-signer';
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js';

/** Bitcoin regtest: testnet's versions with its own bech32 prefix. */
export const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

export type KeyType = 'p2wpkh' | 'p2sh-p2wpkh' | 'p2tr';

/** One key of the sandbox, with everything a wallet needs to use it. Regtest only: these keys are public. */
export interface SandboxKey {
  readonly address: string;
  /** Compressed hex; x-only for taproot. */
  readonly publicKey: string;
  readonly wif: string;
  readonly type: KeyType;
}

export interface SandboxWallet {
  readonly name: string;
  readonly ordinals: SandboxKey;
  readonly payment: SandboxKey;
}

export type WalletShape = KeyType | 'same';

/** The same name always gives the same wallet, so that scripts survive a restart of the sandbox. */
export function walletOf(name: string, shape: WalletShape): SandboxWallet {
  const ordinals = keyOf(`${name} ordinals`, 'p2tr');
  return { name, ordinals, payment: shape === 'same' ? ordinals : keyOf(`${name} payment`, shape) };
}

export function keyOf(name: string, type: KeyType): SandboxKey {
  const secret = secretOf(name);
  const compressed = pubECDSA(secret);
  const publicKey = type === 'p2tr' ? hex.encode(pubSchnorr(secret)) : hex.encode(compressed);
  return { address: payTo(secret, type).address!, publicKey, wif: WIF(REGTEST).encode(secret), type };
}

export function secretOf(name: string): Uint8Array {
  return sha256(utf8.decode(`ordbook sandbox: ${name}`));
}

/** How a key's coins are locked: script, and what an input needs to be signed. */
export function payTo(secret: Uint8Array, type: KeyType) {
  if (type === 'p2tr') return p2tr(pubSchnorr(secret), undefined, REGTEST);
  const witness = p2wpkh(pubECDSA(secret), REGTEST);
  return type === 'p2wpkh' ? witness : p2sh(witness, REGTEST);
}

/** The script of a regtest address; throws when it is none. */
export function scriptOf(address: string): Uint8Array {
  return OutScript.encode(Address(REGTEST).decode(address));
}
