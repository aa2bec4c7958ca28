import { hex } from '@scure/base';
import { RawTx, Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { takeOfferBack } from '../../src/exit/offer.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import { secretOf, testWallet } from '../honest.ts';
import { fundingPreflight, PRICE } from '../honest-offers.ts';

const wallet = testWallet('p2wpkh', 5);
const request = {
  secret: hex.decode(secretOf(5)),
  toAddress: wallet.paymentAddress,
  network: 'regtest',
  feeRate: 2,
} as const;

async function signedParent(): Promise<string> {
  return wallet.signPsbt(fundingPreflight().preflight.offers[0]!.fundingParentStep);
}

test('a signed funding parent and the key make the package that takes the money back', async () => {
  const { parent, child, paidSats, feeSats } = takeOfferBack({
    ...request,
    fundingParent: await signedParent(),
  });
  expect(paidSats + feeSats).toBe(PRICE);
  const spend = RawTx.decode(hex.decode(child));
  const options = { allowUnknownOutputs: true, allowUnknownVersion: true };
  expect(spend.version).toBe(3);
  expect(hex.encode(spend.inputs[0]!.txid)).toBe(Transaction.fromRaw(hex.decode(parent), options).id);
  expect(spend.outputs).toEqual([
    { script: scriptOf(wallet.paymentAddress, 'regtest'), amount: BigInt(paidSats) },
  ]);
  expect(takeOfferBack({ ...request, fundingParent: parent }).parent).toBe(parent);
});

test('the fee is a quarter of the price at most, unless told otherwise', async () => {
  const fundingParent = await signedParent();
  const dear = { ...request, feeRate: 100, fundingParent };
  expect(() => takeOfferBack(dear)).toThrow(
    /^the fee of \d+ sats is \d+\.?\d* % of the \d+ sats .* limit is 25 %/,
  );
  expect(takeOfferBack({ ...dear, maxFeeShare: 0.9 }).feeSats).toBeGreaterThan(PRICE / 4);
});

describe('a parent that would raise the fee', () => {
  async function rawParent() {
    return RawTx.decode(
      hex.decode(takeOfferBack({ ...request, fundingParent: await signedParent() }).parent),
    );
  }

  test.each<[string, (own: Uint8Array[]) => Uint8Array[]]>([
    ['a third item', (own) => [...own, new Uint8Array(4_000)]],
    ['a long signature', ([, key]) => [new Uint8Array(74), key!]],
    ['a long key', ([signature]) => [signature!, new Uint8Array(34)]],
    ['an annex next to a taproot signature', () => [new Uint8Array(64), Uint8Array.of(0x50)]],
    ['a signature that is script', () => [new Uint8Array(66)]],
  ])('is refused for its witness: %s', async (_, witness) => {
    const raw = await rawParent();
    const witnesses = raw.witnesses!.map((own) => witness(own));
    const fundingParent = hex.encode(RawTx.encode({ ...raw, witnesses }));
    expect(() => takeOfferBack({ ...request, maxFeeShare: 1, fundingParent })).toThrow(
      /input 0 of the funding parent has a witness of \d+ bytes, which is not that of a payment address/,
    );
  });

  test('is refused for a script signature', async () => {
    const raw = await rawParent();
    const inputs = raw.inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array(24) }));
    const fundingParent = hex.encode(RawTx.encode({ ...raw, inputs }));
    expect(() => takeOfferBack({ ...request, fundingParent })).toThrow(/input 0 of the funding parent has/);
  });

  test('is refused for its size', async () => {
    const raw = await rawParent();
    const [offer, ...rest] = raw.outputs;
    const large = { script: new Uint8Array(9_900), amount: 0n };
    const fundingParent = hex.encode(RawTx.encode({ ...raw, outputs: [offer!, large, ...rest] }));
    expect(() => takeOfferBack({ ...request, maxFeeShare: 1, feeRate: 1, fundingParent })).toThrow(
      /^the funding parent has 10\d\d\d vB; nodes relay at most 10000 vB of version 3$/,
    );
  });
});

test('the key of somebody else takes nothing back', async () => {
  const fundingParent = await signedParent();
  const secret = hex.decode(secretOf(6));
  expect(() => takeOfferBack({ ...request, secret, fundingParent })).toThrow(/the offer belongs to the key/);
});

test('an offer that does not hold the fee is not taken back', async () => {
  const fundingParent = await signedParent();
  expect(() => takeOfferBack({ ...request, feeRate: 500, fundingParent })).toThrow(/do not cover a fee/);
});

test('a parent that nobody signed is refused', () => {
  const fundingParent = fundingPreflight().preflight.offers[0]!.fundingParentStep.psbtBase64;
  expect(() => takeOfferBack({ ...request, fundingParent })).toThrow(/is not signed/);
});

test.each(['ab', 'abcd', 'not a PSBT'])('what is no transaction is refused: "%s"', (fundingParent) => {
  expect(() => takeOfferBack({ ...request, fundingParent })).toThrow(
    /must be a PSBT in base64, or a transaction/,
  );
});
