import { hex } from '@scure/base';
import { RawTx, Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
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

test.each(['', 'abcd', 'not a PSBT'])('what is no transaction is refused: "%s"', (fundingParent) => {
  expect(() => takeOfferBack({ ...request, fundingParent })).toThrow(
    /must be a PSBT in base64, or a transaction/,
  );
});
