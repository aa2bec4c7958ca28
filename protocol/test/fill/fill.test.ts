import { describe, expect, it } from 'vitest';
import { admissionLock, tierOf } from '../../src/collection-offer/admission.ts';
import {
  FUNDING_PARENT_RULES,
  fundingParentLayout,
  MAX_FUNDING_COINS,
  selectFunding,
} from '../../src/collection-offer/funding.ts';
import { offerLock } from '../../src/collection-offer/offer.ts';
import {
  checkFill,
  FILL_RULES,
  type FillTerms,
  fillLayout,
  MAX_CHILD_VBYTES,
  packageFee,
} from '../../src/fill/fill.ts';
import { type Layout, networkFee, type Pay } from '../../src/layout/layout.ts';
import { layoutSize } from '../../src/layout/size.ts';
import { payerLock } from '../../src/locks/payer.ts';
import { fillTerms, TIER } from '../collection-offer/terms.ts';
import { coin, NETWORK, payer, paymentAddress, xOnly } from '../parties.ts';

describe('a settlement', () => {
  it('spends three inputs and pays four, in at most 1000 vB', () => {
    const table = fillLayout(fillTerms(), NETWORK);
    expect(table.inputs.map(({ name }) => name)).toEqual(['inscription', 'offer', 'admission']);
    expect(table.outputs.map(({ name }) => name)).toEqual([
      'inscription',
      'seller',
      'marketplace',
      'admission',
    ]);
    expect(table.version).toBe(3);
    expect(table.inputs[2]!.sequence).toBe(144);
    expect(layoutSize(table)).toBeLessThan(MAX_CHILD_VBYTES);
    expect(networkFee(table)).toBe(50_000 - 46_000 - 1_000);
  });

  it('has no output for a marketplace that takes no fee', () => {
    const creator = { address: paymentAddress('creator', 'p2tr'), valueSats: 500 };
    const names = (terms: Partial<FillTerms>) =>
      fillLayout(fillTerms({ marketplace: null, ...terms }), NETWORK).outputs.map(({ name }) => name);
    expect(names({})).toEqual(['inscription', 'seller', 'admission']);
    expect(names({ creator })).toEqual(['inscription', 'seller', 'creator', 'admission']);
  });

  it('pays for its parent, unless the node has that', () => {
    const terms = fillTerms({}, 50, 'p2sh-p2wpkh');
    const whole = packageFee(terms, NETWORK, 2);
    expect(whole - packageFee(terms, NETWORK, 2, false)).toBe(
      2 * layoutSize(fundingParentLayout(terms.offer, terms.funding)),
    );
  });

  const terms = fillTerms({ creator: { address: paymentAddress('creator', 'p2tr'), valueSats: 500 } });
  const table = fillLayout(terms, NETWORK);
  const output = (index: number, change: object): Layout => {
    const outputs = table.outputs.map((one, i) => (i === index ? { ...one, ...change } : one));
    return { ...table, outputs };
  };
  const input = (index: number, change: object): Layout => {
    const inputs = table.inputs.map((one, i) => (i === index ? { ...one, ...change } : one));
    return { ...table, inputs };
  };
  const broken: readonly (readonly [string, Layout])[] = [
    [FILL_RULES[0]!.sentence, { ...table, inputs: table.inputs.slice(0, 2) }],
    [FILL_RULES[0]!.sentence, input(0, { coin: coin('another', 546) })],
    [FILL_RULES[0]!.sentence, input(1, { lock: payerLock(payer('maker', 'p2tr')) })],
    [FILL_RULES[1]!.sentence, output(0, { script: payerLock(payer('thief', 'p2tr')).script })],
    [FILL_RULES[1]!.sentence, output(0, { valueSats: 330 })],
    [FILL_RULES[2]!.sentence, input(2, { sequence: 143 })],
    [FILL_RULES[2]!.sentence, output(4, { valueSats: 334 })],
    [FILL_RULES[2]!.sentence, output(4, { script: payerLock(payer('thief', 'p2tr')).script })],
    [FILL_RULES[3]!.sentence, output(3, { name: 'somebody' })],
    [FILL_RULES[4]!.sentence, { ...table, version: 2 }],
    [FILL_RULES[5]!.sentence, output(1, { valueSats: 60_000 })],
  ];
  it.each(broken)('is refused unless %s', (sentence, changed) => {
    expect(() => checkFill(changed, terms)).toThrow(`broken rule, ${sentence}`);
  });

  it('is refused when it is too large for a child of its parent', () => {
    const size = FILL_RULES.find(({ sentence }) => sentence.includes('1000 vB'))!;
    expect(size.broken({ table, terms })).toBeNull();
    const outputs = [...table.outputs, ...Array<Pay>(20).fill(table.outputs[1]!)];
    expect(size.broken({ table: { ...table, outputs }, terms })).toMatch(/^version 3, 1\d{3} vB$/);
  });

  it('keeps the offset of the inscription', () => {
    expect(() => checkFill(table, { ...terms, inscription: { id: 'x', offset: 400 } })).not.toThrow();
    const before = { ...table, inputs: [table.inputs[1]!, table.inputs[0]!, table.inputs[2]!] };
    expect(() => checkFill(before, terms)).toThrow('broken rule');
  });
});

