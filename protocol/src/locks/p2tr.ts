import { bytesToHex, hexToBytes } from '../bitcoin/bytes.ts';
import { bip86Script } from '../bitcoin/keys.ts';
import { INPUT_BASE, type Spending } from './spending.ts';

/** Key path of a taproot output, without leaves (BIP86) or beside one. Source: BIP341. */
export interface P2trLock {
  readonly type: 'p2tr';
  /** Of the output, hex. */
  readonly script: string;
  /** X-only hex; null: only the output is known, as of an owner who has not been asked yet. */
  readonly internalKey: string | null;
  /** X-only hex. */
  readonly outputKey: string;
  /** Of the leaves beside the key path, hex; absent: there are none. */
  readonly merkleRoot?: string;
}

/**
 * Weight of an input, WU; witness: count, 1 + 64 (sighash DEFAULT). Anchors and every other operator coin are
 * of this kind.
 */
export const P2TR_INPUT = INPUT_BASE + 66;

/** `internalKey`: x-only hex, a point. */
export function p2trLock(internalKey: string): P2trLock {
  const script = bip86Script(internalKey);
  return { type: 'p2tr', script, internalKey, outputKey: script.slice(4) };
}

/** The lock of a taproot output of which only the script (hex) is known: good for everybody but its owner. */
export function p2trOutputLock(script: string): P2trLock {
  return { type: 'p2tr', script, internalKey: null, outputKey: script.slice(4) };
}

/** The lock of the operator's anchors and coins. */
export function operatorLock(
  operator: { readonly anchor: string } | { readonly operatorScript: string },
): P2trLock {
  return 'anchor' in operator ? p2trLock(operator.anchor) : p2trOutputLock(operator.operatorScript);
}

export function spendP2tr({ internalKey, outputKey, merkleRoot }: P2trLock): Spending {
  return {
    weight: P2TR_INPUT,
    message: () => ({ rules: 'bip341', leafHash: null }),
    scriptSig: () => new Uint8Array(),
    psbtFields() {
      if (internalKey === null) return {};
      const root = merkleRoot === undefined ? {} : { tapMerkleRoot: hexToBytes(merkleRoot) };
      return { tapInternalKey: hexToBytes(internalKey), ...root };
    },
    facts: () => ({ internalKey, ...(merkleRoot === undefined ? {} : { merkleRoot }) }),
    walletKey: () => (merkleRoot === undefined ? {} : { publicKey: internalKey! }),
    keyOf: () => outputKey,
    witness: (signatureOf, signer) => [signatureOf(signer)],
    readWitness: ([signature, key]) =>
      signature && !key ? { key: outputKey, signature: bytesToHex(signature) } : null,
  };
}
