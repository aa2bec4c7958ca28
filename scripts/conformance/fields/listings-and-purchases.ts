import { type FieldTable, STEP, UNNUMBERED } from './parts.ts';

export const LISTINGS_AND_PURCHASES: readonly FieldTable[] = [
  {
    section: 'Listing flow',
    title: 'Listing preflight, response',
    at: ['POST /collection/{slug}/listings/preflight'],
    fields: ['listings: array', 'recoveryPsbt: object'],
  },
  {
    section: 'Listing flow',
    title: 'Listing to sign',
    at: ['POST /collection/{slug}/listings/preflight', 'listings', '[]'],
    fields: ['inscriptionId: string', 'anchorUtxoId: uuid', 'psbts: array'],
  },
  {
    section: 'Listing flow',
    title: 'Listing step',
    at: ['POST /collection/{slug}/listings/preflight', 'listings', '[]', 'psbts', '[]'],
    fields: ['inscriptionId: string', ...STEP],
  },
  {
    section: 'Listing flow',
    title: 'Recovery',
    at: ['POST /collection/{slug}/listings/preflight', 'recoveryPsbt'],
    fields: UNNUMBERED,
  },
  {
    section: 'Listing flow',
    title: 'Listing submit, response',
    at: ['POST /collection/{slug}/listings/submit', 'listings', '[]'],
    fields: ['inscriptionId: string', 'listingId: uuid'],
  },
  {
    section: 'Listing flow',
    title: 'Delist, response',
    at: ['POST /collection/{slug}/listings/delist', 'listings', '[]'],
    fields: ['inscriptionId: string', 'listingId: uuid'],
  },
  {
    section: 'Purchase flow',
    title: 'Purchase preflight, response',
    at: ['POST /collection/{slug}/purchases/preflight'],
    fields: [
      'listings: array',
      'selectedPaymentUtxos: array',
      'targetFeeRateSatVb: int',
      'estimatedPackageVsize: int',
      'estimatedNetworkFeeSats: int',
      'cpfpFeeSats: int',
      'listingTransferFeeSats: int',
      'totalBuyerCostSats: int',
      'donationInitiative: object or null',
      'donationSats: int',
      'purchaseAnchorUtxoId: uuid',
      'steps: array',
      'expectedSettlementTxid: string',
      'expectedListingTransferTxids: array',
    ],
  },
  {
    section: 'Purchase flow',
    title: 'Purchase submit, response',
    at: ['POST /collection/{slug}/purchases/submit'],
    fields: [
      'settlementTxid: string',
      'listingTransferTxids: array',
      'pendingSaleIds: array',
      'listings: array',
    ],
  },
];
