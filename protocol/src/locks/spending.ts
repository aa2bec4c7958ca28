import type { TaprootControlBlock } from '@scure/btc-signer';

/** Who signs. `operator` holds the anchor key; `market`, `gate` and `policy` sign leaves only. */
export type Party = 'seller' | 'buyer' | 'operator' | 'market' | 'gate' | 'policy';

/** A signature in a witness, and the key (hex) that it is by. */
export interface WitnessSignature {
  readonly key: string;
  /** Hex, as it goes into the witness. */
  readonly signature: string;
}

/**
 * What a signature signs: BIP143 over a script code (ECDSA), or BIP341 (schnorr), of a leaf as BIP342 extends
 * it.
 */
export type SignedMessage =
  | { readonly rules: 'bip143'; readonly scriptCode: Uint8Array }
  | { readonly rules: 'bip341'; readonly leafHash: string | null };

/**
 * What a returned PSBT may state about the input, hex. A field that is absent here must be absent from the
 * PSBT; null: any value is allowed, because only the output is known.
 */
export interface StatedFacts {
  readonly redeemScript?: string;
  readonly internalKey?: string | null;
  readonly merkleRoot?: string;
  readonly leaf?: { readonly controlBlock: string; readonly script: string };
}

/** Fields of a PSBT's input (BIP174, BIP371), as btc-signer takes them. */
export interface PsbtFields {
  readonly redeemScript?: Uint8Array;
  readonly tapInternalKey?: Uint8Array;
  readonly tapMerkleRoot?: Uint8Array;
  readonly tapLeafScript?: [ReturnType<typeof TaprootControlBlock.decode>, Uint8Array][];
}

/**
 * How one coin is spent: everything that differs between kinds of locks. One file of this folder builds it
 * for each kind.
 */
export interface Spending {
  /** The input, fully signed, WU: at least what a wallet's input weighs. */
  readonly weight: number;
  message(): SignedMessage;
  /** Known before signing, so that the txid is fixed. */
  scriptSig(): Uint8Array;
  /** The fields by which a wallet learns how to sign, as btc-signer takes them. */
  psbtFields(): PsbtFields;
  facts(): StatedFacts;
  /** The untweaked key that a wallet is asked to sign with; absent: the key of its address. */
  walletKey(party: Party): { readonly publicKey?: string; readonly disableTweakSigner?: true };
  /**
   * The key (hex) that verifies a party's signature: compressed for ECDSA, x-only for schnorr; undefined: it
   * does not sign.
   */
  keyOf(party: Party): string | undefined;
  /** Witness items, hex, first item first. `signer` signs an input that has one signature. */
  witness(signatureOf: (party: Party) => string, signer: Party): string[];
  /**
   * The signature in a final witness of one or two items; null when the lock is spent by a witness of another
   * form.
   */
  readWitness(items: readonly Uint8Array[]): WitnessSignature | null;
}

/** Weight of an input without its witness, WU: outpoint 36, script length 1, sequence 4. Source: BIP141. */
export const INPUT_BASE = 41 * 4;
