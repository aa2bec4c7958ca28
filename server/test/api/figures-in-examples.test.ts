import { FillPreflightAnswer } from '@ordbook/api/collection-offer/collection-offer';
import { PurchasePreflightAnswer } from '@ordbook/api/purchase/purchase';
import { describe, expect, test } from 'vitest';

/** The first example of each number among the properties of a schema. */
function examplesOf(schema: unknown): Record<string, number> {
  const { properties } = schema as { properties: Record<string, { examples?: unknown[] }> };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples }]) =>
      typeof examples?.[0] === 'number' ? [[name, examples[0]]] : [],
    ),
  );
}

const textOf = (schema: { properties: object }, field: string) =>
  (schema.properties as Record<string, { description: string }>)[field]!.description;

// Spec, "Fee breakdown fields": the examples of the document add up
describe('the examples of the API reference add up', () => {
  test('in a purchase: items, postage, transfers, network fee and donation are the total', () => {
    const total = examplesOf(PurchasePreflightAnswer);
    const { items } = (PurchasePreflightAnswer.properties as Record<string, { items?: unknown }>)[
      'listings'
    ]!;
    const item = examplesOf(items);
    expect(item['sellerReceiveSats']).toBe(item['priceSats']! - item['listingFeeSats']!);
    expect(item['buyerPayTotalSats']).toBe(item['priceSats']! + item['buyerFeeSats']!);
    expect(item['marketplaceRevenueSats']).toBe(item['listingFeeSats']! + item['buyerFeeSats']!);
    const parts = [
      item['buyerPayTotalSats'],
      item['inscriptionUtxoValueSats'],
      total['listingTransferFeeSats'],
      total['estimatedNetworkFeeSats'],
      total['donationSats'],
    ].map((part) => part!);
    expect(parts.reduce((sum, part) => sum + part)).toBe(total['totalBuyerCostSats']);
    const written = parts.map((part) => part.toLocaleString('en-US')).join(' + ');
    expect(textOf(PurchasePreflightAnswer, 'totalBuyerCostSats')).toContain(
      `${written} = ${total['totalBuyerCostSats']!.toLocaleString('en-US')}`,
    );
  });

  test('in a fill: the price less fee is what the seller receives, and the output pays it less the network fee', () => {
    const fill = examplesOf(FillPreflightAnswer);
    expect(fill['sellerReceiveSats']).toBe(fill['priceSats']! - fill['marketplaceFeeSats']!);
    const paid = fill['sellerReceiveSats']! - fill['estimatedNetworkFeeSats']!;
    expect(textOf(FillPreflightAnswer, 'sellerReceiveSats')).toContain(paid.toLocaleString('en-US'));
  });
});
