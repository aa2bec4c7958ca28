/** Browser wallets as the `Wallet` that flows take: `connectWallet(unisat(window.unisat), network)`. */
export { connectWallet } from './connect.ts';
export { type LeatherProvider, leather } from './leather.ts';
export { type OkxProvider, okx } from './okx.ts';
export { type PhantomProvider, phantom } from './phantom.ts';
export type { Account, InputToProvide, ProviderRequest, WalletProvider } from './provider.ts';
export { type SatsConnectProvider, satsConnect } from './sats-connect.ts';
export { type SatsTokenProvider, satsTokens } from './sats-tokens.ts';
export { type InjectedSigner, type InjectedSignOptions, type UnisatProvider, unisat } from './unisat.ts';
export { WalletError, type WalletErrorCode } from './wallet-error.ts';
