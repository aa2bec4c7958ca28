/**
 * Leather. Source: the types of `@leather-wallet/rpc` 1.0.4, and leather.io, "Developers": `getAddresses`,
 * `signMessage` with a payment type, `signPsbt` with hex, `signAtIndex` and `allowedSighash`. It rejects with
 * the JSON-RPC error response; 4001 is the user's no.
 */
import type { NetworkName } from '../wallet/network.ts';
import type { Account, WalletProvider } from './provider.ts';
import { WalletError } from './wallet-error.ts';

/** `window.LeatherProvider`. */
export interface LeatherProvider {
  request(method: string, params?: object): Promise<unknown>;
}

/** Leather calls a regtest chain `devnet`. */
const NETWORKS: Readonly<Record<NetworkName, string>> = {
  mainnet: 'mainnet',
  testnet: 'testnet',
  signet: 'signet',
  regtest: 'devnet',
};

/** Leather: inscriptions at its taproot address, payments from its native segwit address. */
export function leather(
  provider: LeatherProvider,
  { network }: { readonly network: NetworkName },
): WalletProvider {
  const call = async (method: string, params?: object): Promise<Record<string, unknown>> => {
    const { result } = (await provider.request(method, params)) as { result: Record<string, unknown> };
    return result;
  };
  const types = new Map<string, string>();
  return {
    name: 'Leather',
    async accounts() {
      const { addresses } = await call('getAddresses');
      const of = (type: string): Account => {
        const found = (Array.isArray(addresses) ? addresses : []).find((one) => one?.type === type);
        if (!found) throw new WalletError('account', `Leather has no ${type} address`);
        types.set(String(found.address), type);
        return { address: String(found.address), publicKey: String(found.publicKey) };
      };
      return { ordinals: of('p2tr'), payment: of('p2wpkh') };
    },
    async signMessage({ address }, message) {
      const paymentType = types.get(address);
      const asked = { type: 'bip322', message, paymentType, network: NETWORKS[network] };
      const { signature } = await call('signMessage', asked);
      return String(signature);
    },
    async signPsbt({ psbtHex, inputs }) {
      const { hex } = await call('signPsbt', {
        hex: psbtHex,
        signAtIndex: inputs.map(({ index }) => index),
        allowedSighash: [...new Set(inputs.map(({ sigHash }) => sigHash))],
        broadcast: false,
        network: NETWORKS[network],
      });
      return String(hex);
    },
  };
}
