export { UnsafeChallenge } from './account/challenge.ts';
export {
  type KeptSession,
  keptSession,
  linkWallet,
  resumeSession,
  type Session,
  type SignInOptions,
  signIn,
} from './account/sign-in.ts';
export { type CallOptions, type Client, type ClientOptions, createClient } from './api.ts';
export { WrongArgument } from './arguments.ts';
export {
  type CollectionOfferPreflight,
  type CollectionOfferTerms,
  checkCollectionOffers,
  type Target,
} from './collection-offer/check-funding-parent.ts';
export { eligibleRoot } from './collection-offer/eligible-root.ts';
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
} from './collection-offer/make.ts';
export {
  acceptCounter,
  type CounterAccepted,
  type CounterAcceptRequest,
  type PreparedCounterAcceptance,
  prepareCounterAcceptance,
  signCounterAcceptance,
  submitCounterAcceptance,
} from './counter/accept.ts';
export {
  type CounterAcceptPreflight,
  type CounterAcceptTerms,
  type CounterPreflight,
  type CounterTerms,
  checkCounter,
  checkCounterAcceptance,
} from './counter/check.ts';
export {
  type CounterMade,
  type CounterRequest,
  makeCounter,
  type PreparedCounter,
  prepareCounter,
  signCounter,
  submitCounter,
} from './counter/make.ts';
export { type Goods, goodsOf, type ShownCustody } from './custody/goods.ts';
export type { ShownMembership } from './custody/membership.ts';
export { confirmedCoins } from './esplora.ts';
export type { FeeCap } from './exit/fee-cap.ts';
export { moveInscription } from './exit/inscription.ts';
export { type OfferExit, type OfferTakenBack, takeOfferBack } from './exit/offer.ts';
export { type PassthroughExit, takePassthroughBack } from './exit/passthrough.ts';
export { movePayment, type PaymentExit, type PaymentMoved } from './exit/payment.ts';
export type { FeeCoin, InscriptionExit, InscriptionMoved } from './exit/spend-by-key-path.ts';
export { checkFill, type FillPreflight, type FillTerms } from './fill/check.ts';
export {
  type Filled,
  type FillRequest,
  fillCollectionOffer,
  type PreparedFill,
  prepareFill,
  type SignedFill,
  signFill,
  submitFill,
} from './fill/fill.ts';
export type { FlowOptions, Progress } from './flow/complete.ts';
export { worstInWords } from './flow/sentences.ts';
export type { AskedSignature, InscriptionMove, SpentCoin, Summary, Worst } from './flow/summary.ts';
export { type SessionLimits, within } from './flow/within.ts';
export {
  type CheckedBatch,
  type CheckedListing,
  checkListing,
  type ItemToList,
  type ListingPreflight,
  type ListingTerms,
} from './listing/check.ts';
export {
  type CheckedTakeBack,
  checkTakeBack,
  type TakeBackPreflight,
  type TakeBackTerms,
} from './listing/check-take-back.ts';
export { type DelistRequest, delist } from './listing/delist.ts';
export {
  isRevoked,
  type ListingRecord,
  type Revocation,
  type RevocationEvidence,
} from './listing/is-revoked.ts';
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
} from './listing/list.ts';
export {
  type ListingTakeBackRequest,
  type ListingTakenBack,
  type PreparedTakeBack,
  prepareTakeBack,
  type SignedTakeBack,
  signTakeBack,
  submitTakeBack,
  takeListingBack,
} from './listing/take-back.ts';
export {
  type AcceptRequest,
  acceptOffer,
  type OfferAccepted,
  type OfferRef,
  type PreparedAcceptance,
  prepareAcceptance,
  signAcceptance,
  submitAcceptance,
} from './offer/accept.ts';
export {
  type AcceptPreflight,
  type AcceptTerms,
  checkAcceptance,
  checkOffers,
  type OfferPreflight,
  type OfferTerms,
} from './offer/check.ts';
export { cancelOffer, rejectCounter, rejectOffer } from './offer/end.ts';
export { type OfferFile, offerFiles } from './offer/file.ts';
export {
  makeOffers,
  type OfferRequest,
  type OffersMade,
  type PreparedOffers,
  prepareOffers,
  signOffers,
  submitOffers,
} from './offer/make.ts';
export { type MyOffers, myOffers } from './offer/my-offers.ts';
export type { Answer, Body } from './operation.ts';
export {
  type CollectionInscription,
  type CollectionOffer,
  collectionOffers,
  inscriptions,
  type Listing,
  listings,
  myCollectionOffers,
  offerHistory,
  type PastOffer,
  type Sale,
  sales,
} from './pages/book.ts';
export {
  type BuyRequest,
  buy,
  type PreparedPurchase,
  type Purchased,
  preparePurchase,
  signPurchase,
  submitPurchase,
} from './purchase/buy.ts';
export {
  type CheckedPurchase,
  checkPurchase,
  type ListingToBuy,
  type PurchasePreflight,
  type PurchaseTerms,
} from './purchase/check.ts';
export { ApiError, ConnectionLost, type ErrorCode, isGone } from './responses/api-error.ts';
export { parseResponse } from './responses/parse.ts';
export { ResponseTimeout } from './responses/receive.ts';
export type { Wait } from './responses/repeat.ts';
export type { Sats } from './responses/sats.ts';
export { UnexpectedResponse } from './responses/unexpected-response.ts';
export { forgetSpent, type OpenSignature, openSignatures } from './safety/journal.ts';
export { type KeySetPins, pinsOf } from './safety/key-set.ts';
export type { SoldInscription } from './safety/locate.ts';
export type { OperatorPins, Safety, SafetyOptions } from './safety/options.ts';
export { memoryStorage, type SafetyStorage } from './safety/storage.ts';
export type { CoinSource } from './signing/coin-source.ts';
export type { FeeLimit, Limits } from './signing/limits.ts';
export type { Location } from './signing/location.ts';
export { type Coin, type Psbt, type PsbtInput, type PsbtOutput, readPsbt } from './signing/psbt.ts';
export type { BuiltStep, OwnStep } from './signing/rebuilt.ts';
export { BelowTopOffer, UnsafePsbt } from './signing/unsafe-psbt.ts';
export { type PlainCoinsOptions, spendableCoins } from './source/coins.ts';
export { type EsploraSourceOptions, esploraSource } from './source/esplora-source.ts';
export { lentCoins } from './source/lent-coins.ts';
export { type OrdSourceOptions, ordSource } from './source/ord-source.ts';
export {
  type HeaderSource,
  type InscriptionLocation,
  type InscriptionOnOutput,
  type InscriptionSource,
  type Outpoint,
  type OwnedOutput,
  type Satpoint,
  SourceError,
} from './source/source.ts';
export { type MyTrade, type MyTradesQuery, myTrades, type TradeStory, tradeStory } from './trade/trades.ts';
export { type LocalWalletOptions, localWallet } from './wallet/local-wallet.ts';
export type { NetworkName } from './wallet/network.ts';
export type { KeySource, KeyType } from './wallet/signing-key.ts';
export type { InputToSign, OwnPassthrough, SigningRequest, Wallet, WalletIdentity } from './wallet/wallet.ts';
export { type Changes, polling } from './watch/changes.ts';
export {
  type EventsOptions,
  type EventTopic,
  events,
  type MarketEvent,
  type StreamMark,
  serviceEvents,
} from './watch/events.ts';
export { type Trade, type TradeState, type WatchOptions, watch } from './watch/watch.ts';
