import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../../src/store/event/events.ts';
import { createSeal } from '../../../src/trading/event/sealed-event.ts';

const OLD = { id: 'old', secret: 'the secret before, of 32 bytes or more' };
const NEW = { id: 'new', secret: 'the secret of now, of 32 bytes or more' };
const EVENT: StoredEvent = {
  seq: 1_042,
  mark: '77ab01c29e10',
  type: 'trade.moved',
  subject: 'trade:1',
  audience: 'own',
  profileIds: ['3b1f0000-0000-4000-8000-000000000001'],
  tradeId: null,
  slugs: ['quiet-mice'],
  inscriptionIds: [],
  state: { kind: 'purchase', from: null, status: 'broadcasting' },
  happenedAt: new Date('2026-01-02T03:04:05.678Z'),
};
const relayed = { event: EVENT, before: '9f3c1a2b04de' };
const seal = createSeal([NEW, OLD], 'mainnet');

describe('a sealed event', () => {
  test('opens as it was, for each replica that has its key', () => {
    expect(seal.open(seal.seal(relayed))).toEqual(relayed);
    expect(seal.open(createSeal([OLD], 'mainnet').seal(relayed))).toEqual(relayed);
    expect(createSeal([OLD], 'mainnet').open(seal.seal(relayed))).toBe(null);
  });

  test('shows nothing of its content, and never looks the same twice', () => {
    const { sealed } = seal.seal(relayed);
    expect(sealed.toString('latin1')).not.toMatch(/trade|purchase|quiet|3b1f/);
    expect(seal.seal(relayed).sealed.equals(sealed)).toBe(false);
  });

  test('does not open with any bit changed, cut off or added', () => {
    const entry = seal.seal(relayed);
    for (let i = 0; i < entry.sealed.length * 8; i += 7) {
      const sealed = Buffer.from(entry.sealed);
      sealed[i >> 3]! ^= 1 << (i & 7);
      expect(seal.open({ ...entry, sealed })).toBe(null);
    }
    for (let end = 0; end < entry.sealed.length; end++)
      expect(seal.open({ ...entry, sealed: entry.sealed.subarray(0, end) })).toBe(null);
    expect(seal.open({ ...entry, sealed: Buffer.concat([entry.sealed, Buffer.alloc(1)]) })).toBe(null);
  });

  test.each([1_043, 1_041, 0, null])('does not open under the number %s', (seq) => {
    expect(seal.open({ ...seal.seal(relayed), seq })).toBe(null);
  });

  test('does not open under another key id, with the secret of others, or for another service', () => {
    const entry = seal.seal(relayed);
    expect(seal.open({ ...entry, keyId: 'old' })).toBe(null);
    expect(seal.open({ ...entry, keyId: 'none' })).toBe(null);
    expect(createSeal([{ ...OLD, id: 'new' }], 'mainnet').open(entry)).toBe(null);
    expect(createSeal([NEW], 'signet').open(entry)).toBe(null);
  });
});
