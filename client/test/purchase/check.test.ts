import { hex } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { checkPurchase } from '../../src/purchase/check.ts';
import type { Location } from '../../src/signing/location.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import {
  type PurchaseTampering,
  passthrough,
  purchasePreflight,
  STRANGER,
  testWallet,
  transferOf,
  txid,
} from '../honest.ts';

for (const payer of ['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const) {
  test(`an honest purchase paid from ${payer} passes`, () => {
    const { preflight, terms } = purchasePreflight(payer);
    expect(() => checkPurchase(preflight, terms)).not.toThrow();
  });
}

test('a purchase above the most that the buyer wants to pay is refused', () => {
  const { preflight, terms } = purchasePreflight();
  expect(() => checkPurchase(preflight, { ...terms, maxTotalSats: 224_923 })).toThrow(
    /costs 224924 sats in total; the limit is 224923/,
  );
});

test('a purchase at another price than the one agreed to is refused', () => {
  const { preflight, terms } = purchasePreflight();
  const listings = terms.listings.map((listing) => ({ ...listing, priceSats: 99_999 }));
  expect(() => checkPurchase(preflight, { ...terms, listings })).toThrow(/costs 100000 sats now, not 99999/);
});

test('a purchase with a coin that was not offered is refused', () => {
  const { preflight, terms } = purchasePreflight();
  const spendableUtxos = terms.spendableUtxos.slice(1);
  expect(() => checkPurchase(preflight, { ...terms, spendableUtxos })).toThrow(/which we did not offer/);
});

test('a purchase at a fee rate above the limit is refused', () => {
  const { preflight, terms } = purchasePreflight();
  expect(() => checkPurchase(preflight, { ...terms, maxFeeRate: 0.5 })).toThrow(
    /network fee of 1924 sats for \d+ vB, above 0.5 sat\/vB/,
  );
});

describe('the transfer that a purchase stands on', () => {
  const { preflight, terms } = purchasePreflight();
  const [first, second] = terms.listings;
  const at = (location: Location) => ({ ...terms, listings: [{ ...first!, location }, second!] });

  test('is proven by its hash', () => {
    const other = preflight.listingTransfers[0]!.replace(/^02/, '01');
    const lied = { ...preflight, listingTransfers: [other, preflight.listingTransfers[1]!] };
    expect(() => checkPurchase(lied, terms)).toThrow(/has the hash \w+, but the service announced/);
  });

  test('moves the coin that holds the inscription, or has moved it already', () => {
    expect(() => checkPurchase(preflight, at({ txid: txid(0x70), vout: 1 }))).toThrow(
      /moves the sats of \w+:1, but the inscription is on/,
    );
    const moved = { txid: preflight.expectedListingTransferTxids[0]!, vout: 0, offset: 9_999 };
    expect(() => checkPurchase(preflight, at(moved))).not.toThrow();
    expect(() => checkPurchase(preflight, at({ ...moved, offset: 10_000 }))).toThrow(
      /at sat 10000 of \w+:0, which the transfer of \w+ does not put into the passthrough/,
    );
  });

  test('keeps the value of that coin, so that its sats keep their places', () => {
    expect(() => checkPurchase(preflight, at({ ...first!.location!, valueSats: 10_001 }))).toThrow(
      /puts 10000 sats into the passthrough, but \w+:1 holds 10001/,
    );
  });

  test('moves no more sats with the inscription than the limit', () => {
    expect(() => checkPurchase(preflight, { ...terms, maxPostageSats: 9_999 })).toThrow(
      /moves 10000 sats with the inscription; the limit is 9999/,
    );
  });
});

test.each(['100000', 100_000.5, 0, -1, 2 ** 53, Number.NaN])('a price of %s is no amount', (priceSats) => {
  const { preflight, terms } = purchasePreflight();
  const listings = terms.listings.map((listing) => ({ ...listing, priceSats: priceSats as number }));
  expect(() => checkPurchase(preflight, { ...terms, listings })).toThrow(/not an amount in whole sats/);
});

const own = scriptOf(testWallet('p2wpkh', 5).ordinalsAddress, 'regtest');
const payment = scriptOf(testWallet('p2wpkh', 5).paymentAddress, 'regtest');

const TAMPERED: readonly (readonly [string, PurchaseTampering, RegExp])[] = [
  [
    'gives less change',
    {
      sale: (tx) => {
        tx.outputs[6]!.amount -= 1n;
      },
    },
    /our coins lose 224925 sats, but the service announced 224924/,
  ],
  [
    'gives the change to a stranger',
    {
      sale: (tx) => {
        tx.outputs[6]!.script = STRANGER.script;
      },
    },
    /fees and payouts total 280496 sats,/,
  ],
  [
    'gives an inscription to a stranger',
    {
      sale: (tx) => {
        tx.outputs[2]!.script = STRANGER.script;
      },
    },
    RegExp(`output 2 of the purchase pays 10000 sats to ${hex.encode(STRANGER.script)}`),
  ],
  [
    'lets an inscription slip to the next output',
    {
      sale: (tx) => {
        tx.outputs[0]!.amount -= 1n;
      },
    },
    /output 0 of the purchase pays 2575/,
  ],
  [
    'swaps two inscriptions for change',
    {
      sale: (tx) => {
        tx.outputs[1]!.script = payment;
      },
    },
    RegExp(`output 1 of the purchase pays 10000 sats to ${hex.encode(payment)}`),
  ],
  [
    'joins two inscriptions in one output',
    { sale: (tx) => void tx.outputs.splice(1, 2, { script: own, amount: 20_000n }) },
    /output 1 of the purchase pays 20000/,
  ],
  [
    'leaves an inscription out',
    { sale: (tx) => void tx.inputs.splice(4, 1, { ...tx.inputs[4]!, txid: txid(0x77) }) },
    /input 4 of the purchase is (77){32}:0 with/,
  ],
  [
    'names another inscription',
    {
      answer: ({ listings }) => {
        listings[0]!.inscriptionId = `${txid(0x77)}i0`;
      },
    },
    /was requested, but the service returned \S+ of (77){32}i0/,
  ],
  [
    'shows shares that do not add up',
    {
      answer: ({ listings }) => {
        listings[0]!.marketplaceRevenueSats += 1;
      },
    },
    /the shares of listing \S+ add up to 101501 sats, not to 101500/,
  ],
  [
    'shows less under an inscription than its transfer has',
    {
      answer: (answer) => {
        answer.listings[0]!.inscriptionUtxoValueSats -= 1;
        answer.totalBuyerCostSats -= 1;
      },
    },
    /inscription \w+ is on 10000 sats, not 9999/,
  ],
  [
    'carries less with the inscription',
    {
      sale: (tx) => {
        tx.inputs[3]!.witnessUtxo.amount = 9_000n;
      },
    },
    /input 3 of the purchase is/,
  ],
  [
    'spends a coin of ours that was not announced',
    {
      sale: (tx) =>
        void tx.inputs.push({
          txid: txid(0x61),
          index: 0,
          witnessUtxo: { script: payment, amount: 70_000n },
        }),
    },
    /the purchase spends 7 coins, not 6/,
  ],
  [
    'spends an inscription of ours',
    {
      sale: (tx) =>
        void tx.inputs.push({ txid: txid(0x62), index: 0, witnessUtxo: { script: own, amount: 10_000n } }),
    },
    /the purchase spends 7 coins, not 6/,
  ],
  [
    'lies about the value of our coin',
    {
      sale: (tx) => {
        tx.inputs[5]!.witnessUtxo.amount = 400_000n;
      },
    },
    /input 5 of the purchase is/,
  ],
  [
    'lies about the script of our coin',
    {
      sale: (tx) => {
        tx.inputs[5]!.witnessUtxo.script = STRANGER.script;
      },
    },
    /input 5 of the purchase is/,
  ],
  [
    'asks to sign an input that is not ours',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.signingIndexes = [4, 5];
      },
    },
    /the purchase asks for the signatures/,
  ],
  [
    'asks for SINGLE|ANYONECANPAY',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.sigHash = 0x83;
      },
    },
    /the purchase asks for the signatures/,
  ],
  [
    'asks for ALL|ANYONECANPAY',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.sigHash = 0x81;
      },
    },
    /the purchase asks for the signatures/,
  ],
  [
    'asks the ordinals address to sign',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.address = testWallet('p2wpkh', 5).ordinalsAddress;
      },
    },
    /the purchase asks for the signatures/,
  ],
  [
    'asks for an untweaked signature',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.disableTweakSigner = true;
      },
    },
    /the purchase asks for the signatures/,
  ],
  [
    'is another transaction than announced',
    {
      answer: (answer) => {
        answer.expectedSettlementTxid = txid(1);
      },
    },
    /but the service announced/,
  ],
  [
    'announces a total that is no sum',
    {
      answer: (answer) => {
        answer.totalBuyerCostSats += 1;
      },
    },
    /add up to 224924 sats, not to 224925/,
  ],
  [
    'takes a fee above the limit',
    {
      answer: ({ listings }) => {
        listings[0]!.buyerPayTotalSats = 120_000;
      },
    },
    /limit is 105000/,
  ],
  [
    'adds a donation unasked',
    {
      answer: (answer) => {
        answer.donationSats = 1_000;
      },
    },
    /was not requested/,
  ],
  [
    'overpays the network',
    {
      answer: (answer) =>
        void Object.assign(answer, {
          estimatedNetworkFeeSats: 9_000,
          totalBuyerCostSats: answer.totalBuyerCostSats + 7_500,
        }),
    },
    /network fee of 9424 sats/,
  ],
  ['sells another listing', { answer: ({ listings }) => void listings.reverse() }, /was requested, but/],
  ['drops a listing', { answer: ({ listings }) => void listings.pop() }, /returned 1 listings instead of 2/],
  [
    'asks for two signings',
    { answer: ({ steps }) => void steps.push(steps[0]!) },
    /the purchase has 2 steps instead of 1/,
  ],
  [
    'selects a coin twice',
    { answer: ({ selectedPaymentUtxos }) => void selectedPaymentUtxos.push(selectedPaymentUtxos[0]!) },
    /the service announced 2/,
  ],
];

