import { expect, test } from 'vitest';
import {
  type AcceptPreflight,
  checkAcceptance,
  checkOffers,
  type OfferPreflight,
} from '../../src/offer/check.ts';
import { STRANGER, txid } from '../honest.ts';
import { acceptPreflight, offerPreflight, type Tampering } from '../honest-offers.ts';

test('an honest offer passes', () => {
  const { preflight, terms } = offerPreflight();
  expect(() => checkOffers(preflight, terms)).not.toThrow();
});

const OFFERS: readonly (readonly [string, Tampering<OfferPreflight>, RegExp])[] = [
  [
    'sends the inscription to a stranger',
    {
      settlement: (tx) => {
        tx.outputs[0]!.script = STRANGER.script;
      },
    },
    /output 0 of the offer on/,
  ],
  [
    'splits the inscription',
    {
      settlement: (tx) => {
        tx.outputs[0]!.amount -= 1n;
      },
    },
    /output 0 of the offer on/,
  ],
  [
    'is for another output',
    {
      settlement: (tx) => {
        tx.inputs[0]!.index = 2;
      },
    },
    /the inscription is on/,
  ],
  [
    'gives the change to a stranger',
    {
      settlement: (tx) => {
        tx.outputs[3]!.script = STRANGER.script;
      },
    },
    /the offer on [0-9a-f]{64}i0 pays 499500 sats to others; 111500 were agreed to/,
  ],
  [
    'gives the network too much',
    {
      settlement: (tx) => {
        tx.outputs[3]!.amount -= 24_501n;
      },
    },
    /the offer on [0-9a-f]{64}i0 has a network fee of 25001 sats; the limit is 25000/,
  ],
  [
    'spends a coin that was not offered',
    {
      settlement: (tx) => {
        tx.inputs[1]!.txid = txid(0x61);
      },
    },
    /input 1 of the offer on/,
  ],
  [
    'spends one coin more',
    { settlement: (tx) => void tx.inputs.push({ ...tx.inputs[1]!, index: 9 }) },
    /spends 3 coins/,
  ],
  [
    'is at another price',
    {
      answer: (p) => {
        p.items[0]!.priceSats += 1;
      },
    },
    /at 100001/,
  ],
  [
    'has too high a fee',
    {
      answer: (p) => {
        p.items[0]!.buyerPayTotalSats = 105_001;
      },
    },
    /limit is 105000/,
  ],
  [
    'announces another txid',
    {
      answer: (p) => {
        p.items[0]!.expectedSettlementTxid = txid(1);
      },
    },
    /but the service announced/,
  ],
  ['has no item', { answer: (p) => void p.items.pop() }, /built 0 offers/],
];

for (const [what, tampering, sentence] of OFFERS) {
  test(`an offer that ${what} is refused`, () => {
    const { preflight, terms } = offerPreflight(tampering);
    expect(() => checkOffers(preflight, terms)).toThrow(sentence);
  });
}

test('an honest acceptance passes, and brings price and postage less fees', () => {
  const { preflight, terms } = acceptPreflight();
  expect(checkAcceptance(preflight, terms)).toMatchObject({ receivedSats: 108_100 });
});

test('an acceptance whose network fee is not the announced one is refused', () => {
  const { preflight, terms } = acceptPreflight();
  const lied = { ...preflight, estimatedNetworkFeeSats: 1 as typeof preflight.estimatedNetworkFeeSats };
  expect(() => checkAcceptance(lied, terms)).toThrow(
    'the network fee is 900 sats, but the service announced 1',
  );
});

const ACCEPTANCES: readonly (readonly [string, Tampering<AcceptPreflight>, RegExp])[] = [
  [
    'pays the proceeds to a stranger',
    {
      settlement: (tx) => {
        tx.outputs[1]!.script = STRANGER.script;
      },
    },
    /output 1 of the settlement pays/,
  ],
  [
    'pays too little',
    {
      settlement: (tx) => {
        tx.outputs[1]!.amount = 99_999n;
      },
    },
    /pays us 99999 sats/,
  ],
  [
    'spends a second coin of ours',
    {
      settlement: (tx) => {
        tx.inputs[1]!.witnessUtxo.script = tx.inputs[0]!.witnessUtxo.script;
      },
    },
    /the settlement also spends/,
  ],
  [
    'spends another inscription',
    {
      settlement: (tx) => {
        tx.inputs[0]!.index = 2;
      },
    },
    /but the inscription is on/,
  ],
  [
    'pays out to a stranger',
    {
      payout: (tx) => {
        tx.outputs[0]!.script = STRANGER.script;
      },
    },
    /output 0 of the payout pays 108100/,
  ],
  [
    'pays out to one more',
    { payout: (tx) => void tx.outputs.push({ script: STRANGER.script, amount: 330n }) },
    /the payout has 2 outputs, not 1/,
  ],
  [
    'gives the network too much',
    {
      payout: (tx) => {
        tx.outputs[0]!.amount -= 24_101n;
      },
    },
    /the network fee is 25001 sats, but/,
  ],
  [
    'pays out something else',
    {
      payout: (tx) => {
        tx.inputs[0]!.index = 0;
      },
    },
    /input 0 of the payout is/,
  ],
  ['has no payout', { answer: (p) => void p.steps.pop() }, /the acceptance has 1 steps instead/],
  [
    'announces another payout',
    {
      answer: (p) => {
        p.expectedPayoutTxid = txid(1);
      },
    },
    /the payout is/,
  ],
  [
    'asks for a looser signature',
    {
      answer: (p) => {
        p.steps[0]!.inputsToSign[0]!.sigHash = 131;
      },
    },
    /the settlement asks for the/,
  ],
];

for (const [what, tampering, sentence] of ACCEPTANCES) {
  test(`an acceptance that ${what} is refused`, () => {
    const { preflight, terms } = acceptPreflight(tampering);
    expect(() => checkAcceptance(preflight, terms)).toThrow(sentence);
  });
}
