import { expect, test } from 'vitest';
import { checkFill, type FillPreflight } from '../../src/fill/check.ts';
import { STRANGER, txid } from '../honest.ts';
import { fillPreflight, type Tampering } from '../honest-offers.ts';

test('an honest fill passes, and pays the price less fees', () => {
  const { preflight, terms } = fillPreflight();
  expect(checkFill(preflight, terms)).toMatchObject({ receivedSats: 97_000 });
});

const TOP = {
  selectedOffer: { offerId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11', priceSats: 100_000 },
  topOffer: { offerId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c12', priceSats: 105_000 },
};

const REFUSED: readonly (readonly [string, Tampering<FillPreflight>, RegExp])[] = [
  [
    'pays less than the figures say',
    {
      settlement: (tx) => {
        tx.outputs[1]!.amount -= 1n;
      },
    },
    /output 1 of the settlement pays 96999 sats to \w+, not 97000/,
  ],
  [
    'pays a stranger',
    {
      settlement: (tx) => {
        tx.outputs[1]!.script = STRANGER.script;
      },
    },
    /output 1 of the settlement pays/,
  ],
  [
    'pays others more than the figures show',
    {
      settlement: (tx) => {
        tx.outputs[2]!.amount += 1n;
      },
    },
    /the settlement pays 1001 sats to others; the figures show 1000/,
  ],
  [
    'leaves the network what it takes as a fee',
    {
      settlement: (tx) => {
        tx.outputs[1]!.amount -= 2_000n;
      },
      answer: (p) => {
        p.marketplaceFeeSats = 3_000;
        p.sellerReceiveSats = p.priceSats - 3_000;
      },
    },
    /the settlement has a network fee of 4000 sats, but the service announced 2000/,
  ],
  [
    'spends an offer that holds more than the price',
    {
      settlement: (tx) => {
        tx.inputs[1]!.witnessUtxo.amount += 1n;
      },
    },
    /the offer holds 100001 sats, not the price of 100000/,
  ],
  [
    'has an admission coin without a lock',
    {
      settlement: (tx) => {
        tx.inputs[2]!.sequence = 0;
      },
    },
    /the admission coin has sequence 0; use 1 to 4032 blocks/,
  ],
  [
    'splits the inscription',
    {
      settlement: (tx) => {
        tx.outputs[0]!.amount -= 1n;
      },
    },
    /output 0 of the settlement pays 9999/,
  ],
  [
    'spends another coin of ours',
    {
      settlement: (tx) => {
        tx.inputs[2]!.witnessUtxo.script = tx.inputs[0]!.witnessUtxo.script;
      },
    },
    /the settlement also spends/,
  ],
  [
    'spends a coin of a stranger first',
    {
      settlement: (tx) => {
        tx.inputs[0]!.witnessUtxo.script = STRANGER.script;
      },
    },
    /input 0 of the settlement is/,
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
    'is at another price',
    {
      answer: (p) => {
        p.priceSats -= 5_000;
      },
    },
    /at 95000 sats, not 100000/,
  ],
  [
    'is of another offer',
    {
      answer: (p) => {
        p.offerId = TOP.topOffer.offerId;
      },
    },
    /the service returned .*, not/,
  ],
  [
    'is of another inscription',
    {
      answer: (p) => {
        p.inscriptionId = `${txid(2)}i0`;
      },
    },
    /the service returned .*, not/,
  ],
  [
    'announces another sum than its parts make',
    {
      answer: (p) => {
        p.sellerReceiveSats -= p.inscriptionUtxoValueSats;
      },
    },
    /the service announced .* for the seller/,
  ],
  [
    'takes too high a fee',
    {
      answer: (p) => {
        p.marketplaceFeeSats = 5_001;
        p.sellerReceiveSats = p.priceSats - 5_001;
      },
    },
    /limit is 5000$/,
  ],
  [
    'gives the network too much',
    {
      answer: (p) => {
        p.estimatedNetworkFeeSats = 25_001;
      },
    },
    /the limit is 25000\. Set maxNetworkFeeSats/,
  ],
  [
    'lies about the sats of the inscription',
    {
      answer: (p) => {
        p.inscriptionUtxoValueSats = 546;
      },
    },
    /10000 sats, not 546/,
  ],
  [
    'announces another txid',
    {
      answer: (p) => {
        p.expectedSettlementTxid = txid(1);
      },
    },
    /the settlement is [0-9a-f]{64}, but the service announced (01){32}/,
  ],
  [
    'asks to sign two inputs',
    { answer: (p) => void p.sellerStep.inputsToSign[0]!.signingIndexes.push(2) },
    /the settlement asks for the signatures 0 of input 0 by \w+, [01] of input 2 by/,
  ],
  [
    'asks for a looser signature',
    {
      answer: (p) => {
        p.sellerStep.inputsToSign[0]!.sigHash = 131;
      },
    },
    /the settlement asks for the signatures 131 of input 0/,
  ],
  [
    'is below the best offer',
    {
      answer: (p) => {
        p.belowTopOfferWarning = TOP;
      },
    },
    /pays 105000 sats/,
  ],
];

for (const [what, tampering, sentence] of REFUSED) {
  test(`a fill that ${what} is refused`, () => {
    const { preflight, terms } = fillPreflight(tampering);
    expect(() => checkFill(preflight, terms)).toThrow(sentence);
  });
}

test('a fill below the best offer passes when the seller wants it', () => {
  const { preflight, terms } = fillPreflight({
    answer: (p) => {
      p.belowTopOfferWarning = TOP;
    },
  });
  expect(checkFill(preflight, { ...terms, evenBelowTop: true })).toMatchObject({ receivedSats: 97_000 });
});

test('a fill below the best offer names what that one pays, as an error of its own', () => {
  const { preflight, terms } = fillPreflight({
    answer: (p) => {
      p.belowTopOfferWarning = TOP;
    },
  });
  expect(() => checkFill(preflight, terms)).toThrow(expect.objectContaining({ topPriceSats: 105_000 }));
});
