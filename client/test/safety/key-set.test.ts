import { signKeySet } from '@ordbook/protocol/key-set';
import { describe, expect, test } from 'vitest';
import { SIGNER_KEYS, secret, xOnly } from '../../../protocol/test/parties.ts';
import { pinsOf } from '../../src/safety/key-set.ts';

const set = (number: number, by = 'publisher') =>
  signKeySet({ ...SIGNER_KEYS, network: 'regtest', number, issuedAt: '2026-11-22T12:00:00Z' }, secret(by));
const publisher = xOnly('publisher');

describe('the pins of a key set', () => {
  test('are the keys that its publisher signed', () => {
    const { market, gate, policy } = SIGNER_KEYS;
    expect(pinsOf(set(1), { publisher })).toMatchObject({ market, gate, policy });
  });

  test('are refused from another publisher, from an older set, and from one that was changed', () => {
    expect(() => pinsOf(set(1, 'thief'), { publisher })).toThrow(`not by ${publisher}`);
    expect(() => pinsOf(set(1), { publisher, atLeast: 2 })).toThrow('2 is known already');
    expect(() => pinsOf({ ...set(1), gate: xOnly('thief') }, { publisher })).toThrow('is not signed');
  });
});
