import { describe, expect, test } from 'vitest';
import { transferLayout } from '../../src/listing/listing.ts';
import { checkTransfer, TRANSFER_RULES } from '../../src/listing/transfer-rules.ts';
import { brokenBy, withInput, withOutput } from '../breaking.ts';
import { coin, KEYS, listingTerms } from '../parties.ts';

const terms = listingTerms('seller', {
  inscriptions: [
    { id: 'first', offset: 0 },
    { id: 'last', offset: 545 },
  ],
});
const table = transferLayout(terms, KEYS);
const [passthrough, change] = table.outputs as [(typeof table.outputs)[0], (typeof table.outputs)[0]];

const BREAKS = {
  "a transfer spends the inscription's output and one anchor": withInput(table, 1, {
    coin: coin('another', 1000),
  }),
  'a transfer pays the passthrough the value of the inscription output': withOutput(table, 0, {
    script: change.script,
  }),
  'the anchor returns to the operator except for the fee': withOutput(table, 1, {
    script: passthrough.script,
  }),
  'a transfer pays the fee of its terms': withOutput(table, 1, { valueSats: 700 }),
};

describe('the rules of transfers', () => {
  test('hold for a transfer of the terms', () => {
    expect(brokenBy(() => checkTransfer(table, terms, KEYS))).toBeNull();
  });

  test.each(Object.entries(BREAKS))('%s: broken, it fires', (sentence, broken) => {
    expect(brokenBy(() => checkTransfer(broken, terms, KEYS))).toBe(sentence);
  });

  test('an inscription outside of its output fires', () => {
    const outside = { ...terms, inscriptions: [{ id: 'outside', offset: 546 }] };
    expect(() => checkTransfer(table, outside, KEYS)).toThrow(RangeError);
  });

  test('are each broken once above', () => {
    expect(TRANSFER_RULES.map(({ sentence }) => sentence)).toEqual(Object.keys(BREAKS));
  });
});
