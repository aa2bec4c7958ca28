/**
 * Attacker: a service with the market key, which builds what the SDK is asked to sign.
 * Aim:      the leg of the wallet's own listing beside an output that the wallet counts: two trades for one payment.
 * Guard:    no seller of a purchase is the buyer, an acceptance sends the inscription alone, a fill is of version 3.
 */
import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import { checkFill } from '../../src/fill/check.ts';
import { checkAcceptance } from '../../src/offer/check.ts';
import { checkPurchase } from '../../src/purchase/check.ts';
import { readPsbt } from '../../src/signing/psbt.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import { passthrough, psbtOf, purchasePreflight, testWallet, transferOf } from '../honest.ts';
import { acceptPreflight, fillPreflight } from '../honest-offers.ts';

const buyer = testWallet('p2wpkh', 5);
const own = passthrough(buyer.ordinalsPublicKey);
const ordinals = scriptOf(buyer.ordinalsAddress, 'regtest');
const POSTAGE = 10_000n;

/** `server/test/attacks/own-leg.test.ts` has a node mine a transaction of this shape. */
test("a purchase of the buyer's own listing under another name is refused, with figures that add up", () => {
  const listed = transferOf(0x41, own.script);
  const { preflight, terms } = purchasePreflight('p2wpkh', {
    sale: ({ inputs, outputs }) => {
      inputs[1]!.txid = listed.id;
      Object.assign(inputs[4]!, { txid: listed.id, witnessUtxo: { script: own.script, amount: POSTAGE } });
      // the leg that the buyer signed as a seller requires this output: the buyer would pay for their own item
      outputs[4]!.script = ordinals;
    },
    answer: (answer) => {
      answer.expectedListingTransferTxids[1] = listed.id;
      answer.listingTransfers[1] = listed.raw;
    },
  });
  const listings = terms.listings.map(({ location: _, ...wanted }) => wanted);
  expect(() => checkPurchase(preflight, { ...terms, listings })).toThrow(
    /the seller's output of [0-9a-f]{64}i0 is ours/,
  );
});

test('an acceptance whose first output takes more than the inscription is refused', () => {
  const { preflight, terms } = acceptPreflight({
    settlement: ({ outputs }) => {
      outputs[0]!.amount += POSTAGE;
    },
  });
  expect(() => checkAcceptance(preflight, terms)).toThrow(/output 0 of the settlement pays/);
});

test('a fill of another version than 3 is refused: there the leg of a listing would fit', () => {
  const { preflight, terms } = fillPreflight();
  const { inputs, outputs } = readPsbt(preflight.sellerStep.psbtBase64);
  const draft = {
    inputs: inputs.map(({ txid: id, vout, script, valueSats }) => ({
      txid: id,
      index: vout,
      witnessUtxo: { script, amount: BigInt(valueSats) },
    })),
    outputs: outputs.map(({ script, valueSats }) => ({ script, amount: BigInt(valueSats) })),
  };
  preflight.sellerStep.psbtBase64 = psbtOf(draft);
  preflight.expectedSettlementTxid = readPsbt(preflight.sellerStep.psbtBase64).txid;
  expect(() => checkFill(preflight, terms)).toThrow(/the admission coin has sequence/);
  expect(hex.encode(inputs[0]!.script)).toHaveLength(68);
});
