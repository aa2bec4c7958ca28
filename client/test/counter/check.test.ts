import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import {
  type CounterAcceptPreflight,
  type CounterAcceptTerms,
  type CounterPreflight,
  checkCounter,
  checkCounterAcceptance,
} from '../../src/counter/check.ts';
import type { Unparsed } from '../../src/responses/sats.ts';
import { readPsbt } from '../../src/signing/psbt.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import {
  type Draft,
  MARKET_KEY,
  PRICE,
  passthrough,
  psbtOf,
  STRANGER,
  STRANGER_KEY,
  testWallet,
  transferOf,
  txid,
} from '../honest.ts';
import { parsed } from '../parsed.ts';

const POSTAGE = 10_000;
const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
const seller = testWallet('p2wpkh', 9);
const buyer = testWallet('p2wpkh', 5);
const scriptFor = (address: string) => scriptOf(address, 'regtest');
const pay = (script: Uint8Array, sats: number) => ({ script, amount: BigInt(sats) });
const held = passthrough(seller.ordinalsPublicKey);

/** The output that names the passthrough of a transfer. */
const naming = (transferTxid: string) =>
  pay(Uint8Array.of(0x6a, 0x20, ...hex.decode(transferTxid).reverse()), 0);

interface CounterTampering {
  transfer?(draft: Draft): void;
  settlement?(draft: Draft): void;
  recovery?(draft: Draft): void;
  answer?(preflight: Unparsed<CounterPreflight>): void;
}

function counter(tampering: CounterTampering = {}): CounterPreflight {
  const transfer: Draft = {
    inputs: [
      {
        txid: txid(0x10),
        index: 1,
        witnessUtxo: { script: scriptFor(seller.ordinalsAddress), amount: BigInt(POSTAGE) },
      },
      { txid: txid(0x30), index: 0, witnessUtxo: { script: STRANGER.script, amount: 1_000n } },
    ],
    outputs: [pay(held.script, POSTAGE), pay(STRANGER.script, 790)],
  };
  tampering.transfer?.(transfer);
  const from = readPsbt(psbtOf(transfer)).txid;
  const leaf = () => ({
    txid: from,
    index: 0,
    witnessUtxo: { script: held.script, amount: BigInt(POSTAGE) },
    tapLeafScript: held.tapLeafScript,
    sighashType: 0x81,
  });
  const settlement: Draft = {
    inputs: [leaf()],
    outputs: [
      pay(scriptFor(buyer.ordinalsAddress), POSTAGE),
      pay(scriptFor(seller.paymentAddress), PRICE - 1_000 + POSTAGE),
      pay(STRANGER.script, 2_500),
      naming(from),
    ],
  };
  const recovery: Draft = {
    inputs: [leaf()],
    outputs: [pay(scriptFor(seller.ordinalsAddress), POSTAGE), naming(from)],
  };
  tampering.settlement?.(settlement);
  tampering.recovery?.(recovery);
  const address = seller.ordinalsAddress;
  const byLeaf = { publicKey: seller.ordinalsPublicKey, disableTweakSigner: true, sigHash: 0x81 };
  const steps = [transfer, settlement, recovery].map((draft, stepIndex) => ({
    stepIndex,
    signerAddress: address,
    inputsToSign: [{ address, signingIndexes: [0], ...(stepIndex === 0 ? { sigHash: 0 } : byLeaf) }],
    psbtBase64: psbtOf(stepIndex === 0 ? draft : { version: 1, ...draft }),
  }));
  const preflight = parsed('/inscriptions/{id}/offers/{offerId}/counter/preflight', {
    priceSats: PRICE,
    inscriptionUtxoValueSats: 10_000,
    sellerMarketplaceFeeBps: 100,
    sellerMarketplaceFeeSats: 1_000,
    buyerMarketplaceFeeBps: 150,
    buyerMarketplaceFeeSats: 1_500,
    sellerCreatorRoyaltyBps: 0,
    sellerCreatorRoyaltySats: 0,
    buyerCreatorRoyaltyBps: 0,
    buyerCreatorRoyaltySats: 0,
    sellerReceiveSats: PRICE - 1_000,
    buyerPayTotalSats: PRICE + 1_500,
    marketplaceRevenueSats: 2_500,
    creatorRevenueSats: 0,
    anchorUtxoId: UUID,
    targetFeeRateSatVb: 1,
    estimatedNetworkFeeSats: 500,
    expectedTransferTxid: txid(1),
    expectedSettlementTxid: txid(2),
    steps,
  });
  tampering.answer?.(preflight);
  return preflight;
}

