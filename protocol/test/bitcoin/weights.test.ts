import { describe, expect, test } from 'vitest';
import { scriptOf } from '../../src/bitcoin/keys.ts';
import {
  dustLimit,
  fanOutFee,
  feeFor,
  outputWeight,
  transactionWeight,
  vsize,
} from '../../src/bitcoin/weights.ts';
import { PASSTHROUGH_INPUT } from '../../src/listing/passthrough.ts';
import { P2SH_P2WPKH_INPUT } from '../../src/locks/p2sh-p2wpkh.ts';
import { P2TR_INPUT } from '../../src/locks/p2tr.ts';
import { P2WPKH_INPUT } from '../../src/locks/p2wpkh.ts';
import { NETWORK, paymentAddress } from '../parties.ts';

const script = (type: 'p2wpkh' | 'p2sh-p2wpkh' | 'p2tr') => scriptOf(paymentAddress('a', type), NETWORK);

describe('weights', () => {
  test('inputs weigh 272, 364, 230 and a passthrough 401 WU', () => {
    expect([P2WPKH_INPUT, P2SH_P2WPKH_INPUT, P2TR_INPUT, PASSTHROUGH_INPUT]).toEqual([272, 364, 230, 401]);
  });

  test('outputs weigh 124, 128 and 172 WU', () => {
    expect([script('p2wpkh'), script('p2sh-p2wpkh'), script('p2tr')].map(outputWeight)).toEqual([
      124, 128, 172,
    ]);
  });

  test('the overhead is 42 WU, and 8 more for each count above 252', () => {
    expect(transactionWeight(1, 1, 0)).toBe(42);
    expect(transactionWeight(252, 1, 0)).toBe(42);
    expect(transactionWeight(253, 1, 0)).toBe(50);
    expect(transactionWeight(253, 253, 0)).toBe(58);
  });

  test('vbytes and fees round up, and a fractional rate adds no sat of its own', () => {
    expect(vsize(841)).toBe(211);
    expect(feeFor(210, 1.1)).toBe(231);
    expect(feeFor(211, 1.1)).toBe(233);
    expect(feeFor(210, 0.1)).toBe(21);
  });

  test('a split of one operator coin into two outputs costs 154 vB', () => {
    expect(fanOutFee(1, 2, 1)).toBe(Math.ceil((42 + 230 + 344) / 4));
  });
});

describe('dust', () => {
  test.each([
    ['P2WPKH', script('p2wpkh'), 294],
    ['P2SH', script('p2sh-p2wpkh'), 540],
    ['P2TR', script('p2tr'), 330],
    ['P2PKH', `76a914${'00'.repeat(20)}88ac`, 546],
    ['P2WSH', `0020${'00'.repeat(32)}`, 330],
    ['P2A', '51024e73', 240],
    ['OP_RETURN', '6a', 0],
  ])('the least output of %s', (_, output, limit) => {
    expect(dustLimit(output)).toBe(limit);
  });
});
