export { type Answer, ApiError, type Body, type Client, type ClientOptions, createClient } from './api.ts';
export {
  type CounterAcceptPreflight,
  type CounterAcceptTerms,
  type CounterPreflight,
  type CounterTerms,
  checkCounter,
  checkCounterAcceptance,
} from './checks/counter.ts';
export { eligibleRoot } from './checks/eligible-root.ts';
export type { FeeLimit } from './checks/fee-limit.ts';
export { checkFill, type FillPreflight, type FillTerms } from './checks/fill.ts';
export {
  type CollectionOfferPreflight,
  type CollectionOfferTerms,
  checkCollectionOffers,
} from './checks/funding-parent.ts';
export {
  type CheckedListing,
  checkListing,
  type ItemToList,
  type ListingPreflight,
  type ListingTerms,
} from './checks/listing.ts';
export type { Location } from './checks/location.ts';
export {
  type AcceptPreflight,
  type AcceptTerms,
  checkAcceptance,
  checkOffers,
  type OfferPreflight,
  type OfferTerms,
} from './checks/offer.ts';
export { type OfferOutputTerms, offerOutput, type Target } from './checks/offer-output.ts';
export {
  checkPurchase,
  type ListingToBuy,
  type PurchasePreflight,
  type PurchaseTerms,
} from './checks/purchase.ts';
export {
  type CheckedTakeBack,
  checkTakeBack,
  type TakeBackPreflight,
  type TakeBackTerms,
} from './checks/take-back.ts';
export { confirmedCoins } from './esplora.ts';
export { moveInscription } from './exit/inscription.ts';
export { type OfferExit, type OfferTakenBack, takeOfferBack } from './exit/offer.ts';
export { type PassthroughExit, takePassthroughBack } from './exit/passthrough.ts';
export type { FeeCoin, InscriptionExit, InscriptionMoved } from './exit/spend-by-key-path.ts';
export {
  acceptCounter,
  type CounterAccepted,
  type CounterAcceptRequest,
  type PreparedCounterAcceptance,
  prepareCounterAcceptance,
  signCounterAcceptance,
  submitCounterAcceptance,
} from './flows/accept-counter.ts';
export {
  type AcceptRequest,
  acceptOffer,
  type OfferAccepted,
  type OfferRef,
  type PreparedAcceptance,
  prepareAcceptance,
  signAcceptance,
  submitAcceptance,
} from './flows/accept-offer.ts';
export {
  type BuyRequest,
  buy,
  type PreparedPurchase,
  type Purchased,
  preparePurchase,
  signPurchase,
  submitPurchase,
} from './flows/buy.ts';
export type { CoinSource } from './flows/coin-source.ts';
export {
  type CollectionOfferRequest,
  type CollectionOffersMade,
  cancelCollectionOffer,
  makeCollectionOffers,
  type PreparedCollectionOffers,
  prepareCollectionOffers,
  previewTarget,
  type SignedCollectionOffers,
  signCollectionOffers,
  submitCollectionOffers,
} from './flows/collection-offer.ts';
export {
  type CounterMade,
  type CounterRequest,
  makeCounter,
  type PreparedCounter,
  prepareCounter,
  signCounter,
  submitCounter,
} from './flows/counter.ts';
export { type DelistRequest, delist } from './flows/delist.ts';
export { cancelOffer, rejectCounter, rejectOffer } from './flows/end-offer.ts';
export {
  type Filled,
  type FillRequest,
  fillCollectionOffer,
  type PreparedFill,
  prepareFill,
  type SignedFill,
  signFill,
  submitFill,
} from './flows/fill-collection-offer.ts';
export {
  type Listed,
  type ListedForSale,
  type ListingRequest,
  listInscriptions,
  type PreparedListing,
  prepareListing,
  type SignedListing,
  signListing,
  submitListing,
} from './flows/list-inscriptions.ts';
export {
  makeOffers,
  type OfferRequest,
  type OffersMade,
  type PreparedOffers,
  prepareOffers,
  signOffers,
  submitOffers,
} from './flows/make-offers.ts';
export { type MyOffers, myOffers } from './flows/my-offers.ts';
export { type Session, signIn } from './flows/sign-in.ts';
export {
  type ListingTakeBackRequest,
  type ListingTakenBack,
  type PreparedTakeBack,
  prepareTakeBack,
  type SignedTakeBack,
  signTakeBack,
  submitTakeBack,
  takeListingBack,
} from './flows/take-back.ts';
export { isRevoked, type ListingRecord, type Revocation, type RevocationEvidence } from './is-revoked.ts';
export { type Coin, type Psbt, type PsbtInput, type PsbtOutput, readPsbt } from './psbt.ts';
export { UnsafePsbt } from './unsafe-psbt.ts';
export { type LocalWalletOptions, localWallet } from './wallet/local-wallet.ts';
export type { NetworkName } from './wallet/network.ts';
export type { KeySource, KeyType } from './wallet/signing-key.ts';
export type { InputToSign, OwnPassthrough, SigningRequest, Wallet } from './wallet/wallet.ts';
