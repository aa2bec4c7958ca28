/**
 * Xverse, and other wallets with the request interface of sats-connect. Source: the types of
 * `@sats-connect/core` 0.16.0: `getAddresses`, `signMessage` and `signPsbt` by JSON-RPC, and
 * `signMultipleTransactions`, which takes an unsecured JSON web token.
 */
import { base64urlnopad, utf8 } from '@scure/base';
import type { NetworkName } from '../wallet/network.ts';
import type { Account, ProviderRequest, WalletProvider } from './provider.ts';
import { WalletError } from './wallet-error.ts';

type Response =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** `window.XverseProviders.BitcoinProvider`, or what `getProviderById` returns. */
export interface SatsConnectProvider {
  request(method: string, params: object): Promise<unknown>;
  /** Asks for signatures of several PSBTs at once. */
  signMultipleTransactions?(token: string): Promise<unknown>;
}

/** Names of networks in tokens. */
const NETWORKS: Readonly<Record<NetworkName, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  signet: 'Signet',
  regtest: 'Regtest',
};

/** Xverse and wallets like it: an ordinals and a payment address. `name`: for error sentences. */
export function satsConnect(
  provider: SatsConnectProvider,
  { network, name = 'Xverse' }: { readonly network: NetworkName; readonly name?: string },
): WalletProvider {
  const call = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const response = (await provider.request(method, params)) as Response;
    if ('error' in response) throw response.error;
    return response.result as Record<string, unknown>;
  };
  return {
    name,
    async accounts() {
      const { addresses } = await call('getAddresses', {
        purposes: ['ordinals', 'payment'],
        message: 'Sign in to trade inscriptions',
      });
      const of = (purpose: string) => accountIn(name, addresses, purpose);
      return { ordinals: of('ordinals'), payment: of('payment') };
    },
    async signMessage({ address }, message) {
      const { signature } = await call('signMessage', { address, message, protocol: 'BIP322' });
      return String(signature);
    },
    async signPsbt({ psbtBase64, inputs }) {
      const signInputs: Record<string, number[]> = {};
      for (const { address, index } of inputs) signInputs[address] = [...(signInputs[address] ?? []), index];
      const { psbt } = await call('signPsbt', { psbt: psbtBase64, signInputs, broadcast: false });
      return String(psbt);
    },
    ...batchOf(provider, network),
  };
}

/** Several in one prompt, where the provider can. */
export function batchOf(
  provider: Pick<SatsConnectProvider, 'signMultipleTransactions'>,
  network: NetworkName,
): Pick<WalletProvider, 'signPsbts'> {
  const batch = provider.signMultipleTransactions?.bind(provider);
  if (!batch) return {};
  return {
    async signPsbts(requests) {
      const message = `Sign ${requests.length} transactions`;
      const asked = unsecuredToken(network, { message, psbts: requests.map(tokenEntry) });
      const signed = (await batch(asked)) as { psbtBase64: string }[];
      return signed.map(({ psbtBase64 }) => psbtBase64);
    },
  };
}

export function accountIn(name: string, addresses: unknown, purpose: string): Account {
  const found = (Array.isArray(addresses) ? addresses : []).find((one) => one?.purpose === purpose);
  if (!found) throw new WalletError('account', `${name} has no ${purpose} address`);
  return { address: String(found.address), publicKey: String(found.publicKey) };
}

export function tokenEntry({ psbtBase64, inputs }: ProviderRequest) {
  const inputsToSign = inputs.map(({ address, index, sigHash }) => ({
    address,
    signingIndexes: [index],
    sigHash,
  }));
  return { psbtBase64, inputsToSign };
}

/** A payload of sats-connect, as an unsecured JSON web token. */
export function unsecuredToken(network: NetworkName, payload: object): string {
  const part = (value: object) => base64urlnopad.encode(utf8.decode(JSON.stringify(value)));
  return `${part({ typ: 'JWT', alg: 'none' })}.${part({ network: { type: NETWORKS[network] }, ...payload })}.`;
}
