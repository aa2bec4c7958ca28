import { describe, expect, test } from 'vitest';
import { type KeySet, parseKeySet, signKeySet } from '../src/key-set.ts';
import { SIGNER_KEYS, secret, xOnly } from './parties.ts';

const SET: KeySet = { ...SIGNER_KEYS, network: 'regtest', number: 3, issuedAt: '2026-11-22T12:00:00Z' };

describe('a key set', () => {
  test('is read back as its publisher signed it, also from JSON', () => {
    const signed = signKeySet(SET, secret('publisher'));
    expect(signed.publisher).toBe(xOnly('publisher'));
    expect(parseKeySet(JSON.parse(JSON.stringify(signed)))).toEqual(signed);
  });

  test('may lack the keys of collection offers', () => {
    const signed = signKeySet({ ...SET, policy: null, gate: null }, secret('publisher'));
    expect(parseKeySet(signed)).toMatchObject({ policy: null, gate: null });
  });

  test.each(Object.keys(signKeySet(SET, secret('publisher'))))('is refused when %s is changed', (field) => {
    const signed = signKeySet(SET, secret('publisher')) as unknown as Record<string, unknown>;
    const changed = {
      network: 'mainnet',
      number: 4,
      issuedAt: '2026-11-22T12:00:01Z',
      signature: `${'0'.repeat(127)}1`,
    }[field];
    expect(() => parseKeySet({ ...signed, [field]: changed ?? xOnly('thief') })).toThrow(
      'the key set is not signed by its publisher',
    );
    expect(() => parseKeySet({ ...signed, [field]: 'x' })).toThrow(`${field} of the key set is "x"`);
  });

  test('is refused when two of its keys are one, or when it is no object', () => {
    expect(() => signKeySet({ ...SET, gate: SET.policy }, secret('publisher'))).toThrow('must all differ');
    expect(() => signKeySet(SET, secret('market'))).toThrow('must all differ');
    for (const value of [null, 'set', 1]) expect(() => parseKeySet(value)).toThrow(RangeError);
  });
});
