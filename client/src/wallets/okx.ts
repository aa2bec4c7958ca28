/**
 * OKX Wallet. Source: web3.okx.com, "Connect wallet: Bitcoin, injected provider", as of 2025 (extension 3):
 * `connect` returns the account with its compressed key; messages and PSBTs as UniSat's.
 */
import type { WalletProvider } from './provider.ts';
import { type InjectedSigner, injected } from './unisat.ts';

/** `window.okxwallet.bitcoin`. */
export interface OkxProvider extends InjectedSigner {
  /** Asks the user for an address. */
  connect(): Promise<{
    readonly address: string;
    readonly publicKey: string;
    readonly compressedPublicKey?: string;
  }>;
}

/** OKX: one account, which must be of type taproot, has both roles. */
export function okx(provider: OkxProvider): WalletProvider {
  return {
    name: 'OKX Wallet',
    ...injected(provider),
    async accounts() {
      const { address, publicKey, compressedPublicKey } = await provider.connect();
      const account = { address, publicKey: compressedPublicKey ?? publicKey };
      return { ordinals: account, payment: account };
    },
  };
}
