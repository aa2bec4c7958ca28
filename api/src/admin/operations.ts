import { SlugParams } from '../fields/scalars.ts';
import type { Operation, PartOf } from '../operation.ts';
import { operationOf } from '../operation-of.ts';
import { TradeStory } from '../trade/trade.ts';
import {
  AuditStarted,
  BanAnswer,
  BindingParams,
  Closed,
  CollectionsBody,
  CollectionsStored,
  CreditBody,
  Credited,
  FeatureBody,
  Featured,
  FlagsBody,
  PartnerBody,
  PartnerChangeBody,
  PartnerParams,
  ProfileBody,
  ProviderBody,
  ProviderRecorded,
  ScopeBody,
  ShownProfile,
  StoredPartner,
  SubjectBody,
  TradeIdParams,
} from './acts.ts';
import {
  ActsAnswer,
  ActsQuery,
  BansAnswer,
  BookQuery,
  CollectionsAnswer,
  DescribedCollection,
  FeesAnswer,
  PartnersAnswer,
  PausesAnswer,
  RevenueAnswer,
  RevenueQuery,
  SalesAnswer,
  SalesQuery,
  TradeParams,
  TradersAnswer,
  TradersQuery,
  TradesAnswer,
  TradesQuery,
} from './reads.ts';
import { Ban, ChangedFees, CollectionRow, Ended, FeeChangeBody, Pause, ReasonBody } from './records.ts';
import { Audit, Machine, Overview, Pools } from './state.ts';
import {
  DeadDeliveriesAnswer,
  MadeWebhook,
  RemovedWebhook,
  ResendBody,
  Resent,
  WebhookBody,
  WebhookParams,
  WebhooksAnswer,
} from './webhooks.ts';

/** The operations of the admin API, as `OPERATIONS` has those of the API. */
export const ADMIN_OPERATIONS = {
  'GET /v1/trades': operationOf({ query: TradesQuery, answer: TradesAnswer }),
  'GET /v1/listings': operationOf({ query: BookQuery, answer: TradesAnswer }),
  'GET /v1/offers': operationOf({ query: BookQuery, answer: TradesAnswer }),
  'GET /v1/trades/{id}': operationOf({ params: TradeParams, answer: TradeStory }),
  'GET /v1/revenue': operationOf({ query: RevenueQuery, answer: RevenueAnswer }),
  'GET /v1/sales': operationOf({ query: SalesQuery, answer: SalesAnswer }),
  'GET /v1/acts': operationOf({ query: ActsQuery, answer: ActsAnswer }),
  'GET /v1/pauses': operationOf({ answer: PausesAnswer }),
  'GET /v1/bans': operationOf({ answer: BansAnswer }),
  'GET /v1/fees': operationOf({ answer: FeesAnswer }),
  'GET /v1/collections': operationOf({ answer: CollectionsAnswer }),
  'GET /v1/collections/{slug}': operationOf({ params: SlugParams, answer: DescribedCollection }),
  'GET /v1/webhooks': operationOf({ answer: WebhooksAnswer }),
  'GET /v1/dead-deliveries': operationOf({ answer: DeadDeliveriesAnswer }),
  'POST /v1/webhooks': operationOf({ body: WebhookBody, answer: MadeWebhook }),
  'POST /v1/webhooks/{id}/remove': operationOf({
    params: WebhookParams,
    body: ReasonBody,
    answer: RemovedWebhook,
  }),
  'POST /v1/webhooks/{id}/resend': operationOf({ params: WebhookParams, body: ResendBody, answer: Resent }),
  'GET /v1/partners': operationOf({ answer: PartnersAnswer }),
  'GET /v1/profiles': operationOf({ query: TradersQuery, answer: TradersAnswer }),
  'GET /v1/overview': operationOf({ answer: Overview }),
  'GET /v1/machine': operationOf({ answer: Machine }),
  'GET /v1/pools': operationOf({ answer: Pools }),
  'GET /v1/audit': operationOf({ answer: Audit }),
  'POST /v1/audit': operationOf({ body: ReasonBody, answer: AuditStarted }),
  'POST /v1/pause': operationOf({ body: ScopeBody, answer: Pause }),
  'POST /v1/resume': operationOf({ body: ScopeBody, answer: Pause }),
  'POST /v1/ban': operationOf({ body: SubjectBody, answer: BanAnswer }),
  'POST /v1/unban': operationOf({ body: SubjectBody, answer: Ban }),
  'POST /v1/listings/{id}/delist': operationOf({ params: TradeIdParams, body: ReasonBody, answer: Closed }),
  'POST /v1/offers/{id}/close': operationOf({ params: TradeIdParams, body: ReasonBody, answer: Closed }),
  'POST /v1/fees': operationOf({ body: FeeChangeBody, answer: ChangedFees }),
  'POST /v1/collections': operationOf({ body: CollectionsBody, answer: CollectionsStored }),
  'POST /v1/collections/{slug}/feature': operationOf({
    params: SlugParams,
    body: FeatureBody,
    answer: Featured,
  }),
  'POST /v1/collections/{slug}/remove': operationOf({ params: SlugParams, body: ReasonBody, answer: Ended }),
  'POST /v1/collections/{slug}/flags': operationOf({
    params: SlugParams,
    body: FlagsBody,
    answer: CollectionRow,
  }),
  'POST /v1/collections/{slug}/partner': operationOf({
    params: SlugParams,
    body: CreditBody,
    answer: Credited,
  }),
  'POST /v1/partners': operationOf({ body: PartnerBody, answer: StoredPartner }),
  'POST /v1/partners/{name}': operationOf({
    params: PartnerParams,
    body: PartnerChangeBody,
    answer: StoredPartner,
  }),
  'POST /v1/profiles': operationOf({ body: ProfileBody, answer: ShownProfile }),
  'POST /v1/wallet-bindings/{id}/provider': operationOf({
    params: BindingParams,
    body: ProviderBody,
    answer: ProviderRecorded,
  }),
} satisfies Record<string, Operation>;

/** Method and path, as in `GET /v1/trades`. */
export type AdminOperation = keyof typeof ADMIN_OPERATIONS;

/** What the body or answer of an operation holds as JSON; never: it has none. */
export type AdminPart<Name extends AdminOperation, Part extends 'body' | 'answer'> = Written<
  PartOf<typeof ADMIN_OPERATIONS, Name, Part>
>;

/** `T` as the serializer writes it: a moment is text. */
type Written<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Written<T[Key]> }
      : T;
