/**
 * Attacker: a service with the market key, which builds what the SDK is asked to sign.
 * Aim:      the leg of the wallet's own listing beside an output that the wallet counts: two trades for one payment.
 * Guard:    change stands beside own coins only, an acceptance sends the inscription alone, a fill is of version 3.
 */
import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import { checkFill } from '../../src/fill/check.ts';
import { checkAcceptance } from '../../src/offer/check.ts';
import { checkPurchase } from '../../src/purchase/check.ts';
import { readPsbt } from '../../src/signing/psbt.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import { passthrough, psbtOf, purchasePreflight, STRANGER, testWallet, txid } from '../honest.ts';
import { acceptPreflight, fillPreflight } from '../honest-offers.ts';

const buyer = testWallet('p2wpkh', 5);
const own = passthrough(buyer.ordinalsPublicKey);
const ordinals = scriptOf(buyer.ordinalsAddress, 'regtest');
const payment = scriptOf(buyer.paymentAddress, 'regtest');
const POSTAGE = 10_000n;

/** `server/test/attacks/own-leg.test.ts` has a node mine a transaction of this shape. */
test("a purchase that pairs the change with the buyer's own passthrough is refused, even if output 0 pays that script", () => {
  const { preflight, terms } = purchasePreflight('p2wpkh', {
    sale: (draft) => {
      const [, , , first, second, paying] = draft.inputs;
      const change = draft.outputs[6]!.amount;
      const leg = { txid: txid(0x50), index: 0, witnessUtxo: { script: own.script, amount: POSTAGE } };
      draft.inputs = [paying!, first!, second!, leg];
      draft.outputs = [
        { script: own.script, amount: 330n },
        { script: STRANGER.script, amount: 100_000n },
        { script: STRANGER.script, amount: 500_000n - change - 100_330n },
        // The output that the buyer's own listing requires, presented as change.
        { script: payment, amount: change },
        { script: ordinals, amount: POSTAGE },
        { script: ordinals, amount: POSTAGE },
        { script: STRANGER.script, amount: POSTAGE },
      ];
    },
    answer: ({ steps }) => {
      steps[0]!.inputsToSign[0]!.signingIndexes = [0];
    },
  });
  expect(() => checkPurchase(preflight, terms)).toThrow(/the seller's output of/);
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
