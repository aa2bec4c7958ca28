import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import type { Layout } from '../../src/layout/layout.ts';
import { serialized } from '../../src/layout/layout.ts';
import { transferLayout } from '../../src/listing/listing.ts';
import type { PaymentType } from '../../src/locks/payer.ts';
import type { Party } from '../../src/locks/spending.ts';
import { MAX_PSBT_LENGTH, returnedInputs, sizeLimits } from '../../src/psbt/returned.ts';
import { readSignatures } from '../../src/psbt/signed-step.ts';
import { psbtStep } from '../../src/psbt/step.ts';
import { planSale } from '../../src/purchase/plan.ts';
import { saleLayout } from '../../src/purchase/sale.ts';
import {
  coin,
  KEYS,
  listingTerms,
  NETWORK,
  payer,
  publicKey,
  saleQuestion,
  signStep,
  xOnly,
} from '../parties.ts';
import { proprietary, type RawField, type RawMaps, withMaps } from '../psbt-fields.ts';

const transfer = transferLayout(listingTerms('seller'), KEYS);
const saleOf = (type: PaymentType, payments = 1): Layout => {
  const exactly = Array.from({ length: payments }, (_, i) => coin(`payment ${i}`, 900_000));
  const question = saleQuestion(1, { payer: payer('buyer', type), coins: { exactly } });
  return saleLayout(planSale(question).terms, KEYS, NETWORK);
};
const refusal = (code: string) => expect.objectContaining({ code });

const signed = (table: Layout, party: Party) => signStep(psbtStep(table, party, 0, 'any'), party);
/** The signed PSBT of `party` after `change` of its fields. */
const changed = (table: Layout, party: Party, change: (maps: RawMaps) => void) =>
  withMaps(signed(table, party), table.inputs.length, change);
const bytesOf = (psbtBase64: string) => Buffer.from(psbtBase64, 'base64').length;
const previous = (length: number): RawField => [Uint8Array.of(0), new Uint8Array(length)];

/** Fills every map with fields of the wallet's own until the PSBT has `bytes` bytes. */
function filled(table: Layout, party: Party, bytes: number, each = 200): string {
  let missing = bytes - bytesOf(signed(table, party));
  return changed(table, party, ({ global, inputs, outputs }) => {
    for (const map of [...inputs, ...outputs, global]) {
      for (let i = 0; i < 20 && missing >= 10; i += 1) {
        // 7 bytes of key, each length behind one byte
        const value = missing - 9 <= each ? missing - 9 : Math.min(each, missing - 9 - 10);
        map.push(proprietary(i, value));
        missing -= value + 9;
      }
    }
    if (missing > 0) throw new Error(`${missing} bytes find no place`);
  });
}

