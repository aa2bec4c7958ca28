import type { Row } from './files.ts';

export const RULES: Readonly<Record<string, readonly Row[]>> = {
  Authentication: [
    [
      'Challenges: one per address that must sign; equal addresses get one, role ordinals',
      'auth',
      'equal addresses get one challenge, role ordinals',
    ],
    ['Signatures are hex of a BIP-322 simple signature', 'bip322', 'in every published form'],
    ['A challenge is used once', 'auth', 'a request is good once'],
    ['A challenge flow that expired is 410', 'auth', 'a request expires'],
    [
      'Another wallet is linked with the token of a signed-in profile',
      'linking',
      'challenge and verify link another wallet',
    ],
    [
      "A linked binding follows the profile's visibility default",
      'linking',
      'a linked binding inherits the visibility default of the profile',
    ],
    ['A stale session is 401 at challenge', 'linking', 'a stale or invalid token is 401 at challenge'],
    [
      'A signed-in browser request from an invalid origin is 403',
      'linking',
      'a page of an origin that is not allowed is 403',
    ],
    [
      'A wallet that is linked already, or cannot be linked, is 409',
      'linking',
      'a wallet that has an address of another profile is 409',
    ],
    [
      'Wallet ownership that changed before verification is 409',
      'linking',
      'a wallet that another profile took before verify is 409',
    ],
    [
      'The funding requirement is checked at verify',
      'auth',
      'a payment address below the requirement is 403',
    ],
    [
      'An outage of the funding check is 503 and never bypassed',
      'auth',
      '503 with the fixed sentence, and never a token',
    ],
    [
      'Writes take one of the wallet bindings of the caller',
      'wallets',
      'is sold by the wallet that holds it',
    ],
    [
      'What one wallet made is its own under every wallet of the profile',
      'wallets',
      'is its own under every wallet',
    ],
  ],
  'GET /listings': [
    ['`recent` is newest first, `price` lowest first', 'kit', 'listings.sort'],
    [
      '`inscriptionId` matches members of a bundle; without it the canonical one is shown',
      'listings',
      'a bundle is found by any member',
    ],
    ['A cursor of another sort or filter is refused', 'kit', 'listings.cursor'],
    ['A listing that has expired is in no read', 'expiry', 'is in no listing, floor, item or preview'],
  ],
  'GET /sales': [
    ['An unknown `collectionSlug` is an empty page', 'kit', 'sales.unknown'],
    ['A cursor is good for its `collectionSlug`', 'kit', 'sales.order'],
    [
      '`collectionSlug` finds the sales of every collection of what was sold',
      'pages',
      'settled elsewhere is found in the collections of all its members',
    ],
  ],
  'GET /collection-stats/floors': [
    [
      'Rows come in the order asked; unknown slugs are omitted',
      'floors',
      'rows come in the order asked, each collection once, unknown ones left out',
    ],
  ],
  'GET /collection/{slug}/inscriptions': [
    [
      '`oldest` is the ascending inscription sequence, `newest` the descending',
      'members',
      'has its members in the order in which the index has them',
    ],
    ['An unknown collection is 404; a bad limit, sort or cursor is 400', 'kit', 'inscriptions.pages'],
    [
      'After the sale of a bundle every member has its `lastSale`',
      'purchaseOptions',
      'of a bundle is one listing under any of its inscriptions, and moves them all',
    ],
  ],
  'Listing flow': [
    [
      'No duplicate inscriptionId, anchorUtxoId or listingId',
      'listingFlow',
      'an inscription, anchor or listing named twice is refused',
    ],
    ['A price is at least the configured minimum', 'list', 'below the minimum price, and not at it'],
    [
      '`durationDays` counts from when the listing is active; null is invalid',
      'validation',
      'an explicit null durationDays is refused',
    ],
    ['One recovery covers a batch: delisting needs no PSBT', 'delist', 'and their signatures are forgotten'],
  ],
  'Purchase flow': [
    [
      'The ids of a purchase are those that were asked for',
      'purchaseOptions',
      'of a bundle is one listing under any of its inscriptions',
    ],
    [
      '`spendableUtxos` may be left out by a binding whose provider is looked up only',
      'purchaseOptions',
      'may be left out by a binding whose provider is looked up',
    ],
    ['`inscriptionId` must match the listing', 'buy', 'of an unknown listing, of one in another collection'],
    ['The total is what its parts add up to', 'buy', "'s total is what its parts add up to"],
    [
      '`roundUpDonation` without an initiative is 409',
      'purchaseOptions',
      'without an initiative says so, and asking for one is 409',
    ],
    [
      '`selectedPaymentUtxos` are exactly those of the preflight',
      'buy',
      'named twice, left out, or not among the candidates are refused',
    ],
    [
      'A referral counts when every listing stores the same partner',
      'referral',
      'is none when the listings store different partners',
    ],
    [
      'A purchase has at most one referral payout, resolved at the sale',
      'purchaseOptions',
      'is resolved when the listings sell, is one payout at most',
    ],
  ],
  'Inscription offers: reads': [
    [
      "Counters are seen by the caller's wallets only",
      'counter',
      'moves nothing and is seen by its two parties only',
    ],
    ['`ownerAddress` is a string, also of a burnt inscription', 'offers', 'has an ownerAddress of `none`'],
  ],
  'Inscription offers: create': [
    [
      'Live-floor minimum, rounded up to the next 1,000 (rule a)',
      'makeOffer',
      "must meet the operator's live-floor share",
    ],
    [
      '90% of the best collection offer, without those of the owner and those being filled (rule b)',
      'makeOffer',
      'must be 90% of the best collection offer that an outsider can fill',
    ],
    [
      'Preflight and submit each evaluate the current book',
      'makeOffer',
      'must be at least 20% of the floor, at submit as at preflight',
    ],
    [
      'The floor minimum never excludes every price',
      'offers',
      'with a floor above five times the maximum, exactly the maximum can be offered',
    ],
  ],
  'States and transitions': [
    [
      'active to cancelled, by the originator; to rejected, by the other party',
      'makeOffer',
      'is a cancellation, by the owner a rejection, by nobody else anything',
    ],
    ['active to expired, by time', 'makeOffer', 'comes by time, without any request'],
    [
      'active to invalidated, when a locked coin is spent',
      'makeOffer',
      'comes when a coin is spent elsewhere, and is undone with it',
    ],
    ['active to accepted, with the settlement', 'acceptOffer', 'brings the inscription to the buyer'],
  ],
  'Seller accepts a buyer offer': [
    [
      'The package is rebuilt at the rate sent; a missing one is the promised one',
      'offers',
      'is rebuilt at the rate that the last preflight promised',
    ],
    [
      'Other transactions than were built are refused',
      'acceptOffer',
      'at another rate or with other txids than were built is refused',
    ],
  ],
  'Seller counter': [
    [
      "A counter is at least 1,000 sats above the buyer's offer, a multiple of 1,000",
      'counter',
      'must be at least 1,000 sats above',
    ],
  ],
  'Collection offers': [
    [
      'Submit repeats the offer count and the coins of its preflight',
      'makeCollectionOffer',
      'are refused at submit with another offer count',
    ],
    [
      'The replacement check selects coins as preflight does',
      'makeCollectionOffer',
      'are announced as replaced when coins that cannot pay',
    ],
    [
      'A target that nobody meets previews as 0 and nulls',
      'collectionOffers',
      'the preview of a target that no member meets is 200',
    ],
    [
      'A fill below the top offer needs the warning back',
      'fill',
      'below the top of the book needs the warning back',
    ],
    [
      '`sellerReceiveSats` of a fill is the price less fee and royalty',
      'fillFees',
      'the seller receives the price less that, whatever the postage',
    ],
    [
      'The sums of purchases and fills in the document add up',
      'document',
      'has an example of every body, valid for its schema',
    ],
  ],
  Errors: [
    [
      'The body of every error is {error}',
      'errors',
      'has the code %s in a header, the request id in another',
    ],
    ['Fixed messages', 'statuses', 'carries the fixed sentences'],
    [
      'An unknown listing or offer of a write is 409, what is malformed 400',
      'offers',
      'is 409 in the path of a write, with a code of its own',
    ],
    [
      'An undeclared status becomes the nearest declared one',
      'narrowing',
      'a declared status is shown as it is',
    ],
  ],
  Versioning: [
    [
      'The version is in the path prefix; operation ids are those of the public document',
      'document',
      'finds every operation under the path and the id that it knows',
    ],
  ],
};
