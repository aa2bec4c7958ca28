import type { Static } from '@fastify/type-provider-typebox';
import type { Sale } from '@ordbook/api/sale/sale';
import { toBtc } from '@ordbook/protocol/sats';
import type { SaleRow } from '../../store/sale/sales.ts';
import { nameOf, numberText } from '../catalogue/inscription-shape.ts';
import { collectionSummaryShape } from '../catalogue/summary-shape.ts';

export function saleShape(row: SaleRow): Static<typeof Sale> {
  return { soldAt: row.soldAt.toISOString(), blockHeight: row.blockHeight, ...saleFieldsShape(row) };
}

/** What is known of a sale before a block has it. */
export function saleFieldsShape(row: Omit<SaleRow, 'soldAt' | 'blockHeight' | 'blockPosition'>) {
  return {
    saleId: row.id,
    saleType: row.saleType,
    txid: row.txid,
    inscriptionId: row.inscriptionId,
    inscriptionNumber: numberText(row.number),
    inscriptionName: nameOf(row.inscriptionId, row.title, row.number),
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
