import { bumpLayout } from '@ordbook/protocol/listing/bump';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { takeBackLayout } from '@ordbook/protocol/listing/take-back';
import { p2trLock } from '@ordbook/protocol/locks/p2tr';
import { describe } from 'vitest';
import { coin, KEYS, listingTerms, xOnly } from '../../../../protocol/test/parties.ts';
import {
  checkSignableRecovery,
  checkSignableTakeBack,
  RECOVERY_RULES,
  type RecoveryToSign,
  TAKE_BACK_RULES,
  type TakeBackToSign,
} from '../../../src/signer/market/return-rules.ts';
import {
  type Breaches,
  fires,
  flipped,
  more,
  operatorInput,
  STRANGER,
  settings,
  withInput,
  withOutput,
} from '../policy-breaches.ts';
import { recoveryRequest, signedBy } from '../requests.ts';

function recovery(): RecoveryToSign {
  const request = recoveryRequest(2);
  const items = request.items.map(({ terms }) => terms);
  const transfers = items.map((terms) => transferLayout(terms, KEYS));
  const table = recoveryLayout(items, KEYS);
  const bump = bumpLayout(table, KEYS, { coin: coin('operator', 60_000), feeSats: 9_000 });
  return { request, transfers, table, bump, keys: KEYS, settings };
}

function takeBack(): TakeBackToSign {
  const terms = listingTerms('seller');
  const table = takeBackLayout(terms, KEYS);
  const bump = bumpLayout(table, KEYS, { coin: coin('operator', 60_000), feeSats: 9_000 });
  const sellerSignature = signedBy(table, 'seller', 'seller')[0]!.signature;
  const request = { terms, sellerSignature, bump: null };
  return { request, transfers: [transferLayout(terms, KEYS)], table, bump, keys: KEYS, settings };
}

/** The breaches of what holds for both; `last` is the index of the operator's output. */
const returnBreaches = <SigningContext extends RecoveryToSign | TakeBackToSign>(
  last: number,
): Breaches<SigningContext> => ({
  'the operator coins of a return are the anchor changes of its transfers': {
    'one more': (judged) => ({ ...judged, table: more(judged.table, operatorInput) }),
  },
  'outputs pay only the sellers and the operator': {
    'change to a stranger': (judged) => ({
      ...judged,
      table: withOutput(judged.table, last, { script: STRANGER }),
    }),
  },
  'no coin is spent twice': {
    'a passthrough twice': (judged) => ({
      ...judged,
      table: { ...judged.table, inputs: [...judged.table.inputs, judged.table.inputs[0]!] },
    }),
  },
  "a transfer pays exactly the fee of the signer's own settings": {
    'another rate than the setting': (judged) => ({
      ...judged,
      settings: { ...settings, transferFeeRates: [2, 3] },
    }),
  },
  'the fee rate is that of the transfers': {
    'all that the anchors leave to miners': (judged) => ({
      ...judged,
      table: { ...judged.table, outputs: judged.table.outputs.slice(0, last) },
    }),
  },
  'a bump spends only operator coins and returns them to the operator, except for a fee within the limit': {
    'to somebody else': (judged) => ({ ...judged, bump: withOutput(judged.bump!, 0, { script: STRANGER }) }),
    "somebody else's coin": (judged) => ({
      ...judged,
      bump: withInput(judged.bump!, 1, { lock: p2trLock(xOnly('victim')) }),
    }),
    'a coin twice': (judged) => ({ ...judged, bump: more(judged.bump!, judged.bump!.inputs[1]!) }),
    'all of it to miners but one anchor': (judged) => ({
      ...judged,
      settings: { ...settings, maxFeeRate: 50 },
      bump: withOutput(judged.bump!, 0, { valueSats: 1_000 }),
    }),
  },
});

const RECOVERY_BREACHES: Breaches<RecoveryToSign> = {
  'no seller is the operator': {
    'the market key as a seller': (judged) => ({
      ...judged,
      request: {
        ...judged.request,
        items: judged.request.items.map((item) => ({
          ...item,
          terms: { ...item.terms, sellerKey: KEYS.market },
        })),
      },
    }),
  },
  'the operator keys sign only operator coins and passthroughs': {
    'the market signs something that is no passthrough': (judged) => ({
      ...judged,
      table: withInput(judged.table, 0, { lock: p2trLock(xOnly('victim')) }),
    }),
    "the anchor key signs a coin that is not the operator's": (judged) => ({
      ...judged,
      table: withInput(judged.table, 2, { lock: p2trLock(xOnly('victim')) }),
    }),
  },
  ...returnBreaches<RecoveryToSign>(2),
  'every seller has signed exactly this recovery': {
    'a seller gets less': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 1, { valueSats: 9_000 }),
    }),
    'somebody else gets it': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 0, { script: STRANGER }),
    }),
    'a signature is wrong': (judged) => ({
      ...judged,
      request: {
        ...judged.request,
        items: judged.request.items.map((item) => ({
          ...item,
          sellerSignature: flipped(item.sellerSignature),
        })),
      },
    }),
  },
};

const TAKE_BACK_BREACHES: Breaches<TakeBackToSign> = {
  'the seller is not the operator': {
    'the market key as the seller': (judged) => ({
      ...judged,
      request: { ...judged.request, terms: { ...judged.request.terms, sellerKey: KEYS.market } },
    }),
  },
  'the operator keys sign only operator coins': {
    "the anchor key signs a coin that is not the operator's": (judged) => ({
      ...judged,
      table: withInput(judged.table, 1, { lock: p2trLock(xOnly('victim')) }),
    }),
    'the market signs the passthrough': (judged) => ({
      ...judged,
      table: withInput(judged.table, 0, { signs: { seller: 'DEFAULT', market: 'DEFAULT' } }),
    }),
  },
  ...returnBreaches<TakeBackToSign>(1),
  'the seller has signed exactly this take-back': {
    'the seller gets less': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 0, { valueSats: 400 }),
    }),
    'somebody else gets it': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 0, { script: STRANGER }),
    }),
    'the signature is wrong': (judged) => ({
      ...judged,
      request: { ...judged.request, sellerSignature: flipped(judged.request.sellerSignature) },
    }),
  },
};

describe('the policy of recoveries', () =>
  fires(RECOVERY_RULES, recovery, checkSignableRecovery, RECOVERY_BREACHES));
describe('the policy of take-backs', () =>
  fires(TAKE_BACK_RULES, takeBack, checkSignableTakeBack, TAKE_BACK_BREACHES));
