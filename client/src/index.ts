export { type Answer, ApiError, type Body, type Client, type ClientOptions, createClient } from './api.ts';
export type { FeeLimit } from './checks/fee-limit.ts';
export {
  type CheckedListing,
  checkListing,
  type ItemToList,
  type ListingPreflight,
  type ListingTerms,
} from './checks/listing.ts';
export {
  checkPurchase,
  type ListingToBuy,
  type PurchasePreflight,
  type PurchaseTerms,
} from './checks/purchase.ts';
export { confirmedCoins } from './esplora.ts';
export {
  type BuyRequest,
  buy,
  type CoinSource,
  type PreparedPurchase,
  type Purchased,
  preparePurchase,
  signPurchase,
  submitPurchase,
} from './flows/buy.ts';
export { type DelistRequest, delist } from './flows/delist.ts';
export {
  type Listed,
  type ListingRequest,
  listInscriptions,
  type PreparedListing,
  prepareListing,
  signListing,
  submitListing,
} from './flows/list-inscriptions.ts';
export { type Session, signIn } from './flows/sign-in.ts';
export { type Coin, type Psbt, type PsbtInput, type PsbtOutput, readPsbt } from './psbt.ts';
export { UnsafePsbt } from './unsafe-psbt.ts';
export { type LocalWalletOptions, localWallet } from './wallet/local-wallet.ts';
export type { NetworkName } from './wallet/network.ts';
export type { KeySource, KeyType } from './wallet/signing-key.ts';
export type { InputToSign, SigningRequest, Wallet } from './wallet/wallet.ts';
