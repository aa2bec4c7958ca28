import { signMessage } from './bip322.ts';
import type { NetworkName } from './network.ts';
import { signPsbt } from './sign-psbt.ts';
import { type KeySource, signingKey } from './signing-key.ts';
import type { Wallet } from './wallet.ts';

export interface LocalWalletOptions {
  readonly ordinals: KeySource;
  /** May be the same key and type as `ordinals`: one address for both roles. */
  readonly payment: KeySource;
  readonly network: NetworkName;
}

/**
 * A wallet with keys in this process, for bots and tests. Throws when a key is malformed or of another
 * network.
 */
export function localWallet({ ordinals, payment, network }: LocalWalletOptions): Wallet {
  const holding = signingKey(ordinals, network);
  const paying = signingKey(payment, network);
  const keys = holding.address === paying.address ? [holding] : [holding, paying];
  return {
    network,
    ordinalsAddress: holding.address,
    ordinalsPublicKey: holding.publicKey,
    paymentAddress: paying.address,
    paymentPublicKey: paying.publicKey,
    async signMessage(address, message) {
      const key = keys.find((own) => own.address === address);
      if (!key) throw new RangeError(`${address} is not an address of this wallet`);
      return signMessage(key, message);
    },
    async signPsbt(request, passthrough) {
      return signPsbt(keys, request, passthrough);
    },
  };
}
