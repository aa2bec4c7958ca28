import type { Static, TSchema } from 'typebox';
import { SlugParams } from '../fields/scalars.ts';
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
  FeesAnswer,
  PartnersAnswer,
  PausesAnswer,
  RevenueAnswer,
  RevenueQuery,
  SalesAnswer,
  SalesQuery,
  TradeParams,
  TradesAnswer,
  TradesQuery,
} from './reads.ts';
import { Ban, CollectionRow, Ended, FeeChangeBody, Fees, Pause, ReasonBody } from './records.ts';
import { Audit, Overview, Pools } from './state.ts';

/** The operations of the admin API, as `OPERATIONS` has those of the API. */
export const ADMIN_OPERATIONS = {
  'GET /v1/trades': { query: TradesQuery, answer: TradesAnswer },
  'GET /v1/listings': { query: BookQuery, answer: TradesAnswer },
  'GET /v1/offers': { query: BookQuery, answer: TradesAnswer },
  'GET /v1/trades/{id}': { params: TradeParams, answer: TradeStory },
  'GET /v1/revenue': { query: RevenueQuery, answer: RevenueAnswer },
  'GET /v1/sales': { query: SalesQuery, answer: SalesAnswer },
  'GET /v1/acts': { query: ActsQuery, answer: ActsAnswer },
  'GET /v1/pauses': { answer: PausesAnswer },
  'GET /v1/bans': { answer: BansAnswer },
  'GET /v1/fees': { answer: FeesAnswer },
  'GET /v1/collections': { answer: CollectionsAnswer },
  'GET /v1/partners': { answer: PartnersAnswer },
  'GET /v1/overview': { answer: Overview },
  'GET /v1/pools': { answer: Pools },
  'GET /v1/audit': { answer: Audit },
  'POST /v1/audit': { body: ReasonBody, answer: AuditStarted },
  'POST /v1/pause': { body: ScopeBody, answer: Pause },
  'POST /v1/resume': { body: ScopeBody, answer: Pause },
  'POST /v1/ban': { body: SubjectBody, answer: BanAnswer },
  'POST /v1/unban': { body: SubjectBody, answer: Ban },
  'POST /v1/listings/{id}/delist': { params: TradeIdParams, body: ReasonBody, answer: Closed },
  'POST /v1/offers/{id}/close': { params: TradeIdParams, body: ReasonBody, answer: Closed },
  'POST /v1/fees': { body: FeeChangeBody, answer: Fees },
  'POST /v1/collections': { body: CollectionsBody, answer: CollectionsStored },
  'POST /v1/collections/{slug}/feature': { params: SlugParams, body: FeatureBody, answer: Featured },
  'POST /v1/collections/{slug}/remove': { params: SlugParams, body: ReasonBody, answer: Ended },
  'POST /v1/collections/{slug}/flags': { params: SlugParams, body: FlagsBody, answer: CollectionRow },
  'POST /v1/collections/{slug}/partner': { params: SlugParams, body: CreditBody, answer: Credited },
  'POST /v1/partners': { body: PartnerBody, answer: StoredPartner },
  'POST /v1/partners/{name}': { params: PartnerParams, body: PartnerChangeBody, answer: StoredPartner },
  'POST /v1/profiles': { body: ProfileBody, answer: ShownProfile },
  'POST /v1/wallet-bindings/{id}/provider': {
    params: BindingParams,
    body: ProviderBody,
    answer: ProviderRecorded,
  },
} as const;

/** Method and path, as in `GET /v1/trades`. */
export type AdminOperation = keyof typeof ADMIN_OPERATIONS;

/** What the body or answer of an operation holds as JSON; never: it has none. */
export type AdminPart<Name extends AdminOperation, Part extends 'body' | 'answer'> =
  (typeof ADMIN_OPERATIONS)[Name] extends Readonly<Record<Part, infer Schema extends TSchema>>
    ? Written<Static<Schema>>
    : never;

/** `T` as the serializer writes it: a moment is text. */
type Written<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Written<T[Key]> }
      : T;