describe('the size of a returned PSBT', () => {
  test('is bounded by its unsigned transaction, its inputs and its outputs', () => {
    const { inputs, outputs } = transfer;
    expect(sizeLimits(transfer, 'seller')).toEqual({
      fields: serialized(transfer, false).length + 1_000 + 1_000 * inputs.length + 300 * outputs.length,
      previous: 1_000,
    });
    const built = bytesOf(psbtStep(transfer, 'seller', 0, 'any').psbtBase64);
    const { fields } = sizeLimits(transfer, 'seller');
    expect(fields / built).toBeLessThan(15);
  });

  test.each(['p2wpkh', 'p2tr'] as const)(
    'may be filled up to the limit by a %s payer, and no further',
    (type) => {
      const table = saleOf(type, 3);
      const { fields } = sizeLimits(table, 'buyer');
      expect(readSignatures(table, 'buyer', filled(table, 'buyer', fields), 'step 0')).toHaveLength(3);
      expect(() => readSignatures(table, 'buyer', filled(table, 'buyer', fields + 1), 'step 0')).toThrow(
        `step 0 has ${fields + 1} bytes without previous transactions; at most ${fields} are allowed`,
      );
    },
  );

  test('counts previous transactions apart: small ones for anybody, a large one where ECDSA signs', () => {
    for (const [type, large] of [
      ['p2wpkh', 100_000],
      ['p2sh-p2wpkh', 100_000],
      ['p2tr', 0],
    ] as const) {
      const table = saleOf(type, 2);
      const limit = 1_000 * 2 + large;
      expect(sizeLimits(table, 'buyer').previous).toBe(limit);
      const carrying = (bytes: number) =>
        changed(table, 'buyer', ({ inputs }) => {
          inputs.at(-1)!.unshift(previous(bytes - 500));
          inputs.at(-2)!.unshift(previous(500));
        });
      expect(readSignatures(table, 'buyer', carrying(limit), 'step 0')).toHaveLength(2);
      expect(() => readSignatures(table, 'buyer', carrying(limit + 1), 'step 0')).toThrow(
        `step 0 has previous transactions of ${limit + 1} bytes; at most ${limit} are allowed`,
      );
    }
    // the anchor of a transfer is not the seller's to sign
    expect(sizeLimits(transfer, 'seller').previous).toBe(1_000);
  });

  test('is looked at before anything is decoded', () => {
    const { fields, previous: before } = sizeLimits(transfer, 'seller');
    const most = Math.ceil((fields + before) / 3) * 4;
    expect(() => returnedInputs(transfer, 'seller', '!'.repeat(most), 'step 0')).toThrow('is not base64');
    expect(() => returnedInputs(transfer, 'seller', '!'.repeat(most + 1), 'step 0')).toThrow(
      `step 0 has ${most + 1} characters; at most ${most} are allowed for its transaction`,
    );
    const vast = { ...saleOf('p2wpkh', 500), inputs: Array(1_000).fill(transfer.inputs[0]) } as Layout;
    expect(() => returnedInputs(vast, 'buyer', 'A'.repeat(MAX_PSBT_LENGTH + 1), 'step 0')).toThrow(
      refusal('too_large'),
    );
  });

  test('cannot be grown by many small fields', () => {
    const many = (count: number) =>
      changed(transfer, 'seller', ({ outputs }) => {
        for (let i = 0; i < count; i += 1) outputs[0]!.push(proprietary(i, 0));
      });
    expect(readSignatures(transfer, 'seller', many(32), 'step 0')).toHaveLength(1);
    expect(() => readSignatures(transfer, 'seller', many(33), 'step 0')).toThrow(
      'step 0 is damaged: output 0 has more than 32 fields',
    );
    expect(() => readSignatures(transfer, 'seller', many(60_000), 'step 0')).toThrow(refusal('too_large'));
  });
});

describe('what real wallets add', () => {
  test('is taken: derivation paths, extended keys, previous transactions, fields of their own', () => {
    const compressed = hex.decode(publicKey('buyer'));
    const path = Uint8Array.of(1, 2, 3, 4, ...new Uint8Array(20));
    for (const type of ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const) {
      const table = saleOf(type, 2);
      const returned = changed(table, 'buyer', ({ global, inputs, outputs }) => {
        global.push([Uint8Array.of(0x01, ...new Uint8Array(78).fill(4)), path], proprietary(1, 40));
        global.push([Uint8Array.of(0xfb), new Uint8Array(4)]);
        for (const input of inputs.slice(-2)) {
          input.unshift(previous(400));
          input.push([Uint8Array.of(0x06, ...compressed), path]);
          input.push([Uint8Array.of(0x16, ...compressed.slice(1)), Uint8Array.of(0, ...path)]);
          input.push(proprietary(2, 100));
        }
        for (const output of outputs) output.push([Uint8Array.of(0x02, ...compressed), path]);
        outputs.at(-1)!.push([Uint8Array.of(0x05), hex.decode(xOnly('buyer'))]);
      });
      expect(readSignatures(table, 'buyer', returned, 'step 0')).toHaveLength(2);
    }
  });

  test('is not decoded: a derivation path of a key that is no point is ignored', () => {
    const returned = changed(transfer, 'seller', ({ inputs }) => {
      inputs[0]!.push([Uint8Array.of(0x06, 2, ...new Uint8Array(32).fill(0xff)), new Uint8Array(3)]);
    });
    expect(readSignatures(transfer, 'seller', returned, 'step 0')).toHaveLength(1);
  });
});