const terms = {
  wallet: seller,
  inscriptionId: `${txid(0x10)}i0`,
  priceSats: PRICE,
  location: { txid: txid(0x10), vout: 1 },
  marketPublicKey: MARKET_KEY,
};

test('an honest counter passes, and pays price and postage less fees', () => {
  expect(checkCounter(counter(), terms)).toMatchObject({ receivedSats: PRICE - 1_000 + POSTAGE });
});

const COUNTERS: readonly (readonly [string, CounterTampering, RegExp])[] = [
  [
    'moves the inscription to a stranger',
    {
      transfer: ({ outputs }) => {
        outputs[0]!.script = STRANGER.script;
      },
    },
    /output 0 of the transfer pays 10000/,
  ],
  [
    'splits the inscription',
    {
      transfer: ({ outputs }) => {
        outputs[0]!.amount -= 1n;
      },
    },
    /output 0 of the transfer pays 9999/,
  ],
  [
    'moves another inscription',
    {
      transfer: ({ inputs }) => {
        inputs[0]!.index = 2;
      },
    },
    /but the inscription is on/,
  ],
  [
    'moves a second coin of ours',
    {
      transfer: ({ inputs }) => {
        inputs[1]!.witnessUtxo.script = inputs[0]!.witnessUtxo.script;
      },
    },
    /input 1 of the transfer is/,
  ],
  [
    'pays a stranger',
    {
      settlement: ({ outputs }) => {
        outputs[1]!.script = STRANGER.script;
      },
    },
    /output 1 of the settlement pays/,
  ],
  [
    'pays too little',
    {
      settlement: ({ outputs }) => {
        outputs[1]!.amount = 99_999n;
      },
    },
    /pays us 99999 sats; at least 105000 are due/,
  ],
  [
    'shows another figure than it pays',
    {
      answer: (p) => {
        p.sellerReceiveSats += 1;
      },
    },
    /pays us 109000 sats, but the figures show 109001/,
  ],
  [
    'settles another passthrough',
    {
      settlement: ({ inputs }) => {
        inputs[0]!.txid = txid(1);
      },
    },
    /input 0 of the settlement is (01){32}:0 with 10000 sats of \w+, not the passthrough/,
  ],
  [
    'is co-signed by a stranger',
    {
      settlement: ({ inputs }) => {
        inputs[0]!.tapLeafScript = passthrough(seller.ordinalsPublicKey, STRANGER_KEY).tapLeafScript;
      },
    },
    /the settlement is co-signed by/,
  ],
  [
    'recovers to a stranger',
    {
      recovery: ({ outputs }) => {
        outputs[0]!.script = STRANGER.script;
      },
    },
    /output 0 of the recovery pays 10000/,
  ],
  [
    'settles without naming its passthrough',
    { settlement: ({ outputs }) => void outputs.pop() },
    /output 2 of the settlement pays 2500/,
  ],
  [
    'recovers with the name of another passthrough',
    {
      recovery: ({ outputs }) => {
        outputs[1] = naming(txid(0x55));
      },
    },
    /output 1 of the recovery pays 0 sats/,
  ],
  [
    'recovers a part',
    {
      recovery: ({ outputs }) => {
        outputs[0]!.amount -= 1n;
      },
    },
    /output 0 of the recovery pays 9999/,
  ],
  [
    'is at another price',
    {
      answer: (p) => {
        p.priceSats += 1;
      },
    },
    /built a counter at 100001 sats, not at 100000 sats/,
  ],
  [
    'lacks the recovery',
    {
      answer: (p) => {
        p.steps.pop();
      },
    },
    /the counter has 2 steps instead of 3/,
  ],
  [
    'asks for a looser signature',
    {
      answer: (p) => {
        p.steps[1]!.inputsToSign[0]!.sigHash = 0x83;
      },
    },
    /the settlement asks for the signatures 131 of input 0/,
  ],
];

for (const [what, tampering, sentence] of COUNTERS) {
  test(`a counter that ${what} is refused`, () => {
    expect(() => checkCounter(counter(tampering), terms)).toThrow(sentence);
  });
}

const coin = { txid: txid(0x60), vout: 3, valueSats: 500_000 };

interface AcceptanceTampering {
  funding?(draft: Draft): void;
  settlement?(draft: Draft): void;
  answer?(preflight: Unparsed<CounterAcceptPreflight>): void;
}

