import type { NetworkName } from './network.ts';

/** Who signs which inputs of a PSBT, and how: one element of `inputsToSign` in the API. */
export interface InputToSign {
  readonly address: string;
  /** x-only or compressed hex; sign with this key. */
  readonly publicKey?: string;
  /** True: with the key as it is, which is how a taproot leaf is signed. */
  readonly disableTweakSigner?: boolean;
  readonly signingIndexes: readonly number[];
  /** 0 DEFAULT, 1 ALL, 129 ALL|ANYONECANPAY, 131 SINGLE|ANYONECANPAY. Not given: the default of the input's type. */
  readonly sigHash?: number;
}

export interface SigningRequest {
  readonly psbtBase64: string;
  readonly inputsToSign: readonly InputToSign[];
}

/**
 * A passthrough of ours that its owner asks to leave by the key path. It is an argument of its own, never a part of what a service
 * returns: by the key path a seller alone disposes of a listed inscription.
 */
export interface OwnPassthrough {
  readonly txid: string;
  readonly vout: number;
  /** Hex of the merkle root that its output commits to. */
  readonly merkleRoot: string;
}

/** What the flows ask of a wallet. A browser wallet is one behind a few lines. */
export interface Wallet {
  readonly network: NetworkName;
  readonly ordinalsAddress: string;
  /** x-only or compressed hex. */
  readonly ordinalsPublicKey: string;
  readonly paymentAddress: string;
  /** x-only or compressed hex. */
  readonly paymentPublicKey: string;
  /** BIP-322 "simple" signature of `message` by one of the two addresses: the witness as hex. */
  signMessage(address: string, message: string): Promise<string>;
  /**
   * The PSBT with the signatures that `inputsToSign` names, and no other. An input that spends `passthrough` may be signed by the key
   * path, DEFAULT only. Throws `UnsafePsbt` for what should not be signed.
   */
  signPsbt(request: SigningRequest, passthrough?: OwnPassthrough): Promise<string>;
}
