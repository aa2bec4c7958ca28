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
    /output 0 of the transfer of \w+ pays 9999 sats to \w+, not 10000 sats/,
  ],
  [
    'puts the inscription behind other sats',
    { transfer: (tx) => void tx.inputs.reverse() },
    /the transfer of [0-9a-f]{64}i0 spends [0-9a-f]{64}:0, but the inscription is on/,
  ],
  [
    'puts another output before the passthrough',
    { transfer: (tx) => void tx.outputs.reverse() },
    /input 1 of the transfer of \w+ is \w+:0 with 1000 sats of \w+, not the anchor/,
  ],
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
    RegExp(`input 1 of the transfer of \\w+ is \\w+:0 with 1000 sats of ${hex.encode(own)}, not the anchor`),
  ],
  [
    'sends the inscription to a stranger',
    {
      transfer: (tx) => {
        tx.outputs[0]!.script = STRANGER.script;
      },
    },
    RegExp(`output 0 of the transfer of \\w+ pays 10000 sats to ${hex.encode(STRANGER.script)}`),
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
    RegExp(`output 0 of the transfer of \\w+ pays 10000 sats to ${hex.encode(others.script)}`),
  ],
  [
    'asks to sign the anchor',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[0]!.inputsToSign[0]!.signingIndexes = [0, 1];
      },
    },
    /the transfer of [0-9a-f]{64}i0 asks for the signatures 0 of input 0 by bcrt1p\w+, 0 of input 1 by/,
  ],
  [
    'asks for ANYONECANPAY on the transfer',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[0]!.inputsToSign[0]!.sigHash = 0x81;
      },
    },
    /the transfer of [0-9a-f]{64}i0 asks for the signatures 129 of input 0/,
  ],
  [
    'asks for SINGLE on the transfer',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[0]!.inputsToSign[0]!.sigHash = 0x83;
      },
    },
    /the transfer of [0-9a-f]{64}i0 asks for the signatures 131 of input 0/,
  ],
  [
    'pays less',
    {
      leg: (tx) => {
        tx.outputs[0]!.amount = 99_999n;
      },
    },
    /the sale of \w+ pays 99999 sats; at a price of 100000, at least 105000 are due/,
  ],
  [
    'pays a stranger',
    {
      leg: (tx) => {
        tx.outputs[0]!.script = STRANGER.script;
      },
    },
    RegExp(`output 0 of the sale of \\w+ pays 109000 sats to ${hex.encode(STRANGER.script)}`),
  ],
  [
    'pays at another index',
    { leg: (tx) => void tx.outputs.unshift({ script: STRANGER.script, amount: 109_000n }) },
    /the sale of \w+ has 2 outputs, not 1/,
  ],
  [
    'pays nothing',
    {
      leg: (tx) => {
        tx.outputs = [];
      },
    },
    /the sale of [0-9a-f]{64}i0 has 0 outputs, too few/,
  ],
  [
    'sells a coin that is not the passthrough',
    {
      leg: (tx) => {
        tx.inputs[0]!.txid = txid(0x77);
      },
    },
    /input 0 of the sale of \w+ is (77){32}:0 with 10000 sats of \w+, not the passthrough/,
  ],
  [
    'sells under a leaf that the market signs alone',
    {
      leg: (tx) => {
        tx.inputs[0]!.tapLeafScript![0]![1] = hex.decode(`20${MARKET_KEY}acc0`);
      },
    },
    /the sale of [0-9a-f]{64}i0 has the leaf 20[0-9a-f]{64}acc0, not that of a passthrough/,
  ],
  [
    'shows no leaf',
    { leg: (tx) => void delete tx.inputs[0]!.tapLeafScript },
    /the sale of [0-9a-f]{64}i0 has the leaf of no script, not that of a passthrough/,
  ],
  [
    'lies about the value of the passthrough',
    {
      leg: (tx) => {
        tx.inputs[0]!.witnessUtxo.amount = 9_000n;
      },
    },
    /input 0 of the sale of \w+ is \w+:0 with 9000 sats of \w+, not the passthrough \w+:0 with 10000 sats/,
  ],
  [
    'asks for ALL on the sale',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[1]!.inputsToSign[0]!.sigHash = 1;
      },
    },
    /the sale of [0-9a-f]{64}i0 asks for the signatures 1 of input 0/,
  ],
  [
    'asks for the key path on the sale',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[1]!.inputsToSign[0]!.disableTweakSigner = false;
      },
    },
    /the sale of [0-9a-f]{64}i0 asks for the signatures 131 of input 0 by bcrt1p\w+, not/,
  ],
  [
    'asks for a signature by another key',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[1]!.inputsToSign[0]!.publicKey = STRANGER_KEY;
      },
    },
    /the sale of [0-9a-f]{64}i0 asks for the signatures 131 of input 0 by bcrt1p\w+ with the key [0-9a-f]{64}, not/,
  ],
  [
    'asks for a signature of the payment address',
    {
      answer: ({ listings }) => {
        listings[0]!.psbts[1]!.inputsToSign[0]!.address = seller.paymentAddress;
      },
    },
    /asks for the signatures 131 of input 0 by/,
  ],
  [
    'recovers to a stranger',
    {
      recovery: (tx) => {
        tx.outputs[1]!.script = STRANGER.script;
      },
    },
    /output 1 of the recovery pays 10000/,
  ],
  [
    'recovers less',
    {
      recovery: (tx) => {
        tx.outputs[1]!.amount -= 500n;
      },
    },
    /output 1 of the recovery pays 9500/,
  ],
  [
    'recovers another coin',
    {
      recovery: (tx) => {
        tx.inputs[0]!.txid = txid(0x77);
      },
    },
    /input 0 of the recovery is/,
  ],
  [
    'leaves an item out of the recovery',
    { recovery: (tx) => void tx.inputs.splice(1, 1) },
    /the recovery spends 3 coins, not 4/,
  ],
  [
    'adds a coin to the recovery',
    { recovery: (tx) => void tx.inputs.push(tx.inputs[3]!) },
    /the recovery spends 5 coins, not 4/,
  ],
  [
    'recovers with a coin that no transfer leaves',
    {
      recovery: (tx) => {
        tx.inputs[3]!.txid = txid(0x78);
      },
    },
    /input 3 of the recovery is/,
  ],
  [
    'recovers with a lie about what a transfer leaves',
    {
      recovery: (tx) => {
        tx.inputs[2]!.witnessUtxo.amount += 1n;
      },
    },
    /input 2 of the recovery is/,
  ],
  [
    'pays somebody out of the recovery',
    { recovery: (tx) => void tx.outputs.push({ script: STRANGER.script, amount: 400n }) },
    /the recovery has 4 outputs, not 3/,
  ],
  [
    'asks for the recovery as a sale, 0x83',
    {
      answer: ({ recoveryPsbt }) => {
        recoveryPsbt.inputsToSign[0]!.sigHash = 0x83;
      },
    },
    /the recovery asks for the signatures 131 of input 0/,
  ],
  [
    'asks for the recovery with DEFAULT, which is not the form of this API',
    {
      answer: ({ recoveryPsbt }) => {
        recoveryPsbt.inputsToSign[0]!.sigHash = 0;
      },
    },
    /the recovery asks for the signatures/,
  ],
  [
    'adds an output to a transfer',
    { transfer: (tx) => void tx.outputs.push({ script: STRANGER.script, amount: 400n }) },
    /the transfer of [0-9a-f]{64}i0 has 3 outputs, not 2/,
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
