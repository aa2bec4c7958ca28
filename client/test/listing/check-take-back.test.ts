import { hex } from '@scure/base';
import { expect, test } from 'vitest';
import { checkTakeBack } from '../../src/listing/check-take-back.ts';
import { scriptOf } from '../../src/wallet/network.ts';
import { MARKET_KEY, passthrough, STRANGER, STRANGER_KEY, testWallet, txid } from '../honest.ts';
import { LISTING_ID, type TakeBackTampering, takeBackPreflight } from '../honest-take-back.ts';

const seller = testWallet();
const own = seller.ordinalsPublicKey;

test('an honest take-back passes, and the check returns what it does', () => {
  const { preflight, terms, root } = takeBackPreflight();
  expect(checkTakeBack(preflight, { ...terms, marketPublicKey: `02${MARKET_KEY}` })).toMatchObject({
    inscriptionId: preflight.inscriptionId,
    passthrough: { txid: txid(0x50), vout: 0, merkleRoot: root },
    valueSats: 10_000,
  });
});

test('a take-back is believed about the listing where the seller has no index and names no market', () => {
  const { preflight, terms } = takeBackPreflight();
  const { wallet } = terms;
  expect(checkTakeBack(preflight, { wallet, listingId: LISTING_ID })).toMatchObject({ valueSats: 10_000 });
});

test("a take-back of another market's passthrough is refused", () => {
  const { preflight, terms } = takeBackPreflight();
  expect(() => checkTakeBack(preflight, { ...terms, marketPublicKey: STRANGER_KEY })).toThrow(
    `does not spend a passthrough of the market key ${STRANGER_KEY}`,
  );
});

const home = scriptOf(seller.ordinalsAddress, 'regtest');
const stranger = passthrough(own, MARKET_KEY, STRANGER_KEY);

const TAMPERED: readonly (readonly [string, TakeBackTampering, RegExp])[] = [
  [
    'is of another listing',
    {
      answer: (answer) => {
        answer.listingId = 'other';
      },
    },
    /listing other/,
  ],
  [
    'is of another inscription',
    {
      answer: (answer) => {
        answer.inscriptionId = `${txid(0x77)}i0`;
      },
    },
    /take-back of 7777.*i0/,
  ],
  [
    'spends another coin than the listing left',
    {
      draft: (tx) => {
        tx.inputs[0]!.txid = txid(0x77);
      },
    },
    /but the inscription is on/,
  ],
  [
    'spends a passthrough of which somebody else has the key path',
    {
      draft: (tx) => {
        tx.inputs[0]!.witnessUtxo.script = stranger.script;
      },
    },
    /input 0 of the take-back is/,
  ],
  [
    'shows the internal key of somebody else',
    {
      draft: (tx) => {
        tx.inputs[0]!.witnessUtxo.script = stranger.script;
        tx.inputs[0]!.tapInternalKey = hex.decode(STRANGER_KEY);
      },
    },
    /input 0 of the take-back is/,
  ],
  [
    'shows a merkle root that is not in the output',
    {
      draft: (tx) => {
        tx.inputs[0]!.tapMerkleRoot = new Uint8Array(32);
      },
    },
    /input 0 of the take-back is/,
  ],
  [
    'spends our ordinals address, which has no leaf',
    {
      draft: (tx) => {
        tx.inputs[0]!.witnessUtxo.script = home;
        delete tx.inputs[0]!.tapMerkleRoot;
      },
    },
    /no merkle root/,
  ],
  [
    'says another sighash',
    {
      draft: (tx) => {
        tx.inputs[0]!.sighashType = 0x83;
      },
    },
    /sighash 131/,
  ],
  [
    'puts the passthrough behind another coin',
    {
      draft: (tx) => void tx.inputs.reverse(),
      terms: (terms) => void delete (terms as { location?: unknown }).location,
    },
    /the take-back has no merkle root/,
  ],
  [
    'keeps sats of the inscription',
    {
      draft: (tx) => {
        tx.outputs[0]!.amount -= 1n;
      },
    },
    /output 0 of the take-back pays 9999/,
  ],
  [
    'adds sats to the inscription',
    {
      draft: (tx) => {
        tx.outputs[0]!.amount += 1n;
      },
    },
    /output 0 of the take-back pays 10001/,
  ],
  [
    'puts another output first',
    { draft: (tx) => void tx.outputs.reverse() },
    /output 0 of the take-back pays 576/,
  ],
  [
    'pays a stranger',
    {
      draft: (tx) => {
        tx.outputs[0]!.script = STRANGER.script;
      },
    },
    /output 0 of the take-back pays 10000/,
  ],
  [
    'gives nothing back',
    {
      draft: (tx) => {
        tx.outputs = [];
      },
    },
    /the take-back has 0 outputs, too few/,
  ],
  ...(
    [
      ['our ordinals address', home],
      ['our payment address', scriptOf(seller.paymentAddress, 'regtest')],
      ['another passthrough of ours', passthrough(own).script],
    ] as const
  ).map(
    ([what, script]) =>
      [
        `lets ${what} pay the fee`,
        {
          draft: (tx: Parameters<NonNullable<TakeBackTampering['draft']>>[0]) => {
            tx.inputs[1]!.witnessUtxo.script = script;
          },
        },
        /also spends 5050.*:1, a coin of ours/,
      ] as const,
  ),
  [
    'asks to sign a second input',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.signingIndexes = [0, 1];
      },
    },
    /the take-back asks for the/,
  ],
  [
    'asks for SINGLE|ANYONECANPAY',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.sigHash = 0x83;
      },
    },
    /the take-back asks for the/,
  ],
  [
    'asks for ALL',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.sigHash = 1;
      },
    },
    /the take-back asks for the/,
  ],
  [
    'asks for the leaf',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.disableTweakSigner = true;
      },
    },
    /the take-back asks for the/,
  ],
  [
    'asks another address',
    {
      answer: ({ steps }) => {
        steps[0]!.inputsToSign[0]!.address = seller.paymentAddress;
      },
    },
    /the take-back asks for the/,
  ],
  [
    'adds a step',
    { answer: ({ steps }) => void steps.push(steps[0]!) },
    /the take-back has 2 steps instead of 1/,
  ],
  ['has no step', { answer: ({ steps }) => void steps.pop() }, /the take-back has 0 steps instead of 1/],
  [
    'is not the transaction announced',
    {
      answer: (answer) => {
        answer.expectedTxid = txid(0x77);
      },
    },
    /but the service announced 7777/,
  ],
  [
    'is of version 3',
    {
      draft: (tx) => {
        tx.version = 3;
      },
    },
    /version 3 and lock time 0/,
  ],
  [
    'has a lock time',
    {
      draft: (tx) => {
        tx.lockTime = 900_000;
      },
    },
    /lock time 900000/,
  ],
  [
    'waits for blocks',
    {
      draft: (tx) => {
        tx.inputs[0]!.sequence = 144;
      },
    },
    /input 0 of the take-back has/,
  ],
];

for (const [what, tampering, sentence] of TAMPERED) {
  test(`a take-back that ${what} is refused`, () => {
    const { preflight, terms } = takeBackPreflight(tampering);
    expect(() => checkTakeBack(preflight, terms)).toThrow(expect.objectContaining({ name: 'UnsafePsbt' }));
    expect(() => checkTakeBack(preflight, terms)).toThrow(sentence);
  });
}
