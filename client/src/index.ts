export { UnsafeChallenge } from './account/challenge.ts';
export * from './account/sign-in.ts';
export { type CallOptions, type Client, type ClientOptions, createClient } from './api.ts';
export { WrongArgument } from './arguments.ts';
export {
  type CollectionOfferPreflight,
  type CollectionOfferTerms,
  checkCollectionOffers,
  type Target,
} from './collection-offer/check-funding-parent.ts';
export * from './collection-offer/eligible-root.ts';
export * from './collection-offer/make.ts';
export * from './counter/accept.ts';
export * from './counter/check.ts';
export * from './counter/make.ts';
export { type Goods, goodsOf, type ShownCustody } from './custody/goods.ts';
export type { ShownMembership } from './custody/membership.ts';
export * from './esplora.ts';
export type { FeeCap } from './exit/fee-cap.ts';
export * from './exit/inscription.ts';
export * from './exit/offer.ts';
export * from './exit/passthrough.ts';
export * from './exit/payment.ts';
export type { FeeCoin, InscriptionExit, InscriptionMoved } from './exit/spend-by-key-path.ts';
export * from './fill/check.ts';
export * from './fill/fill.ts';
export type { FlowOptions, Progress } from './flow/complete.ts';
export { worstInWords } from './flow/sentences.ts';
export type { AskedSignature, InscriptionMove, SpentCoin, Summary, Worst } from './flow/summary.ts';
export * from './flow/within.ts';
export * from './listing/check.ts';
export * from './listing/check-take-back.ts';
export * from './listing/delist.ts';
export * from './listing/is-revoked.ts';
export * from './listing/list.ts';
export * from './listing/take-back.ts';
export * from './offer/accept.ts';
export * from './offer/check.ts';
export * from './offer/end.ts';
export * from './offer/file.ts';
export * from './offer/make.ts';
export * from './offer/my-offers.ts';
export type { Answer, Body } from './operation.ts';
export * from './pages/book.ts';
export * from './purchase/buy.ts';
export * from './purchase/check.ts';
export { ApiError, ConnectionLost, type ErrorCode, isGone } from './responses/api-error.ts';
export * from './responses/parse.ts';
export { ResponseTimeout } from './responses/receive.ts';
export type { Wait } from './responses/repeat.ts';
export type { Sats } from './responses/sats.ts';
export { UnexpectedResponse } from './responses/unexpected-response.ts';
export { forgetSpent, type OpenSignature, openSignatures } from './safety/journal.ts';
export * from './safety/key-set.ts';
export type { SoldInscription } from './safety/locate.ts';
export type { OperatorPins, Safety, SafetyOptions } from './safety/options.ts';
export { memoryStorage, type SafetyStorage } from './safety/storage.ts';
export type { CoinSource } from './signing/coin-source.ts';
export type { FeeLimit, Limits } from './signing/limits.ts';
export type { Location } from './signing/location.ts';
export { type Coin, type Psbt, type PsbtInput, type PsbtOutput, readPsbt } from './signing/psbt.ts';
export type { BuiltStep, OwnStep } from './signing/rebuilt.ts';
export { BelowTopOffer, UnsafePsbt } from './signing/unsafe-psbt.ts';
export * from './source/coins.ts';
export { type EsploraSourceOptions, esploraSource } from './source/esplora-source.ts';
export * from './source/lent-coins.ts';
export * from './source/ord-source.ts';
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
export * from './trade/trades.ts';
export * from './wallet/local-wallet.ts';
export type { NetworkName } from './wallet/network.ts';
export type { KeySource, KeyType } from './wallet/signing-key.ts';
export * from './wallet/wallet.ts';
export * from './watch/changes.ts';
export * from './watch/events.ts';
export * from './watch/watch.ts';
