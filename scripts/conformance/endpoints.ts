import type { Row } from './files.ts';

export const ENDPOINTS: readonly Row[] = [
  [
    'POST /auth/challenge creates the messages that a wallet signs',
    'auth',
    'a wallet of two addresses gets one message for each',
  ],
  [
    'POST /auth/verify issues a session token',
    'auth',
    'signatures of a wallet that pays with %s give a token',
  ],
  [
    'GET /me returns profile and wallet bindings',
    'me',
    "shows the profile's fields, and the same as sign-in does",
  ],
  [
    'GET /me/offers has the views owned, sent and history',
    'demo',
    'an offer is in the views of both parties',
  ],
  ['GET /listings returns active, buyable listings', 'listings', 'only buyable listings are shown'],
  ['GET /sales returns confirmed sales', 'sales', 'confirmed sales come newest first, with every field'],
  [
    'GET /collection-stats/floors returns floors of several collections',
    'floors',
    'rows come in the order asked',
  ],
  [
    'GET /collection/{slug}/inscriptions returns the inscriptions of a collection',
    'items',
    'an item has every field of an item card',
  ],
  [
    'POST /collection/{slug}/listings/preflight builds listing PSBTs',
    'list',
    'of several items is made with one anchor each',
  ],
  [
    'POST /collection/{slug}/listings/submit makes listings',
    'list',
    'is in the book as soon as its coin and its anchor are confirmed',
  ],
  [
    'POST /collection/{slug}/listings/delist takes listings down',
    'delist',
    'and their signatures are forgotten',
  ],
  [
    'POST /collection/{slug}/purchases/preflight builds a purchase',
    'buy',
    'pays the rate that it names for the package',
  ],
  [
    'POST /collection/{slug}/purchases/submit buys',
    'purchaseOptions',
    'of several listings of two sellers is one transaction',
  ],
  [
    'GET /inscriptions/{id}/offers returns active offers',
    'offers',
    'has the best offers, of one price the newest first',
  ],
  [
    'GET /inscriptions/{id}/offers/history returns every offer, paged',
    'counter',
    'moves nothing and is seen by its two parties only',
  ],
  [
    'POST /collection/{slug}/offers/preflight builds offers',
    'offers',
    'each item of an offer preflight has the fee breakdown',
  ],
  [
    'POST /collection/{slug}/offers/submit makes offers',
    'makeOffer',
    'is active, for as long as it says, and moves nothing',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/cancel cancels an offer',
    'wallets',
    'any other wallet of it takes back, and nobody else',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/reject declines an offer',
    'wallets',
    'any other wallet of it answers',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/accept/preflight builds an acceptance',
    'acceptOffer',
    'leaves the payout out when the owner is paid',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/accept/submit settles an offer',
    'acceptOffer',
    'brings the inscription to the buyer',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/counter/preflight builds a counter',
    'counter',
    'is made by the owner, declined by the buyer',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/counter/submit makes a counter',
    'counter',
    'that is submitted again answers the same id',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/counter/reject declines a counter',
    'counter',
    'is made by the owner, declined by the buyer',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/counter/accept/preflight builds its acceptance',
    'counter',
    'leaves the buyer with what was announced',
  ],
  [
    'POST /inscriptions/{id}/offers/{offerId}/counter/accept/submit settles a counter',
    'counter',
    'settles for a buyer and an owner of %s',
  ],
  [
    'GET /collection/{slug}/collection-offers returns the book',
    'makeCollectionOffer',
    "stand in the book and in their maker's list",
  ],
  [
    "GET /collection/{slug}/my/sent-collection-offers returns the caller's",
    'makeCollectionOffer',
    "stand in the book and in their maker's list",
  ],
  [
    'POST /collection/{slug}/collection-offers/target-preview previews a target',
    'makeCollectionOffer',
    'on traits mean the members that have them',
  ],
  [
    'POST /collection/{slug}/collection-offers/replacement-warning counts what would be replaced',
    'makeCollectionOffer',
    'replace older ones of the same scope on the same coins, with a warning',
  ],
  [
    'POST /collection/{slug}/collection-offers/preflight builds funding parents',
    'makeCollectionOffer',
    'of one call take coins of their own',
  ],
  [
    'POST /collection/{slug}/collection-offers/submit makes collection offers',
    'makeCollectionOffer',
    'answer the same ids when they are submitted again',
  ],
  [
    'POST /collection/{slug}/collection-offers/{offerId}/cancel cancels one',
    'wallets',
    'any other wallet of it takes back, and nobody else',
  ],
  [
    'POST /collection/{slug}/collection-offers/{offerId}/fill/preflight builds a fill',
    'fill',
    'is held once for an inscription',
  ],
  [
    'POST /collection/{slug}/collection-offers/{offerId}/fill/submit fills',
    'fill',
    'gives the buyer the inscription and the seller the price less fees',
  ],
];
