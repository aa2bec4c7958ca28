import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { classify, seenIn } from '../../../../scripts/classify-sales.ts';

interface Fact {
  readonly priceSats?: number;
  readonly reportedPriceSats?: number;
  readonly oldOwner: string;
  readonly newOwner: string;
}

const vectors = process.env['VECTORS_DIR'];
const folder = vectors ? join(vectors, 'mainnet') : '';
const FILES = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

// the trades are not published as a set, so a run without them is whole
describe.runIf(FILES.length > 0)('real trades of mainnet', () => {
  test.each(FILES)('%s sold what was reported of it, for that price, from and to those', (file) => {
    const trade = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { facts: Fact | Fact[] };
    const facts = [trade.facts].flat();
    const { sales } = classify(seenIn(trade));
    expect(sales).toEqual(
      facts.map(({ priceSats, reportedPriceSats, oldOwner, newOwner }) => ({
        priceSats: priceSats ?? reportedPriceSats,
        seller: oldOwner,
        buyer: newOwner,
      })),
    );
  });
});

test('what is no transaction is refused by the field that is wrong', () => {
  const input = { value: 546, script: `5120${'ab'.repeat(32)}` };
  const good = { txid: 'a', prevouts: [input], witness: [['aa']], outputs: [input] };
  expect(seenIn(good).inputs[0]!.witness).toEqual(['aa']);
  for (const [change, field] of [
    [{ prevouts: null }, 'prevouts'],
    [{ prevouts: [{ ...input, value: 1.5 }] }, 'prevouts[0].value'],
    [{ prevouts: [{ ...input, script: 'xyz' }] }, 'prevouts[0].script'],
    [{ witness: { 0: [] } }, 'witness'],
    [{ witness: [[7]] }, 'witness[0]'],
    [{ outputs: [null] }, 'outputs[0]'],
  ] as const)
    expect(() => seenIn({ ...good, ...change })).toThrow(field);
  expect(() => seenIn([])).toThrow('the file');
});

test('nothing that can be read is refused, and nothing is found in noise', () => {
  const noise = { prevouts: [{ value: 1, script: '' }], witness: [[], ['']], outputs: [] };
  expect(classify(seenIn(noise))).toEqual({ form: null, tier: null, sales: [] });
  expect(classify(seenIn({ prevouts: [], outputs: [] })).sales).toEqual([]);
});