test('a donation above the limit is refused, though it was asked for', () => {
  const { preflight, terms } = purchasePreflight('p2wpkh', {
    answer: (answer) => {
      answer.donationSats = 10_001;
    },
  });
  expect(() => checkPurchase(preflight, { ...terms, roundUpDonation: true })).toThrow(
    /a donation of 10001 sats; the limit is 10000/,
  );
});

test('a purchase with another value of its anchor than the buyer knows is refused', () => {
  const { preflight, terms } = purchasePreflight();
  expect(() => checkPurchase(preflight, { ...terms, purchaseAnchorSats: 999 })).toThrow(
    /its anchor \w+:1 holds 1000 sats, but it holds 999/,
  );
});

test('a purchase of transfers that pay two operators is refused', () => {
  const seller = passthrough(testWallet('p2wpkh', 9).ordinalsPublicKey);
  const other = transferOf(0x41, seller.script, STRANGER.script);
  const { preflight, terms } = purchasePreflight('p2wpkh', {
    answer: (answer) => {
      answer.expectedListingTransferTxids[1] = other.id;
      answer.listingTransfers[1] = other.raw;
    },
  });
  expect(() => checkPurchase(preflight, terms)).toThrow(/the transfers pay their anchors to \w+ and \w+/);
});

test('a purchase of one passthrough under two names is refused, with proofs and figures that add up', () => {
  const { preflight, terms } = purchasePreflight('p2wpkh', {
    sale: ({ inputs }) => {
      inputs[1] = { ...inputs[0]! };
      inputs[4] = { ...inputs[3]! };
    },
    answer: (answer) => {
      answer.expectedListingTransferTxids[1] = answer.expectedListingTransferTxids[0]!;
      answer.listingTransfers[1] = answer.listingTransfers[0]!;
    },
  });
  const listings = terms.listings.map(({ location: _, ...wanted }) => wanted);
  expect(() => checkPurchase(preflight, { ...terms, listings })).toThrow(
    /the purchase spends \w+:[01] twice/,
  );
});

for (const [what, tampering, sentence] of TAMPERED) {
  test(`a purchase that ${what} is refused`, () => {
    const { preflight, terms } = purchasePreflight('p2wpkh', tampering);
    expect(() => checkPurchase(preflight, terms)).toThrow(expect.objectContaining({ name: 'UnsafePsbt' }));
    expect(() => checkPurchase(preflight, terms)).toThrow(sentence);
  });
}
