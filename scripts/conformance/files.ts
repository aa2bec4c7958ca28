/** Files with tests, by a short name for the tables. */
const API = 'server/test/api';
const TRADING = 'server/test/trading';
export const FILES = {
  bounds: `${API}/bounds.test.ts`,
  auth: `${API}/account/auth-routes.test.ts`,
  linking: `${API}/account/linking.test.ts`,
  floors: `${API}/catalogue/floor-routes.test.ts`,
  listings: `${API}/listing/routes.test.ts`,
  listingFlow: `${API}/listing/collection-routes.test.ts`,
  purchaseOptions: `${API}/purchase/options.test.ts`,
  offers: `${API}/offer/routes.test.ts`,
  collectionOffers: `${API}/collection-offer/routes.test.ts`,
  errors: `${API}/edge/machine-readable-errors.test.ts`,
  narrowing: `${API}/edge/errors.test.ts`,
  validation: `${API}/edge/validation.test.ts`,
  server: `${API}/server.test.ts`,
  statuses: `${API}/statuses.test.ts`,
  document: `${API}/openapi-examples.test.ts`,
  list: `${TRADING}/listing/list.test.ts`,
  delist: `${TRADING}/listing/delist.test.ts`,
  buy: `${TRADING}/purchase/buy.test.ts`,
  referral: `${TRADING}/purchase/referral.test.ts`,
  makeOffer: `${TRADING}/offer/make.test.ts`,
  acceptOffer: `${TRADING}/offer/accept.test.ts`,
  counter: `${TRADING}/counter/make.test.ts`,
  makeCollectionOffer: `${TRADING}/collection-offer/make.test.ts`,
  fill: `${TRADING}/fill/fill.test.ts`,
  fillFees: `${TRADING}/fill/fill.fees.test.ts`,
  wallets: `${TRADING}/account/several-wallets.test.ts`,
  expiry: 'server/test/store/listing/unexpired.test.ts',
  pages: 'server/test/store/contract/pages.ts',
  members: 'server/test/follower/members.test.ts',
  kit: 'conformance/src/checks/reads.ts',
  bip322: 'protocol/test/bitcoin/bip322.test.ts',
} as const;

/** A statement, the file and the title of its test. */
export type Row = readonly [statement: string, file: keyof typeof FILES, title: string];
