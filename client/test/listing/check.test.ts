import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import { checkListing } from '../../src/listing/check.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import {
  type ListingTampering,
  listingPreflight,
  MARKET_KEY,
  PRICE,
  passthrough,
  STRANGER,
  STRANGER_KEY,
  testWallet,
  txid,
} from '../honest.ts';

test('an honest listing passes, and what it does is told', () => {
  const { preflight, terms } = listingPreflight(3);
  const { listings } = checkListing(preflight, { ...terms, marketPublicKey: MARKET_KEY });
  expect(listings[2]).toMatchObject({
    inscriptionId: `${txid(0x12)}i0`,
    priceSats: PRICE,
    proceedsSats: 109_000,
    utxoValueSats: 10_000,
    marketPublicKey: MARKET_KEY,
  });
});

test('a listing of one coin for two items is refused, also without locations', () => {
  const { preflight, terms } = listingPreflight(2, {
    transfer: ({ inputs }) => {
      inputs[0]!.txid = txid(0x10);
    },
  });
  const items = terms.items.map(({ inscriptionId, priceSats }) => ({ inscriptionId, priceSats }));
  expect(() => checkListing(preflight, { ...terms, items })).toThrow(/lists the coin \w+:1 for two items/);
});

test('a listing with a fee above the limit is refused', () => {
  const { preflight, terms } = listingPreflight(1);
  const attempt = () => checkListing(preflight, { ...terms, feeLimit: { bps: 50, atLeastSats: 0 } });
  expect(attempt).toThrow(/pays 109000 sats; at a price of 100000, at least 109500 are due/);
});

test('a listing co-signed by another key than the one asked for is refused', () => {
  const { preflight, terms } = listingPreflight(1);
  expect(() => checkListing(preflight, { ...terms, marketPublicKey: STRANGER_KEY })).toThrow(
    /not by the market/,
  );
});

const seller = testWallet();
const own = scriptOf(seller.ordinalsAddress, 'regtest');
const others = passthrough(seller.ordinalsPublicKey, MARKET_KEY, STRANGER_KEY);

