import { MAX_FUNDING_COINS } from '@ordbook/protocol/collection-offer/funding';
import { MAX_BUNDLE_BYTES } from '@ordbook/protocol/custody/bundle';
import { MAX_PAYMENTS } from '@ordbook/protocol/layout/coin-selection';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { AUTH_SECRET, fillTerms, IDS } from '../../../../protocol/test/collection-offer/terms.ts';
import { coin } from '../../../../protocol/test/parties.ts';
import { POLICY_MESSAGES } from '../../../src/signer/transport/fill-messages.ts';
import { MAX_MESSAGE_BYTES, MESSAGES } from '../../../src/signer/transport/messages.ts';
import { saleRequest } from '../requests.ts';

test('the largest fill that the policy signer reads is within the bound of a message, and one byte more is not read', () => {
  const proof = 'A'.repeat(4 * Math.ceil(MAX_BUNDLE_BYTES / 3));
  const request = {
    ...{ terms: fillTerms({}, MAX_FUNDING_COINS), sellerSignature: 'ab'.repeat(64), authSecret: AUTH_SECRET },
    ...{ criteriaJson: 'x'.repeat(200_000), proof: { index: 0, count: 1, siblings: [] } },
    custody: { goods: proof, source: { inscriptionId: IDS[0]!, proof } },
  };
  const message = Compile(POLICY_MESSAGES.signFill.request);
  expect(message.Check(request)).toBe(true);
  expect(JSON.stringify(request).length).toBeLessThan(MAX_MESSAGE_BYTES);
  expect(message.Check({ ...request, custody: { goods: `${proof}A`, source: null } })).toBe(false);
});

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