describe('a funding parent', () => {
  const { offer, funding } = fillTerms({}, 2);
  const table = fundingParentLayout(offer, funding);
  const payerScript = payerLock(funding.payer).script;
  const holds = (changed: Layout) =>
    FUNDING_PARENT_RULES.filter(({ broken }) => broken({ table: changed, offer, payerScript }) !== null).map(
      ({ sentence }) => sentence,
    );

  it('pays the price, the change and the exit data, and no fee', () => {
    expect(table.outputs.map(({ name, valueSats }) => [name, valueSats])).toEqual([
      ['offer', 50_000],
      ['change', 70_000],
      ['exit data', 0],
    ]);
    expect(networkFee(table)).toBe(0);
    expect(table.outputs[0]!.script).toBe(offerLock(offer).script);
    expect(holds(table)).toEqual([]);
  });

  const output = (index: number, change: object): Layout => ({
    ...table,
    outputs: table.outputs.map((one, i) => (i === index ? { ...one, ...change } : one)),
  });
  it.each([
    [0, output(0, { valueSats: 49_999 })],
    [1, output(1, { script: payerLock(payer('thief', 'p2tr')).script })],
    [2, { ...table, outputs: table.outputs.slice(0, 2) }],
    [3, output(1, { valueSats: 69_000 })],
    [3, { ...table, version: 2 }],
    [4, { ...table, inputs: [table.inputs[0]!, table.inputs[0]!] }],
  ] as const)('is refused when rule %i is broken', (rule, changed) => {
    expect(holds(changed)).toContain(FUNDING_PARENT_RULES[rule]!.sentence);
  });

  it('takes 50 coins, and 51 never', () => {
    expect(() => fillLayout(fillTerms({}, 50), NETWORK)).not.toThrow();
    expect(() => fillLayout(fillTerms({}, 51), NETWORK)).toThrow('51 coins');
  });
});

describe('coins for an offer', () => {
  const buyer = payerLock(payer('maker', 'p2wpkh')).script;
  const of = (...values: number[]) => values.map((value, i) => coin(`c${i}`, value));

  it('hold the price exactly or leave change above dust', () => {
    expect(selectFunding(of(50_000, 60_000), 50_000, buyer)).toEqual(of(50_000));
    expect(selectFunding(of(50_100), 50_000, buyer)).toBeNull();
    expect(selectFunding(of(50_100, 1_000), 50_000, buyer)!.length).toBe(2);
    expect(
      selectFunding(of(30_000, 20_000, 25_000), 50_000, buyer)!.map(({ valueSats }) => valueSats),
    ).toEqual([30_000, 20_000]);
  });

  it('are 50 at most', () => {
    const coins = Array.from({ length: 60 }, (_, i) => coin(`many ${i}`, 1_000));
    expect(selectFunding(coins, 50_000, buyer)!.length).toBe(MAX_FUNDING_COINS);
    expect(selectFunding(coins, 51_000, buyer)).toBeNull();
  });
});

describe('an admission lock', () => {
  it('pushes small and large numbers in their least form', () => {
    const leaf = (lockBlocks: number) => admissionLock({ number: 2, lockBlocks }, xOnly('gate')).leaf;
    expect(leaf(1).slice(0, 8)).toBe('5275' + '51b2');
    expect(leaf(144).slice(0, 12)).toBe('5275' + '029000b2');
    expect(leaf(100).slice(0, 10)).toBe('5275' + '0164b2');
    expect(leaf(65_535).slice(0, 14)).toBe('527503ffff00b2');
  });

  it('differs from tier to tier and is of 1 to 65535 blocks', () => {
    const script = (number: number) => admissionLock({ number, lockBlocks: 9 }, xOnly('gate')).script;
    expect(script(1)).not.toBe(script(2));
    expect(() => admissionLock({ number: 1, lockBlocks: 0 }, xOnly('gate'))).toThrow('1..65535');
    expect(() => admissionLock({ number: 17, lockBlocks: 1 }, xOnly('gate'))).toThrow(
      'tier 17 is not in 1..16',
    );
  });

  it('is chosen by the price', () => {
    const tiers = [
      { ...TIER, number: 1, fromSats: 10_000 },
      { ...TIER, number: 2, fromSats: 1_000_000 },
    ];
    expect(tierOf(tiers, 9_999)).toBeNull();
    expect(tierOf(tiers, 10_000)!.number).toBe(1);
    expect(tierOf(tiers, 5_000_000)!.number).toBe(2);
  });
});
