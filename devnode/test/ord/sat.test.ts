import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { satCharms } from '../../src/ord/charms.ts';
import {
  decimalOf,
  degreeOf,
  firstSatAt,
  heightOf,
  nameOf,
  percentileOf,
  rarityOf,
  SAT_SUPPLY,
  subsidyAt,
} from '../../src/ord/sat.ts';
import { parseSat } from '../../src/ord/sat-notation.ts';

const anySat = fc.integer({ min: 0, max: SAT_SUPPLY - 1 });

/** Vectors of the crate `ordinals` 0.0.17 (sat.rs, degree.rs, rarity.rs). */
describe('a sat', () => {
  it('has a rarity by what its block begins', () => {
    expect(rarityOf(0)).toBe('mythic');
    expect(rarityOf(1)).toBe('common');
    expect(rarityOf(5_000_000_000)).toBe('uncommon');
    expect(rarityOf(5_000_000_000 * 2016)).toBe('rare');
    expect(rarityOf(5_000_000_000 * 210_000)).toBe('epic');
    expect(rarityOf(2_067_187_500_000_000)).toBe('legendary');
  });

  it('has a degree', () => {
    expect(degreeOf(0)).toBe('0°0′0″0‴');
    expect(degreeOf(5_000_000_000 * 210_000)).toBe('0°0′336″0‴');
    expect(degreeOf(2_067_187_500_000_000)).toBe('1°0′0″0‴');
  });

  it('has a name and a share of the supply', () => {
    expect(nameOf(0)).toBe('nvtdijuwxlp');
    expect(nameOf(SAT_SUPPLY - 1)).toBe('a');
    expect(percentileOf(0)).toBe('0%');
    expect(percentileOf(5)).toBe('0.000000000000238095238357143%');
    expect(percentileOf(SAT_SUPPLY - 1)).toBe('100%');
  });

  it('has charms of its number', () => {
    expect(satCharms(45_000_000_000)).toEqual(['coin', 'uncommon', 'nineball']);
    expect(satCharms(12_321)).toEqual(['palindrome']);
  });

  it('belongs to the block whose subsidy holds it', () => {
    fc.assert(
      fc.property(anySat, (sat) => {
        const height = heightOf(sat);
        expect(sat).toBeGreaterThanOrEqual(firstSatAt(height));
        expect(sat).toBeLessThan(firstSatAt(height) + subsidyAt(height));
      }),
    );
  });

  it('is read back from its number, name, decimal and degree', () => {
    fc.assert(
      fc.property(anySat, (sat) => {
        for (const text of [String(sat), nameOf(sat), decimalOf(sat), degreeOf(sat)]) {
          expect(parseSat(text)).toBe(sat);
        }
      }),
    );
  });

  it('that does not exist is not read', () => {
    for (const text of [
      String(SAT_SUPPLY),
      '6930000.0',
      '0.5000000000',
      'zzzzzzzzzzz',
      '101%',
      '0°1′0″0‴',
      '-1',
    ]) {
      expect(parseSat(text)).toBeUndefined();
    }
  });
});
