import { MAX_PAYMENTS } from '@ordbook/protocol/layout/coin-selection';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { coin } from '../../../../protocol/test/parties.ts';
import { MESSAGES } from '../../../src/signer/transport/messages.ts';
import { saleRequest } from '../requests.ts';

describe('the message of a sale', () => {
  const message = Compile(MESSAGES.signSale.request);
  const paidWith = (coins: number) => {
    const request = saleRequest(1);
    const payments = Array.from({ length: coins }, (_, i) => coin(`payment ${i}`, 1_000));
    const [signature] = request.buyerSignatures;
    return {
      ...request,
      terms: { ...request.terms, payments },
      buyerSignatures: payments.map((_, inputIndex) => ({ ...signature, inputIndex })),
    };
  };

  test('has as many payments as the service selects at most, and no more', () => {
    expect(message.Check(paidWith(1))).toBe(true);
    expect(message.Check(paidWith(MAX_PAYMENTS))).toBe(true);
    expect(message.Check(paidWith(MAX_PAYMENTS + 1))).toBe(false);
  });
});