const TAMPERED: readonly (readonly [string, ListingTampering, RegExp])[] = [
  [
    'keeps sats of the inscription',
    {
      transfer: (tx) => {
        tx.outputs[0]!.amount -= 1n;
      },
    },
    /spends 10000 sats but puts 9999/,
  ],
  [
    'puts the inscription behind other sats',
    { transfer: (tx) => void tx.inputs.reverse() },
    /does not spend a coin of/,
  ],
  ['puts another output before the passthrough', { transfer: (tx) => void tx.outputs.reverse() }, /puts 788/],
  [
    'moves another inscription',
    {
      transfer: (tx) => {
        tx.inputs[0]!.txid = txid(0x77);
      },
    },
    /but the inscription is on/,
  ],
  [
    'spends a second coin of ours',
    {
      transfer: (tx) => {
        tx.inputs[1]!.witnessUtxo.script = own;
      },
    },
    /more than one coin of ours/,
  ],
  [
    'sends the inscription to a stranger',
    {
      transfer: (tx) => {
        tx.outputs[0]!.script = STRANGER.script;
      },
    },
    /which is not our passthrough/,
  ],
  [
    'gives a stranger the key path',
    {
      transfer: (tx) => {
        tx.outputs[0]!.script = others.script;
      },
      leg: (tx) =>
        void Object.assign(tx.inputs[0]!, {
          tapLeafScript: others.tapLeafScript,
          witnessUtxo: { script: others.script, amount: 10_000n },
        }),
    },
    /an internal key that is not ours/,
  ],
  [
    'asks to sign the anchor',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[0]!.inputsToSign[0]!.signingIndexes = [0, 1];
      },
    },
    /asks to sign inputs \[0, 1\], not \[0\]/,
  ],
  [
    'asks for ANYONECANPAY on the transfer',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[0]!.inputsToSign[0]!.sigHash = 0x81;
      },
    },
    /asks for sighash 129/,
  ],
  [
    'asks for SINGLE on the transfer',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[0]!.inputsToSign[0]!.sigHash = 0x83;
      },
    },
    /asks for sighash 131/,
  ],
  [
    'pays less',
    {
      leg: (tx) => {
        tx.outputs[0]!.amount = 99_999n;
      },
    },
    /pays 99999 sats/,
  ],
  [
    'pays a stranger',
    {
      leg: (tx) => {
        tx.outputs[0]!.script = STRANGER.script;
      },
    },
    /pays .*, not bcrt1q/,
  ],
  [
    'pays at another index',
    { leg: (tx) => void tx.outputs.unshift({ script: STRANGER.script, amount: 1_000n }) },
    /pays .*, not bcrt1q/,
  ],
  [
    'pays nothing',
    {
      leg: (tx) => {
        tx.outputs = [];
      },
    },
    /no output at the index of its input/,
  ],
  [
    'sells a coin that is not the passthrough',
    {
      leg: (tx) => {
        tx.inputs[0]!.txid = txid(0x77);
      },
    },
    /not the passthrough/,
  ],
  [
    'sells under a leaf that the market signs alone',
    {
      leg: (tx) => {
        tx.inputs[0]!.tapLeafScript![0]![1] = hex.decode(`20${MARKET_KEY}acc0`);
      },
    },
    /not one that our key and the market's sign together/,
  ],
  ['shows no leaf', { leg: (tx) => void delete tx.inputs[0]!.tapLeafScript }, /has 0 leaves/],
  [
    'carries the internal key, for which wallets sign the key path',
    {
      leg: (tx) => {
        tx.inputs[0]!.tapInternalKey = hex.decode(seller.ordinalsPublicKey);
      },
    },
    /also sign the key path/,
  ],
  [
    'lies about the value of the passthrough',
    {
      leg: (tx) => {
        tx.inputs[0]!.witnessUtxo.amount = 9_000n;
      },
    },
    /says that the passthrough holds 9000 sats/,
  ],
  [
    'asks for ALL on the sale',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[1]!.inputsToSign[0]!.sigHash = 1;
      },
    },
    /asks for sighash 1, not 131/,
  ],
  [
    'asks for the key path on the sale',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[1]!.inputsToSign[0]!.disableTweakSigner = false;
      },
    },
    /key path signature on a leaf/,
  ],
  [
    'asks for a signature by another key',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[1]!.inputsToSign[0]!.publicKey = STRANGER_KEY;
      },
    },
    /asks for a signature by/,
  ],
  [
    'asks for a signature of the payment address',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[1]!.inputsToSign[0]!.address = seller.paymentAddress;
      },
    },
    /to sign, not/,
  ],
  [
    'recovers to a stranger',
    {
      recovery: (tx) => {
        tx.outputs[1]!.script = STRANGER.script;
      },
    },
    /recovery of item 1 pays/,
  ],
  [
    'recovers less',
    {
      recovery: (tx) => {
        tx.outputs[1]!.amount -= 500n;
      },
    },
    /returns 9500 of 10000/,
  ],
  [
    'recovers another coin',
    {
      recovery: (tx) => {
        tx.inputs[0]!.txid = txid(0x77);
      },
    },
    /recovery of item 0 spends/,
  ],
  [
    'leaves an item out of the recovery',
    { recovery: (tx) => void tx.inputs.splice(1, 1) },
    /spends 3 coins for 2 items/,
  ],
  [
    'adds a coin to the recovery',
    { recovery: (tx) => void tx.inputs.push(tx.inputs[3]!) },
    /spends 5 coins for 2 items/,
  ],
  [
    'recovers with a coin that no transfer leaves',
    {
      recovery: (tx) => {
        tx.inputs[3]!.txid = txid(0x78);
      },
    },
    /not by the anchor of its transfer/,
  ],
  [
    'recovers with a lie about what a transfer leaves',
    {
      recovery: (tx) => {
        tx.inputs[2]!.witnessUtxo.amount += 1n;
      },
    },
    /not by the anchor of its transfer/,
  ],
  [
    'pays somebody out of the recovery',
    { recovery: (tx) => void tx.outputs.push({ script: STRANGER.script, amount: 400n }) },
    /2 outputs after the inscriptions/,
  ],
  [
    'asks for the recovery as a sale, 0x83',
    {
      answer: ({ recoveryPsbt }) => {
        recoveryPsbt.inputsToSign[0]!.sigHash = 0x83;
      },
    },
    /recovery/,
  ],
  [
    'asks for the recovery with DEFAULT, which is not the form of this API',
    {
      answer: ({ recoveryPsbt }) => {
        recoveryPsbt.inputsToSign[0]!.sigHash = 0;
      },
    },
    /the recovery asks for sighash 0, not 1/,
  ],
  [
    'adds an output to a transfer',
    { transfer: (tx) => void tx.outputs.push({ script: STRANGER.script, amount: 400n }) },
    /not two of each/,
  ],
  [
    'lists something else',
    { answer: ({ listings }) => void listings.reverse() },
    /the service built a listing of/,
  ],
  [
    'adds a listing',
    { answer: ({ listings }) => void listings.push(listings[0]!) },
    /built 3 listings for 2 items/,
  ],
  [
    'adds a step',
    { answer: ({ listings: [first] }) => void first!.psbts.push(first!.psbts[1]!) },
    /with 3 steps/,
  ],
  [
    'is no PSBT',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[0]!.psbtBase64 = 'AAAA';
      },
    },
    /cannot be decoded/,
  ],
];

for (const [what, tampering, sentence] of TAMPERED) {
  test(`a listing that ${what} is refused`, () => {
    const { preflight, terms } = listingPreflight(2, tampering);
    expect(() => checkListing(preflight, terms)).toThrow(expect.objectContaining({ name: 'UnsafePsbt' }));
    expect(() => checkListing(preflight, terms)).toThrow(sentence);
  });
}
