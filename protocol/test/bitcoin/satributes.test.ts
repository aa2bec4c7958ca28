import { describe, expect, test } from 'vitest';
import { satributesOf } from '../../src/bitcoin/satributes.ts';

const BLOCK = 5_000_000_000;

describe('classes of sats', () => {
  test('the rarity that the index tells comes first, charms of inscriptions stay out', () => {
    expect(satributesOf(null, ['vindicated', 'rare', 'coin', 'lost'])).toEqual(['coin', 'rare']);
  });
  test('the first and the last sat of a bitcoin are alpha and omega', () => {
    expect(satributesOf(2_000 * BLOCK + 100_000_000, [])).toEqual(['alpha']);
    expect(satributesOf(2_000 * BLOCK + 99_999_999, [])).toEqual(['omega']);
  });
  test('sats of the first thousand blocks are vintage', () => {
    expect(satributesOf(1_000 * BLOCK - 7, [])).toEqual(['vintage']);
    expect(satributesOf(1_000 * BLOCK + 7, [])).toEqual([]);
  });
  test('sats of block 78 are told', () => {
    expect(satributesOf(78 * BLOCK + 1, [])).toEqual(['vintage', 'block_78']);
    expect(satributesOf(79 * BLOCK + 1, [])).toEqual(['vintage']);
  });
  test('the last sat of a block, a retarget and a halving are black', () => {
    expect(satributesOf(3_001 * BLOCK - 1, [])).toEqual(['black_uncommon', 'omega']);
    expect(satributesOf(2_016 * BLOCK - 1, [])).toEqual(['black_uncommon', 'black_rare', 'omega']);
    expect(satributesOf(210_000 * BLOCK - 1, [])).toContain('black_epic');
  });
  test('after a halving blocks are smaller', () => {
    const start = 210_000 * BLOCK;
    expect(satributesOf(start + BLOCK / 2 - 1, [])).toEqual(['black_uncommon', 'omega']);
    expect(satributesOf(start + BLOCK - 3, [])).toEqual([]);
  });
  test('every sat up to the last one has a block', () => {
    expect(satributesOf(2_099_999_997_689_999, [])).toContain('black_uncommon');
  });
});
