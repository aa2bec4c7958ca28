import { requireFields, WrongArgument } from '../arguments.ts';
import { signMessage } from './bip322.ts';
import type { NetworkName } from './network.ts';
import { signPsbt } from './sign-psbt.ts';
import { type KeySource, type SigningKey, signingKey } from './signing-key.ts';
import type { Wallet } from './wallet.ts';

/** Keys in this process, and their network. */
export interface LocalWalletOptions {
  /** Key of the ordinals address. */
  readonly ordinals: KeySource;
  /** May be the same key and type as `ordinals`: one address for both roles. */
  readonly payment: KeySource;
  readonly network: NetworkName;
}

/**
 * A wallet with keys in this process, for bots and tests. Throws `WrongArgument` when a key is malformed or
 * of another network.
 */
export function localWallet(options: LocalWalletOptions): Wallet {
  requireFields(options, ['network']);
  const { ordinals, payment, network } = options;
  const holding = keyOf('ordinals', ordinals, network);
  const paying = keyOf('payment', payment, network);
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

/** The message never shows the key, nor does it pass on what a decoder says of it. */
function keyOf(option: 'ordinals' | 'payment', source: KeySource, network: NetworkName): SigningKey {
  try {
    return signingKey(source, network);
  } catch {
    throw new WrongArgument(
      option,
      `is no key of ${network}: its wif must be of that network, or its secret 32 bytes in hex`,
    );
  }
}
