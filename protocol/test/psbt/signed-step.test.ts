import { base64, hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { inputsOf, type Layout, layout, pay, row, spend } from '../../src/layout/layout.ts';
import { sellerLegLayout, transferLayout } from '../../src/listing/listing.ts';
import type { PaymentType } from '../../src/locks/payer.ts';
import { payerLock } from '../../src/locks/payer.ts';
import { MAX_PSBT_LENGTH } from '../../src/psbt/returned.ts';
import { readSignatures } from '../../src/psbt/signed-step.ts';
import { psbtStep } from '../../src/psbt/step.ts';
import { planSale } from '../../src/purchase/plan.ts';
import { saleLayout } from '../../src/purchase/sale.ts';
import {
  coin,
  KEYS,
  listingTerms,
  NETWORK,
  openPsbt,
  payer,
  publicKey,
  saleQuestion,
  signStep,
  xOnly,
} from '../parties.ts';

const TYPES: PaymentType[] = ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'];

/** A sale of one listing with two payments, of a payer of each type. */
function saleOf(type: PaymentType): Layout {
  const coins = { exactly: [coin('first', 900_000), coin('second', 800_000)] };
  return saleLayout(planSale(saleQuestion(1, { payer: payer('buyer', type), coins })).terms, KEYS, NETWORK);
}

const leg = sellerLegLayout(listingTerms('seller'), KEYS, NETWORK);
const transfer = transferLayout(listingTerms('seller'), KEYS);
const refusal = (code: string) => expect.objectContaining({ code });

/** The PSBT of a party, signed by that party's wallet and then changed. */
function returned(
  table: Layout,
  party: 'seller' | 'buyer',
  change?: (transaction: Transaction) => void,
): string {
  return signStep(psbtStep(table, party, 0, 'any'), party, change);
}

/** Sets fields that btc-signer would not set on a signed input. */
function force(transaction: Transaction, index: number, fields: object): void {
  transaction.updateInput(index, fields, true);
}

describe('a signed step', () => {
  test.each(TYPES)('of a %s payer gives one signature for each input asked, partial or finalised', (type) => {
    const table = saleOf(type);
    const partial = readSignatures(table, 'buyer', returned(table, 'buyer'), 'step 0');
    expect(partial.map(({ inputIndex }) => inputIndex)).toEqual(inputsOf(table, 'buyer'));
    const finalised = returned(table, 'buyer', (transaction) => {
      for (const index of inputsOf(table, 'buyer')) transaction.finalizeIdx(index);
    });
    expect(readSignatures(table, 'buyer', finalised, 'step 0')).toHaveLength(2);
  });

  test('may carry derivation paths and unknown fields, and may drop what was sent', () => {
    const table = saleOf('p2wpkh');
    const signed = returned(table, 'buyer', (transaction) => {
      const [index] = inputsOf(table, 'buyer') as [number];
      const path = { fingerprint: 1, path: [84, 0, 0] };
      force(transaction, index, {
        bip32Derivation: [[hex.decode(publicKey('buyer')), path]],
        sighashType: undefined,
      });
    });
    expect(readSignatures(table, 'buyer', signed, 'step 0')).toHaveLength(2);
  });

  test('may come without the padding of its base64', () => {
    for (const payer of ['p2wpkh', 'p2tr'] as const) {
      const signed = returned(saleOf(payer), 'buyer');
      expect(readSignatures(saleOf(payer), 'buyer', signed.replace(/=+$/, ''), 'step 0')).toHaveLength(2);
    }
  });

  test('may carry the true internal key of a passthrough, and no other', () => {
    const withKey = (name: string) =>
      returned(leg, 'seller', (transaction) =>
        force(transaction, 0, { tapInternalKey: hex.decode(xOnly(name)) }),
      );
    expect(readSignatures(leg, 'seller', withKey('seller'), 'step 1')).toHaveLength(1);
    expect(() => readSignatures(leg, 'seller', withKey('market'), 'step 1')).toThrow(
      'the internal key was changed',
    );
  });
});

describe('refused is a signed step', () => {
  test('with a key path signature on a passthrough, though the leaf is signed too', () => {
    const signed = returned(leg, 'seller', (transaction) =>
      force(transaction, 0, { tapKeySig: new Uint8Array(64).fill(1) }),
    );
    expect(() => readSignatures(leg, 'seller', signed, 'step 1')).toThrow(
      'without the market; sign the leaf only',
    );
  });

  test('that is not signed', () => {
    const { psbtBase64 } = psbtStep(transfer, 'seller', 0, 'any');
    expect(() => readSignatures(transfer, 'seller', psbtBase64, 'step 0')).toThrow(
      'step 0, input 0: it is not signed',
    );
  });

  test('by another key', () => {
    const table = saleOf('p2wpkh');
    const lock = payerLock(payer('thief', 'p2wpkh'));
    const stolen = {
      ...table,
      inputs: table.inputs.map((input) => (input.signs.buyer ? { ...input, lock } : input)),
    };
    const signed = signStep(psbtStep(stolen, 'buyer', 0, 'any'), 'thief', (transaction) => {
      for (const index of inputsOf(table, 'buyer')) {
        const { witnessUtxo } = openPsbt(psbtStep(table, 'buyer', 0, 'any').psbtBase64).getInput(index);
        force(transaction, index, { witnessUtxo });
      }
    });
    expect(() => readSignatures(table, 'buyer', signed, 'step 0')).toThrow(refusal('bad_signature'));
  });

  test('with another sighash type', () => {
    const loose = { ...leg, inputs: [{ ...leg.inputs[0]!, signs: { seller: 'ALL|ANYONECANPAY' as const } }] };
    const kept = signStep(psbtStep(loose, 'seller', 1, 'any'), 'seller');
    expect(() => readSignatures(leg, 'seller', kept, 'step 1')).toThrow('the sighash type was changed');
    const dropped = signStep(psbtStep(loose, 'seller', 1, 'any'), 'seller', (transaction) =>
      force(transaction, 0, { sighashType: undefined }),
    );
    expect(() => readSignatures(leg, 'seller', dropped, 'step 1')).toThrow(
      'must be signed with sighash SINGLE|ANYONECANPAY',
    );
  });

  test('whose signature is over another transaction', () => {
    const other = layout('other', [row(leg.inputs[0]!, pay('seller', 40_000, leg.outputs[0]!.script))]);
    const { tapScriptSig } = openPsbt(returned(other, 'seller')).getInput(0);
    const transaction = openPsbt(psbtStep(leg, 'seller', 1, 'any').psbtBase64);
    force(transaction, 0, { tapScriptSig });
    const signed = base64.encode(transaction.toPSBT());
    expect(() => readSignatures(leg, 'seller', signed, 'step 1')).toThrow('does not verify');
  });

  test.each([
    ['an output', (table: Layout) => ({ ...table, outputs: [{ ...table.outputs[0]!, valueSats: 40_000 }] })],
    ['a sequence', (table: Layout) => ({ ...table, inputs: [{ ...table.inputs[0]!, sequence: 0 }] })],
    ['the version', (table: Layout) => ({ ...table, version: 3 })],
    [
      'an outpoint',
      (table: Layout) => ({ ...table, inputs: [{ ...table.inputs[0]!, coin: coin('x', 546) }] }),
    ],
  ])('with %s changed', (_, change) => {
    const signed = returned(change(leg), 'seller');
    expect(() => readSignatures(leg, 'seller', signed, 'step 1')).toThrow(
      'is not the transaction of the preflight',
    );
  });

  test('with a spent output of another value or script', () => {
    const [inscription] = transfer.inputs as [(typeof transfer.inputs)[0]];
    for (const witnessUtxo of [
      { amount: 547n, script: hex.decode(inscription.lock.script) },
      { amount: 546n, script: hex.decode(transfer.outputs[0]!.script) },
    ]) {
      const signed = returned(transfer, 'seller', (transaction) => force(transaction, 0, { witnessUtxo }));
      expect(() => readSignatures(transfer, 'seller', signed, 'step 0')).toThrow(
        'the spent output was changed',
      );
    }
  });

  test('with another redeem script, leaf or merkle root', () => {
    const table = saleOf('p2sh-p2wpkh');
    const index = inputsOf(table, 'buyer')[0]!;
    const foreign = returned(table, 'buyer', (transaction) =>
      force(transaction, 0, { redeemScript: hex.decode('51') }),
    );
    expect(() => readSignatures(table, 'buyer', foreign, 'step 0')).toThrow(
      'input 0: the redeem script was changed',
    );
    const own = returned(table, 'buyer', (transaction) =>
      force(transaction, index, { witnessScript: hex.decode('51') }),
    );
    expect(() => readSignatures(table, 'buyer', own, 'step 0')).toThrow('the witness script was changed');
    const root = returned(leg, 'seller', (transaction) =>
      force(transaction, 0, { tapMerkleRoot: new Uint8Array(32) }),
    );
    expect(() => readSignatures(leg, 'seller', root, 'step 1')).toThrow('the merkle root was changed');
    const other = sellerLegLayout(listingTerms('other seller'), KEYS, NETWORK);
    const { tapLeafScript } = openPsbt(psbtStep(other, 'seller', 1, 'any').psbtBase64).getInput(0);
    const leaf = returned(leg, 'seller', (transaction) => force(transaction, 0, { tapLeafScript }));
    expect(() => readSignatures(leg, 'seller', leaf, 'step 1')).toThrow('the leaf was changed');
  });

  test('that signs an input it was not asked to', () => {
    const signed = returned(transfer, 'seller', (transaction) => {
      force(transaction, 1, {
        partialSig: [[hex.decode(publicKey('anchor')), hex.decode('300602010102010101')]],
      });
    });
    expect(() => readSignatures(transfer, 'seller', signed, 'step 0')).toThrow(
      'input 1: it is signed but must not be',
    );
  });

  test('with another signature beside the right one', () => {
    const signed = returned(leg, 'seller', (transaction) => {
      force(transaction, 0, {
        partialSig: [[hex.decode(publicKey('thief')), hex.decode('300602010102010101')]],
      });
    });
    expect(() => readSignatures(leg, 'seller', signed, 'step 1')).toThrow('has 2 signatures');
  });

  test('that is finalised with a witness we would not build', () => {
    for (const [table, party, index, witness] of [
      [transfer, 'seller', 0, [new Uint8Array(64), new Uint8Array(3)]],
      [leg, 'seller', 0, [new Uint8Array(65)]],
      [saleOf('p2wpkh'), 'buyer', 3, [new Uint8Array(71)]],
    ] as const) {
      const { psbtBase64 } = psbtStep(table, party, 0, 'any');
      const transaction = openPsbt(psbtBase64);
      force(transaction, index, { finalScriptWitness: witness });
      const finalised = base64.encode(transaction.toPSBT());
      expect(() => readSignatures(table, party, finalised, 'step')).toThrow(refusal('bad_signature'));
    }
  });

  test('that is finalised with its signature and anything else than its key', () => {
    const table = saleOf('p2wpkh');
    const [index] = inputsOf(table, 'buyer') as [number];
    const key = hex.decode(publicKey('buyer'));
    const finalised = (items: (signature: Uint8Array) => Uint8Array[]) =>
      returned(table, 'buyer', (transaction) => {
        transaction.finalizeIdx(index);
        const [signature] = transaction.getInput(index).finalScriptWitness!;
        force(transaction, index, { finalScriptWitness: items(signature!) });
      });
    const read = (psbt: string) => readSignatures(table, 'buyer', psbt, 'step 0');
    expect(read(finalised((signature) => [signature, key]))).toHaveLength(2);
    for (const items of [
      (signature: Uint8Array) => [signature, hex.decode(publicKey('thief'))],
      (signature: Uint8Array) => [signature],
      (signature: Uint8Array) => [signature, key, Uint8Array.of(0x50)],
    ])
      expect(() => read(finalised(items))).toThrow(refusal('bad_signature'));
  });

  test('that is no PSBT of version 0, or does not decode behind its transaction', () => {
    const { psbtBase64 } = psbtStep(leg, 'seller', 1, 'any');
    const version2 = Transaction.fromPSBT(base64.decode(psbtBase64), { disableScriptCheck: true }).toPSBT(2);
    for (const text of ['', '!!!!', 'AAAA', psbtBase64.slice(0, 40), base64.encode(version2)]) {
      expect(() => readSignatures(leg, 'seller', text, 'step 1')).toThrow(refusal('bad_psbt'));
    }
    const cut = base64.encode(base64.decode(psbtBase64).subarray(0, -9));
    expect(() => readSignatures(leg, 'seller', cut, 'step 1')).toThrow('step 1 is damaged');
  });

  test('that is larger than any step, before it is parsed', () => {
    expect(() => readSignatures(leg, 'seller', 'A'.repeat(MAX_PSBT_LENGTH + 1), 'step 1')).toThrow(
      refusal('too_large'),
    );
  });
});

test('a payment of the wallet that sells is not confused with its passthrough', () => {
  const taproot = payer('seller', 'p2tr');
  const table = layout('both roles', [
    row(leg.inputs[0]!, leg.outputs[0]!),
    row(spend('payment', coin('p', 90_000), payerLock(taproot), { seller: 'DEFAULT' }), null),
  ]);
  expect(
    readSignatures(table, 'seller', returned(table, 'seller'), 'step').map(
      ({ signature }) => signature.length,
    ),
  ).toEqual([130, 128]);
});
