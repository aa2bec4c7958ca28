import type { Check } from '../check.ts';
import type { OperationName } from '../fields.ts';
import type { Json } from '../http.ts';
import { changed } from '../probes.ts';
import { BID_PRICE, OFFER_PRICE } from '../trades.ts';

const LIST = 'POST /collection/{slug}/listings';
const BUY = 'POST /collection/{slug}/purchases';
const OFFERS = 'POST /collection/{slug}/offers';
const OFFER = 'POST /inscriptions/{id}/offers/{offerId}';
const BIDS = 'POST /collection/{slug}/collection-offers';
const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
const HEX = '00'.repeat(32);

/** Twice the first item of a list. */
const TWICE = (was: Json) => [was[0], was[0]];
const BAD = '400';
/** The specification has a state that changed as 409; a body that contradicts itself may be 400 too. */
const STALE = '400 409';

/** What a request must not have: the value at a path, or what makes it of the value that is right. */
const REFUSED: readonly (readonly [
  operation: OperationName,
  says: string,
  statuses: string,
  path: string,
  value: unknown,
])[] = [
  [`${LIST}/preflight`, 'No duplicate inscriptionId.', BAD, 'items', TWICE],
  [`${LIST}/submit`, 'Explicit null is invalid.', BAD, 'durationDays', null],
  [`${LIST}/submit`, 'anchorUtxoId: send back at submit.', STALE, 'anchors[].anchorUtxoId', UUID],
  [
    `${LIST}/submit`,
    'Both signed steps.',
    STALE,
    'signed[].psbts',
    ([a, b]: Json) => [a, { ...b, psbtBase64: a.psbtBase64 }],
  ],
  [`${LIST}/delist`, 'No duplicate listingId.', BAD, 'listings', TWICE],
  [`${LIST}/delist`, '409: re-fetch listing state.', '409', 'listings[].listingId', UUID],
  [`${BUY}/preflight`, 'No duplicate listingId.', BAD, 'listings', TWICE],
  [`${BUY}/preflight`, 'Required for bindings of provider `unknown`.', BAD, 'spendableUtxos', undefined],
  [`${BUY}/preflight`, 'No duplicate (txid, vout).', BAD, 'spendableUtxos', TWICE],
  [
    `${BUY}/preflight`,
    'inscriptionId must match the listing.',
    STALE,
    'listings[].inscriptionId',
    `${HEX}i0`,
  ],
  [`${BUY}/preflight`, '409: re-fetch listing state.', '409', 'listings[].listingId', UUID],
  [`${BUY}/submit`, 'Exactly those returned by preflight.', STALE, 'selectedPaymentUtxos[].valueSats', 1_000],
  [`${BUY}/submit`, 'purchaseAnchorUtxoId of the preflight.', STALE, 'purchaseAnchorUtxoId', UUID],
  [`${OFFERS}/preflight`, 'Duplicates rejected.', BAD, 'inscriptionIds', TWICE],
  [`${OFFERS}/preflight`, 'At least 2000.', BAD, 'priceSats', 1_000],
  [`${OFFERS}/preflight`, 'At most 1000000.', BAD, 'priceSats', 1_001_000],
  [`${OFFERS}/preflight`, 'Multiple of 1000.', BAD, 'priceSats', OFFER_PRICE + 500],
  [`${OFFERS}/submit`, 'Multiple of 1000.', BAD, 'priceSats', OFFER_PRICE + 500],
  [
    `${OFFERS}/submit`,
    'expectedSettlementTxid of the preflight.',
    STALE,
    'signedItems[].expectedSettlementTxid',
    HEX,
  ],
  [
    `${OFFER}/accept/submit`,
    'expectedSettlementTxid of the preflight.',
    STALE,
    'expectedSettlementTxid',
    HEX,
  ],
  [`${OFFER}/counter/preflight`, 'At least 1000 above the buyer offer.', BAD, 'priceSats', OFFER_PRICE],
  [`${OFFER}/counter/preflight`, 'Multiple of 1000.', BAD, 'priceSats', OFFER_PRICE + 1_500],
  [`${OFFER}/counter/submit`, 'anchorUtxoId of the preflight.', STALE, 'anchorUtxoId', UUID],
  [
    `${OFFER}/counter/accept/submit`,
    'expectedSettlementTxid of the preflight.',
    STALE,
    'expectedSettlementTxid',
    HEX,
  ],
  [`${BIDS}/preflight`, 'At least 10000.', BAD, 'priceSats', 5_000],
  [`${BIDS}/preflight`, 'Multiple of 5000.', BAD, 'priceSats', BID_PRICE + 2_500],
  [`${BIDS}/submit`, 'Submit must repeat the same offer count.', STALE, 'offerCount', 2],
  [
    `${BIDS}/{offerId}/fill/submit`,
    'expectedSettlementTxid of the preflight.',
    STALE,
    'expectedSettlementTxid',
    HEX,
  ],
  [
    `${BIDS}/{offerId}/fill/submit`,
    'admissionAnchorUtxoId of the preflight.',
    STALE,
    'admissionAnchorUtxoId',
    UUID,
  ],
];

export const REFUSALS: readonly Check[] = REFUSED.map(
  ([operation, says, statuses, path, value], i): Check => [
    'sandbox',
    `refusal ${i + 1} ${operation} ${path}`,
    says,
    async (market) => {
      const request = await market.request(operation);
      const body = changed(request.body, path, value);
      const what = `with ${path} that is not right`;
      await market.service.refused(operation, statuses.split(' ').map(Number), { ...request, body }, what);
    },
  ],
);
