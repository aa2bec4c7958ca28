import { Me } from './account/profile.ts';
import { ChallengeAnswer, ChallengeBody, VerifyAnswer, VerifyBody } from './account/sign-in.ts';
import { FloorsAnswer, FloorsQuery } from './catalogue/floor.ts';
import { CollectionItemsAnswer, CollectionItemsQuery } from './catalogue/item.ts';
import {
  CollectionOfferCancelAnswer,
  CollectionOfferCancelBody,
  CollectionOfferPreflightAnswer,
  CollectionOfferPreflightBody,
  CollectionOfferSubmitAnswer,
  CollectionOfferSubmitBody,
  CollectionOffersAnswer,
  FillPreflightAnswer,
  FillPreflightBody,
  FillSubmitAnswer,
  FillSubmitBody,
  ReplacementWarningAnswer,
  ReplacementWarningBody,
  SlugOfferParams,
  TargetPreviewAnswer,
  TargetPreviewBody,
} from './collection-offer/collection-offer.ts';
import {
  CounterAcceptPreflightAnswer,
  CounterAcceptPreflightBody,
  CounterAcceptSubmitBody,
  CounterPreflightAnswer,
  CounterPreflightBody,
  CounterSubmitAnswer,
  CounterSubmitBody,
} from './counter/counter.ts';
import { SlugParams } from './fields/scalars.ts';
import {
  DelistAnswer,
  DelistBody,
  ListingPreflightAnswer,
  ListingPreflightBody,
  ListingSubmitAnswer,
  ListingSubmitBody,
  TakeBackParams,
  TakeBackPreflightAnswer,
  TakeBackPreflightBody,
  TakeBackSubmitAnswer,
  TakeBackSubmitBody,
} from './listing/flows.ts';
import { ListingsAnswer, ListingsQuery } from './listing/listing.ts';
import {
  AcceptPreflightAnswer,
  AcceptPreflightBody,
  AcceptSubmitAnswer,
  AcceptSubmitBody,
  OfferActionAnswer,
  OfferActionBody,
  OfferPreflightAnswer,
  OfferPreflightBody,
  OfferSubmitAnswer,
  OfferSubmitBody,
} from './offer/flows.ts';
import { MyOffersAnswer, MyOffersQuery } from './offer/my-offers.ts';
import {
  InscriptionParams,
  OfferHistoryAnswer,
  OfferHistoryQuery,
  OfferParams,
  OffersAnswer,
} from './offer/offer.ts';
import type { Operation } from './operation.ts';
import { operationOf } from './operation-of.ts';
import {
  PurchasePreflightAnswer,
  PurchasePreflightBody,
  PurchaseSubmitAnswer,
  PurchaseSubmitBody,
} from './purchase/purchase.ts';
import { SalesAnswer, SalesQuery } from './sale/sale.ts';

/**
 * The operations of the API by method and path: the schemas of the path's parameters, of the query, of the
 * body and of the answer with status 200. The routes of the service have the same objects.
 */