/** The acceptance of a counter at 100,000 sats: 1,500 of fee, 2,000 for the network. */
function acceptance(tampering: AcceptanceTampering = {}): CounterAcceptPreflight {
  const payment = scriptFor(buyer.paymentAddress);
  const transfer = transferOf(0x40, held.script);
  const funding: Draft = {
    inputs: [
      { txid: coin.txid, index: coin.vout, witnessUtxo: { script: payment, amount: BigInt(coin.valueSats) } },
    ],
    outputs: [pay(payment, PRICE + 2_500 + POSTAGE), pay(payment, 385_500)],
  };
  tampering.funding?.(funding);
  const exact = funding.outputs[0]!;
  const settlement: Draft = {
    inputs: [
      { txid: transfer.id, index: 0, witnessUtxo: { script: held.script, amount: BigInt(POSTAGE) } },
      { txid: readPsbt(psbtOf(funding)).txid, index: 0, witnessUtxo: { ...exact } },
    ],
    outputs: [
      pay(scriptFor(buyer.ordinalsAddress), POSTAGE),
      pay(scriptFor(seller.paymentAddress), PRICE - 1_000 + POSTAGE),
      pay(STRANGER.script, 2_500),
      naming(transfer.id),
    ],
  };
  tampering.settlement?.(settlement);
  const address = buyer.paymentAddress;
  const [first, second] = [psbtOf(funding), psbtOf({ version: 1, ...settlement })];
  const steps = [first, second].map((psbtBase64, stepIndex) => ({
    stepIndex,
    signerAddress: address,
    inputsToSign: [{ address, signingIndexes: [stepIndex], sigHash: 1 }],
    psbtBase64,
  }));
  const preflight = parsed('/inscriptions/{id}/offers/{offerId}/counter/accept/preflight', {
    offerId: UUID,
    targetFeeRateSatVb: 1,
    estimatedNetworkFeeSats: 3_000,
    steps,
    expectedFundingTxid: readPsbt(first).txid,
    expectedSettlementTxid: readPsbt(second).txid,
    selectedPaymentUtxos: [coin],
    listingTransfer: transfer.raw,
  });
  tampering.answer?.(preflight);
  return preflight;
}

const wanted: CounterAcceptTerms = {
  wallet: buyer,
  priceSats: PRICE,
  spendableUtxos: [coin],
  location: { txid: txid(0x50), vout: 1, offset: 0, valueSats: POSTAGE },
};

test('an honest acceptance of a counter passes, and tells what it costs', () => {
  expect(checkCounterAcceptance(acceptance(), wanted)).toMatchObject({ lostSats: coin.valueSats - 385_500 });
});

const ACCEPTANCES: readonly (readonly [string, AcceptanceTampering, RegExp])[] = [
  [
    'pays a stranger',
    {
      funding: ({ outputs }) => {
        outputs[1]!.script = STRANGER.script;
      },
    },
    /output 1 of the funding pays 385500/,
  ],
  [
    'pays others more than was agreed to',
    {
      funding: ({ outputs }) => {
        outputs[0]!.amount += 4_000n;
        outputs[1]!.amount -= 4_000n;
      },
      settlement: ({ outputs }) => {
        outputs[2]!.amount += 4_000n;
      },
    },
    /the settlement pays 115500 sats to others; 115000 were agreed to/,
  ],
  [
    'costs too much',
    {
      funding: ({ outputs }) => {
        outputs[1]!.amount = 359_999n;
      },
    },
    /the network fee is 28501 sats, but/,
  ],
  [
    'funds less than the settlement pays',
    {
      funding: ({ outputs }) => {
        outputs[0]!.amount -= 1_001n;
      },
    },
    /pays out more than it spends: network fees of 3001 and -1 sats/,
  ],
  [
    'spends a coin that was not offered',
    {
      funding: ({ inputs }) => {
        inputs[0]!.txid = txid(0x61);
      },
    },
    /input 0 of the funding is/,
  ],
  [
    'sends the inscription to a stranger',
    {
      settlement: ({ outputs }) => {
        outputs[0]!.script = STRANGER.script;
      },
    },
    /output 0 of the settlement pays/,
  ],
  [
    'spends another coin of ours',
    {
      settlement: ({ inputs }) => {
        inputs[1]!.index = 1;
      },
    },
    /input 1 of the settlement is/,
  ],
  [
    'spends one coin more',
    {
      settlement: ({ inputs }) => {
        inputs.push({ ...inputs[1]!, index: 1 });
      },
    },
    /the settlement spends 3 coins, not 2/,
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
    'lacks the settlement',
    {
      answer: (p) => {
        p.steps.pop();
      },
    },
    /the acceptance has 1 steps instead/,
  ],
];

for (const [what, tampering, sentence] of ACCEPTANCES) {
  test(`an acceptance of a counter that ${what} is refused`, () => {
    expect(() => checkCounterAcceptance(acceptance(tampering), wanted)).toThrow(sentence);
  });
}
