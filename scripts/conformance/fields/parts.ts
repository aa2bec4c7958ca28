/**
 * The fields of responses. `server/test/api/conformance.test.ts` compares each with the schemas of
 * the routes; `docs/conformance.md` lists them.
 *
 * A field is written `name: type`. Types: `string`, `uuid`, `datetime`, `int`, `number`, `bool`, `object`,
 * `array`, or the choices of an enum, as in `a|b`. `?` after the name: may be missing. `or null`: may be null.
 */
export interface FieldTable {
  readonly section: string;
  readonly title: string;
  /** Where it stands: operation, then names of properties; `[]` enters a list. */
  readonly at: readonly [operation: string, ...path: string[]];
  readonly fields: readonly string[];
}

export const FEES = [
  'inscriptionUtxoValueSats: int',
  'sellerMarketplaceFeeBps: int',
  'sellerMarketplaceFeeSats: int',
  'buyerMarketplaceFeeBps: int',
  'buyerMarketplaceFeeSats: int',
  'sellerCreatorRoyaltyBps: int',
  'sellerCreatorRoyaltySats: int',
  'buyerCreatorRoyaltyBps: int',
  'buyerCreatorRoyaltySats: int',
  'sellerReceiveSats: int',
  'buyerPayTotalSats: int',
  'marketplaceRevenueSats: int',
  'creatorRevenueSats: int',
];
export const PROFILE = [
  'id: string',
  'username: string or null',
  'displayName: string or null',
  'bio: string or null',
  'avatarUrl: string or null',
  'bannerUrl: string or null',
];
export const BINDING = [
  'walletBindingId: uuid',
  'label: string',
  'provider: string',
  'ordinalsAddress: string',
  'paymentAddress: string',
  'isPublic: bool',
];
export const PAGINATION = ['pageSize: int', 'hasNext: bool', 'nextCursor: string or null'];
export const COLLECTION = [
  'slug: string or null',
  'name: string or null',
  'kind: parent_child|gallery or null',
  'verificationStatus: verified|unverified or null',
];
export const LOCATION = [
  'sat: int or null',
  'locationTxid: string or null',
  'locationVout: int or null',
  'locationSatpoint: string or null',
];
export const STEP = ['stepIndex: int', 'signerAddress: string', 'inputsToSign: array', 'psbtBase64: string'];
export const UNNUMBERED = ['signerAddress: string', 'inputsToSign: array', 'psbtBase64: string'];
export const OFFER = [
  'id: uuid',
  'parentOfferId: uuid or null',
  'kind: buyer_offer|seller_counter',
  'status: active|accepted|rejected|cancelled|expired|invalidated',
  'inscriptionId: string',
  'buyerAddress: string',
  'sellerAddress: string',
  'createdAt: datetime',
  'expiresAt: datetime',
  'acceptedAt: datetime or null',
  'rejectedAt: datetime or null',
  'cancelledAt: datetime or null',
  'floorSats: int or null',
  'topOfferSats: int or null',
  'settlementTxid: string or null',
  'priceSats: int',
  ...FEES,
];
export const MY_OFFER = [
  'id: uuid',
  'kind: buyer_offer|seller_counter',
  'status: active|accepted|rejected|cancelled|expired|invalidated',
  'side: received|sent',
  'actionKind: seller_received_buyer_offer|buyer_received_counter or null',
  'buyerAddress: string',
  'sellerAddress: string',
  'priceSats: int',
  'createdAt: datetime',
  'expiresAt: datetime',
];
export const NAMED = [
  'inscriptionNumber: string',
  'inscriptionTitle: string or null',
  'collectionName: string or null',
];
export const VIEWS = [
  'actionableCount: int',
  'ownedCount: int',
  'sentCount: int',
  'hasMore: bool',
  'nextCursor: string or null',
];
export const COLLECTION_OFFER = '/collection/{slug}/collection-offers';
export const OFFERS = '/inscriptions/{id}/offers';
