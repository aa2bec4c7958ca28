import type { Payer } from '../layout/terms.ts';
import { bytesToHex, concatBytes, hexToBytes } from './bytes.ts';
import { bip86Script, p2shP2wpkhScript, p2wpkhScript, pushOf } from './keys.ts';
import { outputKey } from './taproot.ts';

/** A signing party. `operator` holds the anchor key; `market`, `gate` and `policy` sign leaves only. */
export type Party = 'seller' | 'buyer' | 'operator' | 'market' | 'gate' | 'policy';

/** What a coin requires of its spender. Scripts and keys are hex; `script` is the output's script. */
export type Lock = KeyHashLock | TaprootLock | LeafLock;

export interface KeyHashLock {
  readonly type: 'p2wpkh' | 'p2sh-p2wpkh';
  readonly script: string;
  /** Compressed. */
  readonly publicKey: string;
}

/** Key path of a taproot output, without leaves (BIP86) or with one. */
export interface TaprootLock {
  readonly type: 'p2tr';
  readonly script: string;
  /** null: only the output is known, e.g. because its owner has not sent a key yet. */
  readonly internalKey: string | null;
  readonly outputKey: string;
  /** Merkle root of the leaves; absent when there are none. */
  readonly merkleRoot?: string;
}

/** Script path of a taproot output: the leaf that is spent, and the proof that it belongs to the output. */
export interface LeafLock {
  readonly type: 'leaf';
  readonly script: string;
  readonly leaf: string;
  readonly leafHash: string;
  readonly controlBlock: string;
  /** The x-only key of each party that signs the leaf. */
  readonly keys: { readonly [party in Party]?: string };
  /**
   * Parties in the order of their signatures in the witness; `afterSignatures`, leaf and control block
   * follow.
   */
  readonly signatureOrder: readonly Party[];
  /** Witness items between the signatures and the leaf, hex; '' is the empty item. */
  readonly afterSignatures?: readonly string[];
}

export function p2wpkhLock(publicKey: string): KeyHashLock {
  return { type: 'p2wpkh', script: p2wpkhScript(publicKey), publicKey };
}

/** `internalKey`: x-only hex, a point. */
export function taprootLock(internalKey: string): TaprootLock {
  const script = bip86Script(internalKey);
  return { type: 'p2tr', script, internalKey, outputKey: script.slice(4) };
}

/** The lock of the operator's anchors and coins. */
export function operatorLock(keys: { readonly anchor: string }): TaprootLock {
  return taprootLock(keys.anchor);
}

/**
 * The lock of a taproot output of which only the script (hex) is known. Enough for everyone but its owner.
 */
export function taprootOutputLock(script: string): TaprootLock {
  return { type: 'p2tr', script, internalKey: null, outputKey: script.slice(4) };
}

/** The lock of every coin on the payer's address. */
export function payerLock(payer: Payer): KeyHashLock | TaprootLock {
  if (payer.type === 'p2tr') return taprootLock(payer.publicKey);
  if (payer.type === 'p2wpkh') return p2wpkhLock(payer.publicKey);
  return { type: payer.type, script: p2shP2wpkhScript(payer.publicKey), publicKey: payer.publicKey };
}

/**
 * The lock of the only leaf of an output. `internalKey`: x-only hex; `leaf`: hex; the rest as in `LeafLock`.
 */
export function leafLock(
  internalKey: string,
  leaf: string,
  leafHash: Uint8Array,
  keys: LeafLock['keys'],
  signatureOrder: readonly Party[],
): LeafLock {
  const output = outputKey(hexToBytes(internalKey), leafHash);
  return {
    type: 'leaf',
    script: `5120${bytesToHex(output.key)}`,
    leaf,
    leafHash: bytesToHex(leafHash),
    controlBlock: bytesToHex(concatBytes(Uint8Array.of(0xc0 | output.parity), hexToBytes(internalKey))),
    keys,
    signatureOrder,
  };
}

/**
 * The scriptSig of a coin, known before signing, so that the txid is fixed. Empty unless the lock is
 * P2SH-P2WPKH.
 */
export function scriptSigOf(lock: Lock): Uint8Array {
  return lock.type === 'p2sh-p2wpkh' ? pushOf(redeemScriptOf(lock)) : new Uint8Array();
}

/** The witness program inside a P2SH-P2WPKH output. */
export function redeemScriptOf(lock: KeyHashLock): Uint8Array {
  return hexToBytes(p2wpkhScript(lock.publicKey));
}

/** The key that verifies a party's signature on the lock: compressed for ECDSA, x-only for schnorr. */
export function signingKey(lock: Lock, party: Party): string | undefined {
  if (lock.type === 'leaf') return lock.keys[party];
  return lock.type === 'p2tr' ? lock.outputKey : lock.publicKey;
}