describe('a returned PSBT is strict', () => {
  test('base64: nothing else is skipped over, only the padding may be left out', () => {
    const text = signed(transfer, 'seller');
    const unpadded = text.replace(/=+$/, '');
    expect(returnedInputs(transfer, 'seller', unpadded, 'step 0')).toHaveLength(2);
    for (const spoilt of [
      ` ${text}`,
      `${text.slice(0, 40)}\n${text.slice(40)}`,
      `${text.slice(0, 40)}!${text.slice(40)}`,
      text.replaceAll('/', '_').replaceAll('+', '-').replace('A', '-'),
      `${unpadded}=====`,
      `${text.slice(0, 4)}=${text.slice(5)}`,
      unpadded.slice(0, unpadded.length - (unpadded.length % 4) + 1),
    ])
      expect(() => returnedInputs(transfer, 'seller', spoilt, 'step 0'), spoilt.slice(0, 60)).toThrow(
        'step 0 is not base64',
      );
  });

  test('base64: bits behind the last byte are zero', () => {
    const ends = [1, 2].map((bytes) => Buffer.alloc(bytes).toString('base64'));
    expect(ends).toEqual(['AA==', 'AAA=']);
    for (const end of ['AB==', 'AAB='])
      expect(() => returnedInputs(transfer, 'seller', end, 'step 0')).toThrow('is not base64');
    for (const end of ends)
      expect(() => returnedInputs(transfer, 'seller', end, 'step 0')).toThrow('is not a PSBT');
  });

  test('fields that have no key of their own come without key data', () => {
    for (const type of [0x01, 0x03, 0x04, 0x05, 0x07, 0x08, 0x13, 0x17, 0x18]) {
      const returned = changed(transfer, 'seller', ({ inputs }) => {
        const other = inputs[0]!.filter(([key]) => key[0] !== type);
        inputs[0] = [...other, [Uint8Array.of(type, 1), new Uint8Array(4)]];
      });
      expect(() => returnedInputs(transfer, 'seller', returned, 'step 0')).toThrow(
        `step 0 is damaged: input 0 has a field of type ${type} with a key`,
      );
    }
  });

  test.each([
    ['global', [0x02, 0x03, 0x04, 0x05, 0x06]],
    ['input', [0x0e, 0x0f, 0x10, 0x11, 0x12]],
    ['output', [0x03, 0x04]],
  ] as const)('%s fields of PSBTs of version 2 are refused', (where, types) => {
    for (const type of types) {
      const returned = changed(transfer, 'seller', ({ global, inputs, outputs }) => {
        ({ global, input: inputs[1]!, output: outputs[1]! })[where].push([
          Uint8Array.of(type),
          new Uint8Array(4),
        ]);
      });
      expect(() => returnedInputs(transfer, 'seller', returned, 'step 0')).toThrow(
        `step 0 is damaged: it has a field of type ${type}, which only version 2 has`,
      );
    }
  });

  test('a version is named 0 or not at all', () => {
    const named = (version: number) =>
      changed(transfer, 'seller', ({ global }) => {
        global.push([Uint8Array.of(0xfb), Uint8Array.of(version, 0, 0, 0)]);
      });
    expect(returnedInputs(transfer, 'seller', named(0), 'step 0')).toHaveLength(2);
    expect(() => returnedInputs(transfer, 'seller', named(2), 'step 0')).toThrow(
      'step 0 is damaged: its version is not 0',
    );
  });
});

test('a returned PSBT gives what a library reads in it', () => {
  for (const type of ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const) {
    const table = saleOf(type, 2);
    const text = signed(table, 'buyer');
    const library = Transaction.fromPSBT(Buffer.from(text, 'base64'), {
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    });
    const read = returnedInputs(table, 'buyer', text, 'step 0');
    for (const [index, fields] of read.entries()) {
      const { partialSig, tapKeySig, redeemScript, tapInternalKey } = library.getInput(index);
      expect({ ...fields, partialSig: [...fields.partialSig] }).toMatchObject({
        partialSig: partialSig ?? [],
        ...(tapKeySig && { tapKeySig }),
        ...(redeemScript && { redeemScript }),
        ...(tapInternalKey && { tapInternalKey }),
      });
    }
  }
});
