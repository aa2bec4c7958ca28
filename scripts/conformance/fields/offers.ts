import { FEES, type FieldTable, OFFERS } from './parts.ts';

export const OFFER_TABLES: readonly FieldTable[] = [
  {
    section: 'Inscription offers: reads',
    title: 'Offers on an inscription',
    at: [`GET ${OFFERS}`],
    fields: [
      'inscriptionId: string',
      'ownerAddress: string',
      'topOfferSats: int or null',
      'liveOfferCount: int',
      'expiringSoonCount: int',
      'offers: array',
    ],
  },
  {
    section: 'Inscription offers: reads',
    title: 'Offer history',
    at: [`GET ${OFFERS}/history`],
    fields: ['inscriptionId: string', 'offers: array', 'hasMore: bool', 'page: int'],
  },
  {
    section: 'Inscription offers: create',
    title: 'Offer preflight, item',
    at: ['POST /collection/{slug}/offers/preflight', 'items', '[]'],
    fields: [
      'inscriptionId: string',
      'priceSats: int',
      ...FEES,
      'targetFeeRateSatVb: number',
      'estimatedNetworkFeeSats: int',
      'expectedSettlementTxid: string',
      'steps: array',
    ],
  },
  {
    section: 'Inscription offers: create',
    title: 'Offer submit, response',
    at: ['POST /collection/{slug}/offers/submit', 'items', '[]'],
    fields: ['inscriptionId: string', 'offerId: uuid', 'status: active'],
  },
  ...['cancel', 'reject', 'counter/reject'].map(
    (action): FieldTable => ({
      section: 'Inscription offers: cancel and reject (no PSBT)',
      title: `Response of ${action}`,
      at: [`POST ${OFFERS}/{offerId}/${action}`],
      fields: ['offerId: uuid', 'status: active|accepted|rejected|cancelled|expired|invalidated'],
    }),
  ),
  {
    section: 'Seller accepts a buyer offer',
    title: 'Acceptance preflight, response',
    at: [`POST ${OFFERS}/{offerId}/accept/preflight`],
    fields: [
      'offerId: uuid',
      'targetFeeRateSatVb: number',
      'estimatedNetworkFeeSats: int',
      'expectedSettlementTxid: string',
      'expectedPayoutTxid: string or null',
      'steps: array',
    ],
  },
  ...['accept/submit', 'counter/accept/submit'].map(
    (action): FieldTable => ({
      section: action.startsWith('counter') ? 'Buyer accepts a counter' : 'Seller accepts a buyer offer',
      title: `Response of ${action}`,
      at: [`POST ${OFFERS}/{offerId}/${action}`],
      fields: ['offerId: uuid', 'settlementTxid: string', 'payoutTxid: string or null', 'status: accepted'],
    }),
  ),
  {
    section: 'Seller counter',
    title: 'Counter preflight, response',
    at: [`POST ${OFFERS}/{offerId}/counter/preflight`],
    fields: [
      'priceSats: int',
      ...FEES,
      'anchorUtxoId: uuid',
      'targetFeeRateSatVb: int',
      'estimatedNetworkFeeSats: int',
      'expectedTransferTxid: string',
      'expectedSettlementTxid: string',
      'steps: array',
    ],
  },
  {
    section: 'Seller counter',
    title: 'Counter submit, response',
    at: [`POST ${OFFERS}/{offerId}/counter/submit`],
    fields: ['offerId: uuid', 'parentOfferId: uuid', 'status: active'],
  },
  {
    section: 'Buyer accepts a counter',
    title: 'Counter acceptance preflight, response',
    at: [`POST ${OFFERS}/{offerId}/counter/accept/preflight`],
    fields: [
      'offerId: uuid',
      'selectedPaymentUtxos: array',
      'targetFeeRateSatVb: int',
      'estimatedNetworkFeeSats: int',
      'expectedFundingTxid: string',
      'expectedSettlementTxid: string',
      'steps: array',
    ],
  },
];
