import type { Static } from '@fastify/type-provider-typebox';
import type { Sale } from '@ordbook/api/sale/sale';
import { toBtc } from '@ordbook/protocol/sats';
import type { SaleRow } from '../../store/sale/sales.ts';
import { imageOf, nameOf, numberText } from '../catalogue/inscription-shape.ts';
import { collectionSummaryShape } from '../catalogue/summary-shape.ts';
import type { ContentUrl } from '../settings.ts';

export function saleShape(row: SaleRow, settings: ContentUrl): Static<typeof Sale> {
  return {
    soldAt: row.soldAt.toISOString(),
    blockHeight: row.blockHeight,
    ...saleFieldsShape(row, settings),
  };
}

/** What is known of a sale before a block has it. */
export function saleFieldsShape(
  row: Omit<SaleRow, 'soldAt' | 'blockHeight' | 'blockPosition'>,
  settings: ContentUrl,
) {
  return {
    saleId: row.id,
    saleType: row.saleType,
    txid: row.txid,
    inscriptionId: row.inscriptionId,
    inscriptionNumber: numberText(row.number),
    inscriptionName: nameOf(row.inscriptionId, row.title, row.number),
    image: imageOf(row.inscriptionId, settings),
    collection: collectionSummaryShape(row),
    sellerAddress: row.sellerAddress,
    buyerAddress: row.buyerAddress,
    priceSats: row.priceSats,
    price: toBtc(row.priceSats),
    priceUsd: row.priceUsd,
    form: row.form,
    evidence: row.evidence,
  };
}
