import { describe, expect, test } from 'vitest';
import type { Layout } from '../../src/layout/layout.ts';
import { planSale } from '../../src/purchase/plan.ts';
import { saleLayout } from '../../src/purchase/sale.ts';
import { checkSale, SALE_RULES } from '../../src/purchase/sale-rules.ts';
import { brokenBy, withInput, withOutput } from '../breaking.ts';
import { coin, KEYS, NETWORK, saleQuestion } from '../parties.ts';

const { terms } = planSale(saleQuestion(2));
const table = saleLayout(terms, KEYS, NETWORK);
const sellerScript = table.outputs[3]!.script;

/** Swaps two outputs, leaving everything else. */
function swapped(layout: Layout, a: number, b: number): Layout {
  return { ...layout, outputs: layout.outputs.with(a, layout.outputs[b]!).with(b, layout.outputs[a]!) };
}

const BREAKS: Record<string, [layout: Layout, termsOf?: typeof terms][]> = {
  'inputs and outputs of a listing are at the indexes that the seller signed': [
    [swapped(table, 3, 4)],
    [withOutput(table, 3, { valueSats: 49_545 })],
    [withInput(table, 4, table.inputs[5]!)],
    [{ ...table, inputs: table.inputs.with(3, table.inputs[4]!).with(4, table.inputs[3]!) }],
    [withInput(table, 3, { coin: { ...table.inputs[3]!.coin, txid: table.inputs[4]!.coin.txid } })],
  ],
  "an inscription's output pays the value of its passthrough to the buyer's ordinals address": [
    [withOutput(table, 1, { script: sellerScript })],
    [withOutput(table, 2, { valueSats: 545 })],
  ],
  'the anchors return to the operator in full': [
    [withOutput(table, 0, { valueSats: 2579 })],
    [withOutput(table, 0, { script: sellerScript })],
  ],
  'after the seller outputs come exactly the payouts, new anchors and change listed in the terms': [
    [withOutput(table, 5, { script: sellerScript })],
    [withOutput(table, 9, { valueSats: table.outputs[9]!.valueSats - 1 })],
    [{ ...table, outputs: table.outputs.slice(0, -1) }],
    [{ ...table, outputs: [...table.outputs, { name: 'stranger', valueSats: 600, script: sellerScript }] }],
  ],
  "after the passthroughs come exactly the buyer's payments": [
    [withInput(table, 5, { coin: coin('another', 5_000_000) })],
    [withInput(table, 5, { lock: table.inputs[0]!.lock })],
    [{ ...table, inputs: table.inputs.slice(0, -1) }],
  ],
  'no output is below the dust limit of its script': [
    [withOutput(table, 9, { valueSats: 293 }), { ...terms, changeSats: 293 }],
  ],
  'no coin is spent twice': [
    [
      { ...table, inputs: [...table.inputs, table.inputs[5]!] },
      { ...terms, payments: [terms.payments[0]!, terms.payments[0]!] },
    ],
  ],
  'a sale pays out no more than it spends': [
    [withOutput(table, 9, { valueSats: 5_000_000 }), { ...terms, changeSats: 5_000_000 }],
  ],
};

describe('the rules of sales', () => {
  test('hold for a sale of the terms', () => {
    expect(brokenBy(() => checkSale(table, terms, KEYS, NETWORK))).toBeNull();
  });

  test.each(
    Object.entries(BREAKS).flatMap(([sentence, breaks]) =>
      breaks.map(([broken, brokenTerms]) => ({ sentence, broken, brokenTerms })),
    ),
  )('$sentence: broken, it fires', ({ sentence, broken, brokenTerms }) => {
    expect(brokenBy(() => checkSale(broken, brokenTerms ?? terms, KEYS, NETWORK))).toBe(sentence);
  });

  test('an inscription that is not inside its output fires', () => {
    const [first, second] = terms.listings as [(typeof terms.listings)[0], (typeof terms.listings)[0]];
    const outside = {
      ...terms,
      listings: [first, { ...second, inscriptions: [{ id: 'outside', offset: 546 }] }],
    };
    expect(() => checkSale(table, outside, KEYS, NETWORK)).toThrow('no sat 546 in input 4 of 546');
  });

  test('are each broken above', () => {
    expect(SALE_RULES.map(({ sentence }) => sentence)).toEqual(Object.keys(BREAKS));
  });
});
