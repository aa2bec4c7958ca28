// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is source text
/** A fault of the server, between « and » the expression that it replaces. The check with the id finds it. */
export type Fault = readonly [file: string, source: string, wrong: string, check: string];

const API = 'server/src/api';
const STORE = 'server/src/store';
const TRADING = 'server/src/trading';
const LISTING = `${API}/listing/shape.ts`;
const SALE = `${API}/sale/shape.ts`;
const ITEM = `${API}/catalogue/item-shape.ts`;
const OFFER = `${API}/offer/shape.ts`;
const MINE = `${API}/offer/my-offers-shape.ts`;
const BEARER = `${API}/edge/bearer.ts`;
const SIGN_IN = `${TRADING}/account/sign-in.ts`;
const BUYABLE = `${TRADING}/purchase/buyable-listings.ts`;
const PRICES = `${TRADING}/offer/price.ts`;

export const FAULTS: readonly Fault[] = [
  // sign-in and tokens
  [BEARER, "refuse('token_missing', «'Bearer session token required'»)", "'No token'", 'token GET /me'],
  [
    BEARER,
    "refuse('token_invalid', «'Invalid or expired bearer session token'»)",
    "'Bad token'",
    'token GET /me',
  ],
  [BEARER, 'const exp = iat + «Math.floor(lifeMs / 1000)»;', '86_400', 'sign-in.session'],
  [
    `${API}/edge/cors.ts`,
    "'access-control-allow-headers': «'authorization, content-type'»,",
    "'content-type'",
    'sign-in.cross-origin',
  ],
  [
    `${API}/edge/cors.ts`,
    "'access-control-allow-origin': «'*'»,",
    "'https://one.example'",
    'sign-in.cross-origin',
  ],
  [SIGN_IN, 'if («wallet.paymentAddress !== wallet.ordinalsAddress») signers', 'true', 'sign-in.one-address'],
  [SIGN_IN, '!«verifyBip322Simple({ address, message, signatureHex, network })»', 'true', 'sign-in.refusals'],
  [SIGN_IN, 'if («held.confirmedSats >= required») return;', 'held.confirmedSats >= 0', 'sign-in.funding'],
  [
    SIGN_IN,
    'const required = «ctx.settings.fundingRequirementSats»;',
    'ctx.settings.fundingRequirementSats + 1',
    'sign-in.funding',
  ],
  [
    SIGN_IN,
    'if («payers.some((binding) => binding.profileId !== own?.profileId)»)',
    'false',
    'sign-in.taken',
  ],
  [SIGN_IN, "nonce: «randomBytes(16).toString('hex')»", "'00'", 'sign-in.challenges'],
  // lists
  [LISTING, 'priceSats: «row.priceSats»,', 'row.priceSats + 1', 'listings.row'],
  [LISTING, 'sellerAddress: «row.sellerOrdinalsAddress»,', "'bcrt1qelsewhere'", 'listings.row'],
  [
    LISTING,
    'listingExpiresAt: «row.expiresAt?.toISOString() ?? null»,',
    'row.listedAt.toISOString()',
    'listings.row',
  ],
  [LISTING, 'listedAt: «row.listedAt.toISOString()»,', 'String(row.listedAt)', 'bounds GET /listings'],
  [
    `${API}/listing/routes.ts`,
    "const query = «{ route: 'listings', ...filters }»;",
    "{ route: 'listings' }",
    'listings.cursor',
  ],
  [
    `${STORE}/listing/listings-page.ts`,
    'if («sellerAddress !== undefined») conditions',
    'false',
    'listings.filters',
  ],
  [
    `${STORE}/listing/listings-page.ts`,
    'const slug = «wanted.collectionSlug?.toLowerCase()»;',
    'undefined',
    'listings.filters',
  ],
  [
    `${STORE}/listing/listings-page.ts`,
    "wanted.sort === 'recent' ? «sql`${key.listedAt} desc, ${key.id} desc`» :",
    'sql`${key.listedAt}, ${key.id}`',
    'listings.sort',
  ],
  [`${API}/edge/pagination-shape.ts`, 'const page = «rows.slice(0, limit)»;', 'rows', 'listings.pages'],
  [
    `${API}/edge/pagination-shape.ts`,
    'pagination: { pageSize: «page.length», hasNext',
    'limit',
    'listings.pages',
  ],
  [`${API}/edge/pagination-shape.ts`, 'const nextCursor = «hasNext» ?', 'false', 'listings.pages'],
  [`${API}/edge/cursor.ts`, 'if (!«made») refuse', 'true', 'listings.cursor'],
  [
    `${API}/sale/routes.ts`,
    "const query = «{ route: 'sales', collectionSlug }»;",
    "{ route: 'sales' }",
    'sales.order',
  ],
  [SALE, 'price: «toBtc(row.priceSats)»,', 'row.priceSats', 'settles POST /collection/{slug}/purchases'],
  [
    SALE,
    'buyerAddress: «row.buyerAddress»,',
    'row.sellerAddress',
    'settles POST /collection/{slug}/purchases',
  ],
  [
    SALE,
    'saleType: «row.saleType»,',
    "'external'",
    'settles POST /inscriptions/{id}/offers/{offerId}/accept',
  ],
  [
    `${API}/catalogue/floor-shape.ts`,
    'floor: «row.floorSats»,',
    '(row.floorSats ?? 0) + 1',
    'floors.figures',
  ],
  [`${API}/catalogue/floor-shape.ts`, 'listedCount: «row.listedCount»,', '0', 'floors.figures'],
  [
    `${API}/catalogue/floor-shape.ts`,
    'ownerCount: «row.ownerCount»,',
    'row.ownerCount + 1',
    'floors.figures',
  ],
  [
    ITEM,
    'price: «item.priceSats === null ? null : toBtc(item.priceSats)»,',
    'item.priceSats',
    'listings.row',
  ],
  [ITEM, 'listingState: «item.listingState»,', "item.listingState && 'pending_public'", 'listings.row'],
  [
    ITEM,
    'lastSale: «item.lastSaleSats === null ? null : toBtc(item.lastSaleSats)»,',
    'null',
    'settles POST /collection/{slug}/purchases',
  ],
  [
    `${STORE}/catalogue/collection-items.ts`,
    'isOldest ? «sql`m.position, m.inscription_key`» :',
    'sql`m.position desc, m.inscription_key desc`',
    'inscriptions.pages',
  ],
  [OFFER, 'parentOfferId: «row.parentOfferId»,', 'null', 'counter.pending'],
  [OFFER, 'status: «row.state»,', "'active'", 'ends POST /inscriptions/{id}/offers/{offerId}/cancel'],
  [
    `${STORE}/offer/offers-page.ts`,
    "and o.state = 'active' and o.expires_at > ${now}::timestamptz and ${«visibleTo(profileId)»}`;",
    'sql`true`',
    'counter.pending',
  ],
  [MINE, 'eventKey: «`${row.id}:${row.eventType}`»,', '`${row.id}:offered`', 'me.offers'],
  [MINE, "side: «(row.kind === 'buyer_offer') === row.isBuyer» ?", 'row.isBuyer === null', 'me.offers'],
  [
    `${TRADING}/collection-offer/book.ts`,
    'collectionOfferCount: «counts.total - counts.traits»,',
    'counts.traits',
    'collection-offers.book',
  ],
  // statuses and bounds
  [
    `${API}/edge/validation.ts`,
    'if («compiled.Check(value)») return { value };',
    'true',
    'bounds GET /listings',
  ],
  [
    `${TRADING}/account/wallet-binding.ts`,
    'if («binding?.profileId !== caller.profileId»)',
    'binding === null',
    'binding POST /collection/{slug}/offers/preflight',
  ],
  // trades
  [`${TRADING}/listing/delist.ts`, "if («!listing») refuse('unknown_listing'", 'false', 'refusal 6 '],
  [BUYABLE, "if («listing.state !== 'buyable'») refuse", 'false', 'listing.delist'],
  [BUYABLE, "if («!listing») refuse('unknown_listing'", 'false', 'refusal 11 '],
  [`${TRADING}/settlement/payment-coins.ts`, 'if («seen.has(text)») refuse', 'false', 'refusal 9 '],
  [
    `${TRADING}/settlement/payment-coins.ts`,
    'if («!ctx.settings.lookupProviders.includes(binding.provider)»)',
    'false',
    'refusal 8 ',
  ],
  [
    `${TRADING}/purchase/plan.ts`,
    'donation: «input.roundUpDonation ? donation : null»,',
    'null',
    'purchase.donation',
  ],
  [PRICES, 'if («asked !== null && priceSats > offerMaximumSats»)', 'false', 'refusal 16 '],
  [PRICES, 'if («priceSats % OFFER_STEP_SATS !== 0»)', 'false', 'refusal 17 '],
  [PRICES, 'const least = within(«steppedUp(shareOf(best, BEST_OFFER_SHARE_BPS))»);', '0', 'offer.best-bid'],
  [`${TRADING}/counter/make.ts`, 'if («body.priceSats < least»)', 'false', 'refusal 21 '],
  [`${TRADING}/collection-offer/price.ts`, 'if («price < MINIMUM_PRICE_SATS»)', 'false', 'refusal 25 '],
  [`${TRADING}/collection-offer/price.ts`, 'if («price % PRICE_STEP_SATS !== 0»)', 'false', 'refusal 26 '],
  [`${TRADING}/fill/plan.ts`, 'if (!«set.proofOf(inscriptionId)»)', 'true', 'collection-offer.traits'],
];
