import { Transaction } from '@scure/btc-signer';
import { signSchnorr } from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../src/bitcoin/bytes.ts';
import { sighashOf } from '../../src/bitcoin/sighash.ts';
import { inputsOf } from '../../src/layout/layout.ts';
import { sellerLegLayout, transferLayout } from '../../src/listing/listing.ts';
import { passthroughLock } from '../../src/listing/passthrough.ts';
import { readSignatures } from '../../src/psbt/signed-step.ts';
import { psbtStep } from '../../src/psbt/step.ts';
import { planSale } from '../../src/purchase/plan.ts';
import { saleLayout, saleStep } from '../../src/purchase/sale.ts';
import {
  completed,
  KEYS,
  NETWORK,
  operatorSignatures,
  payer,
  saleQuestion,
  secret,
  signStep,
} from '../parties.ts';

const { terms } = planSale(saleQuestion(2, { payer: payer('buyer', 'p2sh-p2wpkh') }));
const table = saleLayout(terms, KEYS, NETWORK);
const signatures = {
  sellers: terms.listings.map((listing, i) => {
    const leg = sellerLegLayout(listing, KEYS, NETWORK);
    return readSignatures(
      leg,
      'seller',
      signStep(psbtStep(leg, 'seller', 1, 'any'), `seller ${i + 1}`),
      'step 1',
    )[0]!.signature;
  }),
  buyer: readSignatures(table, 'buyer', signStep(saleStep(terms, KEYS, NETWORK), 'buyer'), 'step 0'),
  ...operatorSignatures(table),
};

describe('a completed sale', () => {
  const sale = completed(table, signatures);
  const raw = Transaction.fromRaw(hexToBytes(sale.hex), {
    allowUnknownInputs: true,
    disableScriptCheck: true,
  });

  test('has the promised txid, P2SH script included', () => {
    expect(raw.id).toBe(sale.txid);
    expect(bytesToHex(raw.getInput(5).finalScriptSig!)).toMatch(/^160014[0-9a-f]{40}$/);
  });

  test('opens a passthrough with market, seller, leaf and control block', () => {
    const lock = passthroughLock(terms.listings[1]!.sellerKey, KEYS.market);
    expect(raw.getInput(4).finalScriptWitness!.map((item) => bytesToHex(item))).toEqual([
      signatures.market[1],
      signatures.sellers[1],
      lock.leaf,
      lock.controlBlock,
    ]);
  });
});

describe('a sale is not completed', () => {
  test('without each signature', () => {
    expect(() => completed(table, { ...signatures, market: signatures.market.slice(0, 1) })).toThrow(
      'market has not signed input 4 of the sale',
    );
    expect(() => completed(table, { ...signatures, buyer: [] })).toThrow('buyer has not signed input 5');
  });

  test('with a signature that does not verify, whoever gave it', () => {
    for (const party of ['sellers', 'market', 'operator'] as const) {
      const swapped = { ...signatures, [party]: signatures[party].toReversed() };
      expect(() => completed(table, swapped)).toThrow(expect.objectContaining({ code: 'bad_signature' }));
    }
  });

  test('with signatures that verified for another layout', () => {
    completed(table, signatures);
    const other = saleLayout({ ...terms, listings: terms.listings.toReversed() }, KEYS, NETWORK);
    expect(() => completed(other, signatures)).toThrow(expect.objectContaining({ code: 'bad_signature' }));
  });

  test('with a key path signature of the seller in place of the leaf', () => {
    const [index] = inputsOf(table, 'seller') as [number];
    const keyPath = bytesToHex(signSchnorr(sighashOf(table, index, 'DEFAULT'), secret('seller 1')));
    expect(() => completed(table, { ...signatures, sellers: [keyPath, signatures.sellers[1]!] })).toThrow(
      'must be signed with sighash SINGLE|ANYONECANPAY',
    );
  });
});

test('a transfer needs its seller and its anchor', () => {
  const transfer = transferLayout(terms.listings[0]!, KEYS);
  const signed = signStep(psbtStep(transfer, 'seller', 0, 'any'), 'seller 1');
  const seller = readSignatures(transfer, 'seller', signed, 'step 0')[0]!.signature;
  const { operator } = operatorSignatures(transfer);
  expect(completed(transfer, { sellers: [seller], operator }).txid).toBe(table.inputs[0]!.coin.txid);
  expect(() => completed(transfer, { sellers: [seller] })).toThrow('operator has not signed');
  expect(() => completed(transfer, { operator })).toThrow('seller has not signed');
});
