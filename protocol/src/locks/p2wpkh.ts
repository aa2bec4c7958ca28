import { bytesToHex, hexToBytes } from '../bitcoin/bytes.ts';
import { hash160 } from '../bitcoin/keys.ts';
import { INPUT_BASE, type Spending } from './spending.ts';

/** A key hash in the output. Source: BIP141, BIP143. */
export interface P2wpkhLock {
  readonly type: 'p2wpkh';
  /** Of the output, hex. */
  readonly script: string;
  /** Compressed, hex. */
  readonly publicKey: string;
}

/**
 * Weight of the witness of a key hash, WU: count, 1 + 72, 1 + 33. A signature is 71 B with its sighash byte
 * when its R is low, and at most 72 B. So a wallet's input may be 1 WU lighter than this and is never
 * heavier.
 */
export const KEY_HASH_WITNESS = 108;

/** Weight of an input, WU. */
export const P2WPKH_INPUT = INPUT_BASE + KEY_HASH_WITNESS;

/** `OP_0 <20 bytes>`: the script (hex) of the output of a compressed key (hex). */
export function p2wpkhScript(publicKey: string): string {
  return `0014${bytesToHex(hash160(hexToBytes(publicKey)))}`;
}

/** `publicKey`: compressed hex. */
export function p2wpkhLock(publicKey: string): P2wpkhLock {
  return { type: 'p2wpkh', script: p2wpkhScript(publicKey), publicKey };
}

export function spendP2wpkh({ publicKey }: P2wpkhLock): Spending {
  return {
    ...spendKeyHash(publicKey),
    weight: P2WPKH_INPUT,
    scriptSig: () => new Uint8Array(),
    psbtFields: () => ({}),
    facts: () => ({}),
  };
}

/** What a bare and a nested key hash have in common. */
export function spendKeyHash(
  publicKey: string,
): Pick<Spending, 'message' | 'walletKey' | 'keyOf' | 'witness' | 'readWitness'> {
  return {
    message() {
      const keyHash = p2wpkhScript(publicKey).slice(4);
      return { rules: 'bip143', scriptCode: hexToBytes(`76a914${keyHash}88ac`) };
    },
    walletKey: () => ({}),
    keyOf: () => publicKey,
    witness: (signatureOf, signer) => [signatureOf(signer), publicKey],
    readWitness: ([signature, key]) =>
      signature && key ? { key: bytesToHex(key), signature: bytesToHex(signature) } : null,
  };
}
