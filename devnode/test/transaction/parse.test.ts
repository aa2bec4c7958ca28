import { hex } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteReader, TransactionFormatError } from '../../src/transaction/byte-reader.ts';
import { checkTransaction } from '../../src/transaction/check.ts';
import { parseTransaction, readTransaction } from '../../src/transaction/parse.ts';
import { serializeTransaction } from '../../src/transaction/serialize.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';

const OUTPOINT = `${'11'.repeat(32)}00000000`;
const INPUT = `${OUTPOINT}00ffffffff`;
const OUTPUT = 'e80300000000000001'.concat('51');
const LEGACY = `0200000001${INPUT}01${OUTPUT}00000000`;
const SEGWIT = `02000000000101${INPUT}01${OUTPUT}0102abcd00000000`;

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const anyTransaction: fc.Arbitrary<Transaction> = fc.record({
  version: fc.nat(0xffffffff),
  inputs: fc.array(
    fc.record({
      txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => hex.encode(hash)),
      vout: fc.nat(0xffffffff),
      scriptSig: bytes(300),
      sequence: fc.nat(0xffffffff),
      witness: fc.array(bytes(300), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  outputs: fc.array(
    fc.record({ valueSats: fc.integer({ min: -1, max: Number.MAX_SAFE_INTEGER }), script: bytes(60) }),
    { maxLength: 4 },
  ),
  lockTime: fc.nat(0xffffffff),
});

describe('parseTransaction', () => {
  test('reads back every transaction that serializeTransaction writes', () => {
    fc.assert(
      fc.property(anyTransaction, (tx) => {
        expect(parseTransaction(serializeTransaction(tx))).toEqual(tx);
      }),
    );
  });

  test('what parses is written back byte for byte, and nothing else than a format error is thrown', () => {
    const seeds = [LEGACY, SEGWIT].map((seed) => hex.decode(seed));
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.nat(200), fc.nat(255), (seed, at, value) => {
        const mutated = Uint8Array.from(seed);
        mutated[at % seed.length] = value;
        try {
          const tx = parseTransaction(mutated);
          if (tx.outputs.every(({ valueSats }) => Math.abs(valueSats) < Number.MAX_SAFE_INTEGER))
            expect(serializeTransaction(tx)).toEqual(mutated);
        } catch (error) {
          expect(error).toBeInstanceOf(TransactionFormatError);
        }
      }),
    );
  });

  test('reads both forms', () => {
    expect(parseTransaction(hex.decode(LEGACY)).inputs[0]!.witness).toEqual([]);
    const tx = parseTransaction(hex.decode(SEGWIT));
    expect(tx.inputs[0]).toMatchObject({ txid: '11'.repeat(32), vout: 0, sequence: 0xffffffff });
    expect(tx.inputs[0]!.witness).toEqual([Uint8Array.of(0xab, 0xcd)]);
    expect(tx.outputs).toEqual([{ valueSats: 1000, script: Uint8Array.of(0x51) }]);
  });

  test.each([
    ['trailing bytes', `${LEGACY}00`, '1 bytes after the end'],
    ['an early end', LEGACY.slice(0, -2), 'end of data'],
    [
      'a witness record without witnesses',
      SEGWIT.replace('0102abcd00000000', '0000000000'),
      'Superfluous witness record',
    ],
    [
      'an unknown marker flag',
      SEGWIT.replace('020000000001', '020000000002'),
      'Unknown transaction optional data',
    ],
    [
      'an unknown flag beside the witness',
      SEGWIT.replace('020000000001', '020000000003'),
      'Unknown transaction optional data',
    ],
    [
      'a compactsize longer than needed',
      LEGACY.replace('0200000001', '02000000fd0100'),
      'non-canonical ReadCompactSize()',
    ],
    [
      'a four-byte compactsize longer than needed',
      LEGACY.replace('0200000001', '02000000fe01000000'),
      'non-canonical',
    ],
    [
      'an eight-byte compactsize longer than needed',
      LEGACY.replace('0200000001', '02000000ff0100000000000000'),
      'non-canonical',
    ],
    ['a length above 32 MiB', LEGACY.replace('0200000001', '02000000fe01000002'), 'size too large'],
    ['nothing', '', 'end of data'],
  ])('refuses %s', (_what, serialized, message) => {
    expect(() => parseTransaction(hex.decode(serialized))).toThrow(TransactionFormatError);
    expect(() => parseTransaction(hex.decode(serialized))).toThrow(message);
  });

  test('an amount beyond exact numbers is clamped, and the transaction refused as a node refuses it', () => {
    const huge = parseTransaction(hex.decode(LEGACY.replace('e803000000000000', 'ffffffffffffff7f')));
    expect(checkTransaction(huge)).toBe('bad-txns-vout-toolarge');
    const negative = parseTransaction(hex.decode(LEGACY.replace('e803000000000000', '0000000000000080')));
    expect(checkTransaction(negative)).toBe('bad-txns-vout-negative');
  });

  test('a cursor stands behind the transaction it read', () => {
    const reader = byteReader(hex.decode(LEGACY + SEGWIT));
    expect(serializeTransaction(readTransaction(reader))).toEqual(hex.decode(LEGACY));
    expect(serializeTransaction(readTransaction(reader))).toEqual(hex.decode(SEGWIT));
    expect(reader.offset).toBe(reader.bytes.length);
  });
});
