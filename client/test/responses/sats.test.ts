import { expect, expectTypeOf, test } from 'vitest';
import type { Answer, Body } from '../../src/operation.ts';
import { parseResponse } from '../../src/responses/parse.ts';
import type { Sats, Unparsed } from '../../src/responses/sats.ts';
import { sampleResponse } from './samples.ts';

type Purchase = Answer<'/collection/{slug}/purchases/preflight'>;
type PurchaseSubmit = Body<'/collection/{slug}/purchases/submit'>;

// These hold when `npm run types` passes; the test at the end is what runs.
expectTypeOf<number>().not.toExtend<Sats>();
expectTypeOf<Sats>().toExtend<number>();
expectTypeOf<Purchase['totalBuyerCostSats']>().toEqualTypeOf<Sats>();
expectTypeOf<Purchase['selectedPaymentUtxos'][number]['valueSats']>().toEqualTypeOf<Sats>();
expectTypeOf<Answer<'/inscriptions/{id}/offers', 'get'>['topOfferSats']>().toEqualTypeOf<Sats | null>();
expectTypeOf<PurchaseSubmit['selectedPaymentUtxos'][number]['valueSats']>().toEqualTypeOf<number>();
expectTypeOf<
  Body<'/collection/{slug}/listings/submit'>['items'][number]['priceSats']
>().toEqualTypeOf<number>();
expectTypeOf<
  NonNullable<
    Body<'/collection/{slug}/collection-offers/{offerId}/fill/submit'>['belowTopOfferConfirmation']
  >['topOffer']['priceSats']
>().toEqualTypeOf<number>();
expectTypeOf<Unparsed<Purchase>['totalBuyerCostSats']>().toEqualTypeOf<number>();
// what a response names can be sent back as it is
expectTypeOf<Purchase['selectedPaymentUtxos']>().toExtend<PurchaseSubmit['selectedPaymentUtxos']>();

test('an amount is a number that only the parser makes', () => {
  const operation = 'POST /collection/{slug}/purchases/preflight';
  const { totalBuyerCostSats: total } = parseResponse(operation, sampleResponse(operation)) as Purchase;
  expectTypeOf(total).toEqualTypeOf<Sats>();
  expectTypeOf(total + 1).toEqualTypeOf<number>();
  // @ts-expect-error a number is not an amount that was parsed
  const made: Sats = 7;
  expect(total + 1).toBe(made + 1);
});
