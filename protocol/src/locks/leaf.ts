import { TaprootControlBlock } from '@scure/btc-signer';
import { bytesToHex, concatBytes, hexToBytes } from '../bitcoin/bytes.ts';
import { outputKey, TAPSCRIPT } from '../bitcoin/taproot.ts';
import { INPUT_BASE, type Party, type Spending } from './spending.ts';

/**
 * Script path of a taproot output: the leaf that is spent, and the proof that it belongs to the output.
 * Source: BIP341, BIP342.
 */
export interface LeafLock {
  readonly type: 'leaf';
  /** Of the output, hex. */
  readonly script: string;
  readonly leaf: string;
  readonly leafHash: string;
  readonly controlBlock: string;
  /** The x-only key with which each party signs the leaf. */
  readonly keys: { readonly [party in Party]?: string };
  /**
   * The signatures of the witness, first item first. `afterSignatures`, the leaf and its control block
   * follow.
   */
  readonly signatureOrder: readonly Party[];
  /** Witness items that are no signatures of the order above, hex; '' is the empty item. */
  readonly afterSignatures?: readonly string[];
}

/**
 * The lock of a leaf beside an internal key, in an output with that one leaf.
 * `internalKey` x-only hex; `leaf` hex; the rest as in `LeafLock`.
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

/** Weight of an input, WU, whose witness has items of these many bytes, none above 65,535. */
export function leafInputWeight(items: readonly number[]): number {
  return INPUT_BASE + items.reduce((total, length) => total + (length < 253 ? 1 : 3) + length, 1);
}

export function spendLeaf(lock: LeafLock): Spending {
  const { keys, signatureOrder, afterSignatures = [], leaf, leafHash, controlBlock } = lock;
  const others = [...afterSignatures, leaf, controlBlock];
  const script = () => concatBytes(hexToBytes(leaf), Uint8Array.of(TAPSCRIPT));
  return {
    // Sellers sign leaves with a sighash byte, the others DEFAULT.
    weight: leafInputWeight([
      ...signatureOrder.map((party) => (party === 'seller' ? 65 : 64)),
      ...others.map((item) => item.length / 2),
    ]),
    message: () => ({ rules: 'bip341', leafHash }),
    scriptSig: () => new Uint8Array(),
    psbtFields() {
      // Never the internal key or the merkle root: with them, wallets also sign the key path.
      const control = TaprootControlBlock.decode(hexToBytes(controlBlock));
      return { tapLeafScript: [[control, script()]] };
    },
    facts: () => ({
      internalKey: controlBlock.slice(2, 66),
      merkleRoot: leafHash,
      leaf: { controlBlock, script: bytesToHex(script()) },
    }),
    walletKey: (party) => ({ publicKey: keys[party]!, disableTweakSigner: true }),
    keyOf: (party) => keys[party],
    witness: (signatureOf) => [...signatureOrder.map(signatureOf), ...others],
    readWitness: () => null,
  };
}
