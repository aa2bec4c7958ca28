import type { NetworkName } from './network.ts';

/** Which inputs of a PSBT an address signs, and how: one element of `inputsToSign` in the API. */
export interface InputToSign {
  readonly address: string;
  /** x-only or compressed hex; sign with this key. */
  readonly publicKey?: string;
  /** True: sign with the untweaked key, as for a taproot leaf. */
  readonly disableTweakSigner?: boolean;
  readonly signingIndexes: readonly number[];
  /** 0 DEFAULT, 1 ALL, 129 ALL|ANYONECANPAY, 131 SINGLE|ANYONECANPAY. Default: that of the input's type. */
  readonly sigHash?: number;
}

/** A PSBT, and the inputs that the wallet signs. */
export interface SigningRequest {
  readonly psbtBase64: string;
  readonly inputsToSign: readonly InputToSign[];
}

/**
 * A passthrough of ours to spend by key path. It is a separate argument and never comes from the service,
 * because by key path the seller alone controls a listed inscription.
 */
export interface OwnPassthrough {
  readonly txid: string;
  readonly vout: number;
  /** Merkle root that its output commits to, hex. */
  readonly merkleRoot: string;
}

/** What the flows need from a wallet. A browser wallet needs only a small adapter. */
export interface Wallet {
  readonly network: NetworkName;
  readonly ordinalsAddress: string;
  /** x-only or compressed hex. */
  readonly ordinalsPublicKey: string;
  readonly paymentAddress: string;
  /** x-only or compressed hex. */
  readonly paymentPublicKey: string;
  /** The BIP-322 "simple" signature of `message` by one of the two addresses: the witness, hex. */
  signMessage(address: string, message: string): Promise<string>;
  /**
   * The PSBT with exactly the signatures in `inputsToSign`. An input that spends `passthrough` may be signed
   * by key path, DEFAULT only. Throws `UnsafePsbt` for anything that is not safe to sign.
   */
  signPsbt(request: SigningRequest, passthrough?: OwnPassthrough): Promise<string>;
  /** As `signPsbt`, for several PSBTs in one prompt, in their order. Absent: each has its own prompt. */
  signPsbts?(requests: readonly SigningRequest[]): Promise<readonly string[]>;
  /** Coins of the payment address (`txid:vout`) that the wallet knows to hold no inscription and no rune. */
  plainCoins?(): Promise<readonly string[]>;
}

/** The addresses and public keys of a wallet. */
export type WalletIdentity = Omit<Wallet, 'signMessage' | 'signPsbt' | 'signPsbts'>;