export const OPERATIONS = {
  'POST /auth/challenge': operationOf({ body: ChallengeBody, answer: ChallengeAnswer }),
  'POST /auth/verify': operationOf({ body: VerifyBody, answer: VerifyAnswer }),
  'GET /me': operationOf({ answer: Me }),
  'GET /listings': operationOf({ query: ListingsQuery, answer: ListingsAnswer }),
  'GET /sales': operationOf({ query: SalesQuery, answer: SalesAnswer }),
  'GET /collection-stats/floors': operationOf({ query: FloorsQuery, answer: FloorsAnswer }),
  'GET /collection/{slug}/inscriptions': operationOf({
    params: SlugParams,
    query: CollectionItemsQuery,
    answer: CollectionItemsAnswer,
  }),
  'POST /collection/{slug}/listings/preflight': operationOf({
    params: SlugParams,
    body: ListingPreflightBody,
    answer: ListingPreflightAnswer,
  }),
  'POST /collection/{slug}/listings/submit': operationOf({
    params: SlugParams,
    body: ListingSubmitBody,
    answer: ListingSubmitAnswer,
  }),
  'POST /collection/{slug}/listings/delist': operationOf({
    params: SlugParams,
    body: DelistBody,
    answer: DelistAnswer,
  }),
  'POST /collection/{slug}/listings/{listingId}/take-back/preflight': operationOf({
    params: TakeBackParams,
    body: TakeBackPreflightBody,
    answer: TakeBackPreflightAnswer,
  }),
  'POST /collection/{slug}/listings/{listingId}/take-back/submit': operationOf({
    params: TakeBackParams,
    body: TakeBackSubmitBody,
    answer: TakeBackSubmitAnswer,
  }),
  'POST /collection/{slug}/purchases/preflight': operationOf({
    params: SlugParams,
    body: PurchasePreflightBody,
    answer: PurchasePreflightAnswer,
  }),
  'POST /collection/{slug}/purchases/submit': operationOf({
    params: SlugParams,
    body: PurchaseSubmitBody,
    answer: PurchaseSubmitAnswer,
  }),
  'POST /collection/{slug}/offers/preflight': operationOf({
    params: SlugParams,
    body: OfferPreflightBody,
    answer: OfferPreflightAnswer,
  }),
  'POST /collection/{slug}/offers/submit': operationOf({
    params: SlugParams,
    body: OfferSubmitBody,
    answer: OfferSubmitAnswer,
  }),
  'GET /inscriptions/{id}/offers': operationOf({ params: InscriptionParams, answer: OffersAnswer }),
  'GET /inscriptions/{id}/offers/history': operationOf({
    params: InscriptionParams,
    query: OfferHistoryQuery,
    answer: OfferHistoryAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/cancel': operationOf({
    params: OfferParams,
    body: OfferActionBody,
    answer: OfferActionAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/reject': operationOf({
    params: OfferParams,
    body: OfferActionBody,
    answer: OfferActionAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/accept/preflight': operationOf({
    params: OfferParams,
    body: AcceptPreflightBody,
    answer: AcceptPreflightAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/accept/submit': operationOf({
    params: OfferParams,
    body: AcceptSubmitBody,
    answer: AcceptSubmitAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/counter/preflight': operationOf({
    params: OfferParams,
    body: CounterPreflightBody,
    answer: CounterPreflightAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/counter/submit': operationOf({
    params: OfferParams,
    body: CounterSubmitBody,
    answer: CounterSubmitAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/counter/reject': operationOf({
    params: OfferParams,
    body: OfferActionBody,
    answer: OfferActionAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/counter/accept/preflight': operationOf({
    params: OfferParams,
    body: CounterAcceptPreflightBody,
    answer: CounterAcceptPreflightAnswer,
  }),
  'POST /inscriptions/{id}/offers/{offerId}/counter/accept/submit': operationOf({
    params: OfferParams,
    body: CounterAcceptSubmitBody,
    answer: AcceptSubmitAnswer,
  }),
  'GET /me/offers': operationOf({ query: MyOffersQuery, answer: MyOffersAnswer }),
  'GET /collection/{slug}/collection-offers': operationOf({
    params: SlugParams,
    answer: CollectionOffersAnswer,
  }),
  'GET /collection/{slug}/my/sent-collection-offers': operationOf({
    params: SlugParams,
    answer: CollectionOffersAnswer,
  }),
  'POST /collection/{slug}/collection-offers/target-preview': operationOf({
    params: SlugParams,
    body: TargetPreviewBody,
    answer: TargetPreviewAnswer,
  }),
  'POST /collection/{slug}/collection-offers/replacement-warning': operationOf({
    params: SlugParams,
    body: ReplacementWarningBody,
    answer: ReplacementWarningAnswer,
  }),
  'POST /collection/{slug}/collection-offers/preflight': operationOf({
    params: SlugParams,
    body: CollectionOfferPreflightBody,
    answer: CollectionOfferPreflightAnswer,
  }),
  'POST /collection/{slug}/collection-offers/submit': operationOf({
    params: SlugParams,
    body: CollectionOfferSubmitBody,
    answer: CollectionOfferSubmitAnswer,
  }),
  'POST /collection/{slug}/collection-offers/{offerId}/cancel': operationOf({
    params: SlugOfferParams,
    body: CollectionOfferCancelBody,
    answer: CollectionOfferCancelAnswer,
  }),
  'POST /collection/{slug}/collection-offers/{offerId}/fill/preflight': operationOf({
    params: SlugOfferParams,
    body: FillPreflightBody,
    answer: FillPreflightAnswer,
  }),
  'POST /collection/{slug}/collection-offers/{offerId}/fill/submit': operationOf({
    params: SlugOfferParams,
    body: FillSubmitBody,
    answer: FillSubmitAnswer,
  }),
} satisfies Record<string, Operation>;
