import { describe, expect, test } from 'vitest';
import { layoutTxid } from '../../src/layout/layout.ts';
import { transferTxid } from '../../src/listing/listing.ts';
import { readSignatures } from '../../src/psbt/signed-step.ts';
import { planSale } from '../../src/purchase/plan.ts';
import { saleLayout, saleStep } from '../../src/purchase/sale.ts';
import {
  coin,
  KEYS,
  NETWORK,
  openPsbt,
  payer,
  paymentAddress,
  priced,
  saleQuestion,
  signStep,
} from '../parties.ts';

describe('a sale', () => {
  test('of two listings is the table of the protocol', () => {
    const { terms } = planSale(saleQuestion(2));
    const table = saleLayout(terms, KEYS, NETWORK);
    expect(table.rows.map(({ input, output }) => [input?.name, output?.name])).toEqual([
      ['transfer 1 anchor change', 'anchors back'],
      ['transfer 2 anchor change', 'inscription 1'],
      ['purchase anchor', 'inscription 2'],
      ['passthrough 1', 'seller 1'],
      ['passthrough 2', 'seller 2'],
      ['payment 1', 'marketplace'],
      [undefined, 'fresh anchor'],
      [undefined, 'fresh anchor'],
      [undefined, 'fresh anchor'],
      [undefined, 'change'],
    ]);
    expect(table.outputs[0]!.valueSats).toBe(788 + 788 + 1000);
    expect(table.inputs[4]!.coin.txid).toBe(transferTxid(terms.listings[1]!, KEYS));
  });

  test.each([
    ['p2wpkh', 1],
    ['p2sh-p2wpkh', 1],
    ['p2tr', 0],
  ] as const)(
    'is signed by a %s payer with sighash %i, and its txid is the promised one',
    (type, sigHash) => {
      const { terms } = planSale(saleQuestion(2, { payer: payer('buyer', type) }));
      const table = saleLayout(terms, KEYS, NETWORK);
      const step = saleStep(terms, KEYS, NETWORK);
      expect(step).toMatchObject({
        stepIndex: 0,
        signerAddress: paymentAddress('buyer', type),
        inputsToSign: [{ address: paymentAddress('buyer', type), signingIndexes: [5], sigHash }],
      });
      const signed = signStep(step, 'buyer', (transaction) => transaction.finalizeIdx(5));
      expect(readSignatures(table, 'buyer', signed, 'step 0')).toHaveLength(1);
      expect(openPsbt(signed).id).toBe(layoutTxid(table));
    },
  );

  test('to an address where the inscription would be dust is refused', () => {
    const question = saleQuestion(0, {
      listings: [priced('seller 1', { inscriptionUtxoValueSats: 330 })],
      buyerOrdinalsAddress: paymentAddress('buyer', 'p2sh-p2wpkh'),
    });
    const { terms } = planSale(question);
    expect(() => saleLayout(terms, KEYS, NETWORK)).toThrow(expect.objectContaining({ code: 'bad_address' }));
  });

  test('that pays with an anchor is stopped', () => {
    const { terms } = planSale(saleQuestion(1));
    const doubled = { ...terms, payments: [terms.purchaseAnchor] };
    expect(() => saleLayout(doubled, KEYS, NETWORK)).toThrow('no coin is spent twice');
  });

  test('that pays out more than it spends is stopped', () => {
    const { terms } = planSale(saleQuestion(1));
    const greedy = { ...terms, payments: [coin('payment', 1000)] };
    expect(() => saleLayout(greedy, KEYS, NETWORK)).toThrow('a sale pays out no more than it spends');
  });
});
