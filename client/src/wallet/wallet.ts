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
   * The PSBT with the signatures that `inputsToSign` names, and no other. Throws `UnsafePsbt` for what should not be signed.
   */
  signPsbt(request: SigningRequest): Promise<string>;
}
