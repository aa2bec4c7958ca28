/**
 * Phantom. Source: docs.phantom.com, "Bitcoin: provider API reference", as of 2025: accounts with a purpose;
 * messages and PSBTs are bytes.
 */
import { base64, utf8 } from '@scure/base';
import type { WalletProvider } from './provider.ts';
import { accountIn, tokenEntry } from './sats-connect.ts';

/** `window.phantom.bitcoin`. */
export interface PhantomProvider {
  /** Asks for the wallet's addresses and their keys. */
  requestAccounts(): Promise<unknown>;
  signMessage(address: string, message: Uint8Array): Promise<{ readonly signature: Uint8Array }>;
  /** Signs the named inputs; the same PSBT with the signatures. */
  signPSBT(
    psbt: Uint8Array,
    options: {
      readonly inputsToSign: readonly {
        readonly address: string;
        readonly signingIndexes: readonly number[];
        readonly sigHash?: number;
      }[];
    },
  ): Promise<Uint8Array>;
}

/** Phantom: an ordinals and a payment address. */
export function phantom(provider: PhantomProvider): WalletProvider {
  return {
    name: 'Phantom',
    async accounts() {
      const accounts = await provider.requestAccounts();
      const of = (purpose: string) => accountIn('Phantom', accounts, purpose);
      return { ordinals: of('ordinals'), payment: of('payment') };
    },
    async signMessage({ address }, message) {
      const { signature } = await provider.signMessage(address, utf8.decode(message));
      return base64.encode(signature);
    },
    async signPsbt(request) {
      const { inputsToSign } = tokenEntry(request);
      return base64.encode(await provider.signPSBT(base64.decode(request.psbtBase64), { inputsToSign }));
    },
  };
}
