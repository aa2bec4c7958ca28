import { hex } from '@scure/base';
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer';

/** A network of Bitcoin. `testnet` is the same for testnet3 and testnet4. */
export type NetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest';

export const PARAMS: Readonly<Record<NetworkName, typeof NETWORK>> = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
};

/** Version bytes and prefixes of a network, as btc-signer takes them. */
export function networkParams(network: NetworkName): typeof NETWORK {
  return PARAMS[network];
}

/** The output script that pays `address`. Throws when it is not an address of `network`. */
export function scriptOf(address: string, network: NetworkName): Uint8Array {
  return OutScript.encode(Address(networkParams(network)).decode(address));
}

/** The output scripts of a wallet's two addresses, hex. */
export function ownScripts(wallet: {
  readonly ordinalsAddress: string;
  readonly paymentAddress: string;
  readonly network: NetworkName;
}): string[] {
  const { ordinalsAddress, paymentAddress, network } = wallet;
  return [ordinalsAddress, paymentAddress].map((address) => hex.encode(scriptOf(address, network)));
}

/** The address of an output script, or null when it has none. */
export function addressOf(script: Uint8Array, network: NetworkName): string | null {
  try {
    return Address(networkParams(network)).encode(OutScript.decode(script));
  } catch {
    return null;
  }
}
