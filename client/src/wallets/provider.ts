import type { InputToSign } from '../wallet/wallet.ts';

/** An address of a browser wallet with its public key, as the wallet states it. */
export interface Account {
  readonly address: string;
  /** x-only or compressed hex. */
  readonly publicKey: string;
}

/** One PSBT for a provider: it signs exactly these inputs, and finalises none. */
export interface ProviderRequest {
  /** Padded base64. It holds the sighash types, the redeem scripts, and the leaf or the internal key. */
  readonly psbtBase64: string;
  /** The PSBT, hex. */
  readonly psbtHex: string;
  readonly inputs: readonly InputToProvide[];
}

/** One input of a `ProviderRequest`. */
export interface InputToProvide extends Omit<InputToSign, 'signingIndexes' | 'sigHash'> {
  readonly index: number;
  /** Always stated: 0 DEFAULT, 1 ALL, 129 ALL|ANYONECANPAY, 131 SINGLE|ANYONECANPAY. */
  readonly sigHash: number;
}

/**
 * What every adapter makes of its wallet, and what to implement for another wallet. Whatever a method throws
 * becomes a `WalletError`. Nothing that it returns is trusted: `connectWallet` verifies it.
 */
export interface WalletProvider {
  /** For error sentences. */
  readonly name: string;
  /** Asks the user to connect. One account for both roles: return it twice. */
  accounts(): Promise<{ readonly ordinals: Account; readonly payment: Account }>;
  /** A BIP-322 simple signature by the address, in hex or base64, with or without the prefix `smp`. */
  signMessage(account: Account, message: string): Promise<string>;
  /** The PSBT with its signatures, partial or final, in hex or base64. */
  signPsbt(request: ProviderRequest): Promise<string>;
  /** As `signPsbt`, for several in one prompt. Absent: the wallet cannot. */
  signPsbts?(requests: readonly ProviderRequest[]): Promise<readonly string[]>;
  /** The coins (`txid:vout`) that pay and hold no inscription and no rune. Absent: the wallet cannot say. */
  plainCoins?(): Promise<readonly string[]>;
}
