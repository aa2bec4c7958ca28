import { sha256 } from '@noble/hashes/sha2.js';
import { hashToHex } from './hash-hex.ts';
import { serializeTransaction } from './serialize.ts';
import { hasWitness, type Transaction } from './transaction.ts';

interface Identity {
  readonly txid: string;
  readonly wtxid: string;
  readonly strippedBytes: number;
  readonly totalBytes: number;
}

const identities = new WeakMap<Transaction, Identity>();

function identityOf(tx: Transaction): Identity {
  const known = identities.get(tx);
  if (known) return known;
  const stripped = serializeTransaction(tx, { witness: false });
  const full = hasWitness(tx) ? serializeTransaction(tx) : stripped;
  const txid = hashToHex(sha256(sha256(stripped)));
  const wtxid = full === stripped ? txid : hashToHex(sha256(sha256(full)));
  const identity = { txid, wtxid, strippedBytes: stripped.length, totalBytes: full.length };
  identities.set(tx, identity);
  return identity;
}

/** The txid, display hex. Computed once per object. */
export function txidOf(tx: Transaction): string {
  return identityOf(tx).txid;
}

/** The wtxid (BIP141), display hex; the txid when there is no witness. Computed once per object. */
export function wtxidOf(tx: Transaction): string {
  return identityOf(tx).wtxid;
}

/** Serialised size with witnesses, in bytes. */
export function totalBytesOf(tx: Transaction): number {
  return identityOf(tx).totalBytes;
}

/** Serialised size without witnesses, in bytes. */
export function strippedBytesOf(tx: Transaction): number {
  return identityOf(tx).strippedBytes;
}

/** Weight in WU (BIP141): three times the stripped size plus the total size. */
export function weightOf(tx: Transaction): number {
  const { strippedBytes, totalBytes } = identityOf(tx);
  return 3 * strippedBytes + totalBytes;
}

/** Virtual size in vB: weight / 4, rounded up. The mempool's sigop adjustment is not part of it. */
export function vsizeOf(tx: Transaction): number {
  return Math.ceil(weightOf(tx) / 4);
}
