import { expect, test } from 'vitest';
import { checkCollectionOffers } from '../../src/collection-offer/check-funding-parent.ts';
import { eligibleRoot } from '../../src/collection-offer/eligible-root.ts';
import { STRANGER, STRANGER_KEY, txid } from '../honest.ts';
import { EXPIRES, type FundingTampering, fundingPreflight } from '../honest-offers.ts';

test('an honest collection offer passes', () => {
  const { preflight, terms } = fundingPreflight();
  expect(() => checkCollectionOffers(preflight, terms)).not.toThrow();
});

const REFUSED: readonly (readonly [string, FundingTampering, RegExp])[] = [
  [
    'commits to another price',
    {
      committed: (t) => {
        t.priceSats += 1;
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'commits to a later expiry',
    {
      committed: (t) => {
        t.expiresAtUnix += 1;
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'commits to a stranger as receiver',
    {
      committed: (t) => {
        t.receiveScript = `5120${STRANGER_KEY}`;
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'commits to another set',
    {
      committed: (t) => {
        t.eligibleRoot = txid(0x79);
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'commits to other criteria',
    {
      committed: (t) => {
        t.criteriaHash = txid(0x79);
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'can be taken by the key of a stranger',
    {
      committed: (t) => {
        t.buyerKey = STRANGER_KEY;
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'opens with another secret',
    {
      committed: (t) => {
        t.authSecretHash = txid(0x79);
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'names other signers in the leaf',
    {
      committed: (t) => {
        t.signers = { ...t.signers, gate: STRANGER_KEY };
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'shows another address',
    {
      answer: (o) => {
        o.offerAddress = STRANGER.address!;
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'shows other terms in its leaf',
    {
      answer: (o) => {
        o.offerScriptHex = o.offerScriptHex.replace(o.eligibleRoot, txid(1));
      },
    },
    /its terms give bcrt1p/,
  ],
  [
    'is for another collection',
    {
      answer: (o) => {
        o.criteriaCanonicalJson = o.criteriaCanonicalJson.replace('embers', 'ashes');
      },
    },
    /which was not requested/,
  ],
  [
    'is for other traits',
    {
      answer: (o) => {
        o.criteriaCanonicalJson = o.criteriaCanonicalJson.replace('Red', 'Green');
      },
    },
    /which was not requested/,
  ],
  [
    'has criteria that are no JSON',
    {
      answer: (o) => {
        o.criteriaCanonicalJson = '{';
      },
    },
    /which was not requested/,
  ],
  [
    'hashes other criteria',
    {
      answer: (o) => {
        o.offerCriteriaHash = txid(1);
      },
    },
    /does not commit to its criteria/,
  ],
  [
    'says that a stranger receives',
    {
      answer: (o) => {
        o.buyerReceiveScriptHex = `5120${STRANGER_KEY}`;
      },
    },
    /sends the inscription to/,
  ],
  [
    "says that a stranger's key takes it back",
    {
      answer: (o) => {
        o.buyerPublicKey = STRANGER_KEY;
      },
    },
    /which is not ours/,
  ],
  [
    'is at another price',
    {
      answer: (o) => {
        o.priceSats -= 1;
      },
    },
    /at 99999 sats, not 100000/,
  ],
  [
    'lasts too long',
    {
      answer: (o) => {
        o.expiresAtUnix = EXPIRES + 1;
      },
    },
    /expires at/,
  ],
  [
    'pays less into the offer',
    {
      parent: (tx) => {
        tx.outputs[0]!.amount -= 1n;
        tx.outputs[1]!.amount += 1n;
      },
    },
    /pays 99999 sats/,
  ],
  [
    'pays a stranger instead of the offer',
    {
      parent: (tx) => {
        tx.outputs[0]!.script = STRANGER.script;
      },
    },
    /pays 100000 sats/,
  ],
  [
    'gives the change to a stranger',
    {
      parent: (tx) => {
        tx.outputs[1]!.script = STRANGER.script;
      },
    },
    /output 1 of offer 1 pays 400000 sats/,
  ],
  [
    'leaves out what it takes to leave',
    { parent: (tx) => void tx.outputs.pop() },
    /offer 1 has 2 outputs, not 3/,
  ],
  [
    'lies about what it takes to leave',
    {
      parent: (tx) => {
        tx.outputs[2]!.script = tx.outputs[2]!.script.toReversed();
      },
    },
    /output 2 of offer 1 pays 0 sats to/,
  ],
  [
    'pays a fee',
    {
      parent: (tx) => {
        tx.outputs[1]!.amount -= 500n;
      },
    },
    /output 1 of offer 1 pays 399500 sats/,
  ],
  ['is of version 2', { version: 2 }, /version 2/],
  [
    'lies about the value of our coin',
    {
      parent: (tx) => {
        tx.inputs[0]!.witnessUtxo.amount += 5n;
        tx.outputs[1]!.amount += 5n;
      },
    },
    /input 0 of offer 1 is/,
  ],
  [
    'spends a coin that was not offered',
    {
      parent: (tx) => {
        tx.inputs[0]!.txid = txid(0x61);
      },
    },
    /input 0 of offer 1 is/,
  ],
  [
    'announces other coins',
    {
      answer: (o) => {
        o.selectedPaymentUtxos = [];
      },
    },
    /offer 1 cannot be built: broken/,
  ],
  [
    'announces another txid',
    {
      answer: (o) => {
        o.expectedFundingParentTxid = txid(1);
      },
    },
    /but the service announced/,
  ],
  [
    'asks to sign more loosely',
    {
      answer: (o) => {
        o.fundingParentStep.inputsToSign[0]!.sigHash = 129;
      },
    },
    /offer 1 asks for the signatures 129/,
  ],
];

for (const [what, tampering, sentence] of REFUSED) {
  test(`a collection offer that ${what} is refused`, () => {
    const { preflight, terms } = fundingPreflight(tampering);
    expect(() => checkCollectionOffers(preflight, terms)).toThrow(sentence);
  });
}

test('an offer for another set than the own index finds is refused', () => {
  const { preflight, terms } = fundingPreflight();
  expect(() => checkCollectionOffers(preflight, { ...terms, eligibleRoot: txid(1) })).toThrow(
    /our index finds/,
  );
});

test('an offer for other ids than the own index finds is refused, and one for the same is taken', () => {
  const ids = [`${txid(1)}i0`, `${txid(2)}i0`];
  const { preflight, terms } = fundingPreflight({
    told: (t) => {
      t.eligibleRoot = eligibleRoot(ids);
    },
  });
  checkCollectionOffers(preflight, { ...terms, eligibleIds: ids });
  expect(() => checkCollectionOffers(preflight, { ...terms, eligibleIds: ids.slice(1) })).toThrow(
    /our index finds/,
  );
});

test('an offer with another signer than the pinned one is refused', () => {
  const { preflight, terms } = fundingPreflight();
  const signerPublicKeys = { ...preflight.offers[0]!.signerPublicKeys, policy: STRANGER_KEY };
  expect(() => checkCollectionOffers(preflight, { ...terms, signerPublicKeys })).toThrow(/the policy key/);
});

test('an offer on mainnet with one key for two of its signers is refused', () => {
  const { preflight, terms } = fundingPreflight();
  const wallet = { ...terms.wallet, network: 'mainnet' } as const;
  expect(() => checkCollectionOffers(preflight, { ...terms, wallet })).toThrow(
    /offer 1 has one key for two of its signers/,
  );
});

test('more offers than were asked for are refused', () => {
  const { preflight, terms } = fundingPreflight();
  preflight.offers.push(preflight.offers[0]!);
  expect(() => checkCollectionOffers(preflight, terms)).toThrow(/built 2 offers instead of 1/);
});
