/**
 * Magic Eden and Orange, which have the first interface of sats-connect: every call takes an unsecured JSON
 * web token. Source: the types of `@orangecrypto/orange-connect` 1.2.4, and `@sats-connect/core` 0.16.0
 * (`connect`, `signMessage`, `signTransaction`, `signMultipleTransactions`).
 */
import type { NetworkName } from '../wallet/network.ts';
import type { WalletProvider } from './provider.ts';
import { accountIn, batchOf, tokenEntry, unsecuredToken } from './sats-connect.ts';

/** `window.magicEden.bitcoin`, and Orange's `window.OrangeBitcoinProvider`. */
export interface SatsTokenProvider {
  /** Asks for addresses and their keys. */
  connect(token: string): Promise<unknown>;
  signMessage(token: string): Promise<unknown>;
  /** Signs inputs of a PSBT. */
  signTransaction(token: string): Promise<unknown>;
  /** The same for several PSBTs; absent: the wallet is asked once for each. */
  signMultipleTransactions?(token: string): Promise<unknown>;
}

/** An ordinals and a payment address. `name`: for error sentences. */
export function satsTokens(
  provider: SatsTokenProvider,
  { network, name }: { readonly network: NetworkName; readonly name: string },
): WalletProvider {
  return {
    name,
    async accounts() {
      const asked = { purposes: ['ordinals', 'payment'], message: 'Sign in to trade inscriptions' };
      const { addresses } = (await provider.connect(unsecuredToken(network, asked))) as {
        addresses: unknown;
      };
      const of = (purpose: string) => accountIn(name, addresses, purpose);
      return { ordinals: of('ordinals'), payment: of('payment') };
    },
    signMessage: async ({ address }, message) =>
      String(await provider.signMessage(unsecuredToken(network, { address, message, protocol: 'BIP322' }))),
    async signPsbt(request) {
      const asked = { message: 'Sign a transaction', broadcast: false, ...tokenEntry(request) };
      const signed = await provider.signTransaction(unsecuredToken(network, asked));
      return String((signed as { psbtBase64: unknown }).psbtBase64);
    },
    ...batchOf(provider, network),
  };
}
