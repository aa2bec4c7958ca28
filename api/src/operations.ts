import type { Static, TSchema } from 'typebox';
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
  'POST /auth/challenge': { body: ChallengeBody, answer: ChallengeAnswer },
  'POST /auth/verify': { body: VerifyBody, answer: VerifyAnswer },
  'GET /me': { answer: Me },
  'GET /listings': { query: ListingsQuery, answer: ListingsAnswer },
  'GET /sales': { query: SalesQuery, answer: SalesAnswer },
  'GET /collection-stats/floors': { query: FloorsQuery, answer: FloorsAnswer },
  'GET /collection/{slug}/inscriptions': {
    params: SlugParams,
    query: CollectionItemsQuery,
    answer: CollectionItemsAnswer,
  },
  'POST /collection/{slug}/listings/preflight': {
    params: SlugParams,
    body: ListingPreflightBody,
    answer: ListingPreflightAnswer,
  },
  'POST /collection/{slug}/listings/submit': {
    params: SlugParams,
    body: ListingSubmitBody,
    answer: ListingSubmitAnswer,
  },
  'POST /collection/{slug}/listings/delist': { params: SlugParams, body: DelistBody, answer: DelistAnswer },
  'POST /collection/{slug}/listings/{listingId}/take-back/preflight': {
    params: TakeBackParams,
    body: TakeBackPreflightBody,
    answer: TakeBackPreflightAnswer,
  },
  'POST /collection/{slug}/listings/{listingId}/take-back/submit': {
    params: TakeBackParams,
    body: TakeBackSubmitBody,
    answer: TakeBackSubmitAnswer,
  },
  'POST /collection/{slug}/purchases/preflight': {
    params: SlugParams,
    body: PurchasePreflightBody,
    answer: PurchasePreflightAnswer,
  },
  'POST /collection/{slug}/purchases/submit': {
    params: SlugParams,
    body: PurchaseSubmitBody,
    answer: PurchaseSubmitAnswer,
  },
  'POST /collection/{slug}/offers/preflight': {
    params: SlugParams,
    body: OfferPreflightBody,
    answer: OfferPreflightAnswer,
  },
  'POST /collection/{slug}/offers/submit': {
    params: SlugParams,
    body: OfferSubmitBody,
    answer: OfferSubmitAnswer,
  },
  'GET /inscriptions/{id}/offers': { params: InscriptionParams, answer: OffersAnswer },
  'GET /inscriptions/{id}/offers/history': {
    params: InscriptionParams,
    query: OfferHistoryQuery,
    answer: OfferHistoryAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/cancel': {
    params: OfferParams,
    body: OfferActionBody,
    answer: OfferActionAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/reject': {
    params: OfferParams,
    body: OfferActionBody,
    answer: OfferActionAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/accept/preflight': {
    params: OfferParams,
    body: AcceptPreflightBody,
    answer: AcceptPreflightAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/accept/submit': {
    params: OfferParams,
    body: AcceptSubmitBody,
    answer: AcceptSubmitAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/counter/preflight': {
    params: OfferParams,
    body: CounterPreflightBody,
    answer: CounterPreflightAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/counter/submit': {
    params: OfferParams,
    body: CounterSubmitBody,
    answer: CounterSubmitAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/counter/reject': {
    params: OfferParams,
    body: OfferActionBody,
    answer: OfferActionAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/counter/accept/preflight': {
    params: OfferParams,
    body: CounterAcceptPreflightBody,
    answer: CounterAcceptPreflightAnswer,
  },
  'POST /inscriptions/{id}/offers/{offerId}/counter/accept/submit': {
    params: OfferParams,
    body: CounterAcceptSubmitBody,
    answer: AcceptSubmitAnswer,
  },
  'GET /me/offers': { query: MyOffersQuery, answer: MyOffersAnswer },
  'GET /collection/{slug}/collection-offers': { params: SlugParams, answer: CollectionOffersAnswer },
  'GET /collection/{slug}/my/sent-collection-offers': { params: SlugParams, answer: CollectionOffersAnswer },
  'POST /collection/{slug}/collection-offers/target-preview': {
    params: SlugParams,
    body: TargetPreviewBody,
    answer: TargetPreviewAnswer,
  },
  'POST /collection/{slug}/collection-offers/replacement-warning': {
    params: SlugParams,
    body: ReplacementWarningBody,
    answer: ReplacementWarningAnswer,
  },
  'POST /collection/{slug}/collection-offers/preflight': {
    params: SlugParams,
    body: CollectionOfferPreflightBody,
    answer: CollectionOfferPreflightAnswer,
  },
  'POST /collection/{slug}/collection-offers/submit': {
    params: SlugParams,
    body: CollectionOfferSubmitBody,
    answer: CollectionOfferSubmitAnswer,
  },
  'POST /collection/{slug}/collection-offers/{offerId}/cancel': {
    params: SlugOfferParams,
    body: CollectionOfferCancelBody,
    answer: CollectionOfferCancelAnswer,
  },
  'POST /collection/{slug}/collection-offers/{offerId}/fill/preflight': {
    params: SlugOfferParams,
    body: FillPreflightBody,
    answer: FillPreflightAnswer,
  },
  'POST /collection/{slug}/collection-offers/{offerId}/fill/submit': {
    params: SlugOfferParams,
    body: FillSubmitBody,
    answer: FillSubmitAnswer,
  },
} as const;

/** Method and path, as in `POST /collection/{slug}/purchases/preflight`. */
export type OperationName = keyof typeof OPERATIONS;

/** What the path, query, body or answer of an operation holds; never: it has none. */
export type PartOf<Name extends OperationName, Part extends 'params' | 'query' | 'body' | 'answer'> =
  (typeof OPERATIONS)[Name] extends Readonly<Record<Part, infer Schema extends TSchema>>
    ? Static<Schema>
    : never;
