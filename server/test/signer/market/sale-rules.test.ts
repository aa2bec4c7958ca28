import { operatorScript, scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import { transferLayout } from '@ordbook/protocol/listing/listing';
import { operatorLock, p2trLock } from '@ordbook/protocol/locks/p2tr';
import { fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { shareOf } from '@ordbook/protocol/sats';
import { describe, expect, test } from 'vitest';
import {
  KEYS,
  NETWORK,
  payer,
  paymentAddress,
  priced,
  saleQuestion,
  xOnly,
} from '../../../../protocol/test/parties.ts';
import {
  checkSignableFanOut,
  checkSignableSale,
  FAN_OUT_RULES,
  type FanOutToSign,
  LEAST_FEE_SENTENCE,
  SALE_SIGNING_RULES,
  type SaleToSign,
} from '../../../src/signer/market/sale-rules.ts';
import type { SaleRequest } from '../../../src/signer/port.ts';
import {
  type Breaches,
  CREATOR,
  fires,
  flipped,
  more,
  operatorInput,
  PARTNER,
  STRANGER,
  settings,
  THIEF,
  withInput,
  withOutput,
} from '../policy-breaches.ts';
import { fanOutRequest, saleRequest, signSale } from '../requests.ts';

function sale(n = 2, request: SaleRequest = saleRequest(n)): SaleToSign {
  const { terms } = request;
  const transfers = terms.listings.map((listing) => transferLayout(listing, KEYS));
  return { request, transfers, table: saleLayout(terms, KEYS, NETWORK), keys: KEYS, settings };
}

const split = (): FanOutToSign => ({ table: fanOutLayout(fanOutRequest(), KEYS), keys: KEYS, settings });

const retold = (judged: SaleToSign, terms: Partial<SaleToSign['request']['terms']>): SaleToSign => ({
  ...judged,
  request: { ...judged.request, terms: { ...judged.request.terms, ...terms } },
});
const SALE_BREACHES: Breaches<SaleToSign> = {
  'the addresses of sellers and payer match their keys, and none is the operator': {
    'a payer with the anchor key': (judged) => retold(judged, { payer: payer('anchor', 'p2wpkh') }),
    'a payer of another type than its address': (judged) =>
      retold(judged, { payer: { ...judged.request.terms.payer, type: 'p2sh-p2wpkh' } }),
    'a seller with the market key': (judged) =>
      retold(judged, {
        listings: judged.request.terms.listings.map((listing) => ({ ...listing, sellerKey: KEYS.market })),
      }),
  },
  'the buyer is not a seller': {
    'a seller pays with the key of the listing': (judged) =>
      retold(judged, { payer: payer('seller 1', 'p2tr') }),
    'a seller is paid where the buyer pays from': (judged) =>
      retold(judged, {
        listings: judged.request.terms.listings.map((listing) => ({
          ...listing,
          sellerPaymentAddress: judged.request.terms.payer.address,
        })),
      }),
    'the inscription comes back to its seller': (judged) =>
      retold(judged, { buyerOrdinalsAddress: paymentAddress('seller 2', 'p2tr') }),
  },
  'the operator keys sign only operator coins and passthroughs': {
    'the market signs something that is no passthrough': (judged) => ({
      ...judged,
      table: withInput(judged.table, 3, { lock: p2trLock(xOnly('victim')) }),
    }),
    'the market signs the passthrough of a seller who is not in the terms': (judged) => ({
      ...judged,
      table: more(judged.table, sale(3).table.inputs[6]!),
    }),
    "the anchor key signs a coin that is not the operator's": (judged) => ({
      ...judged,
      table: withInput(judged.table, 0, { lock: p2trLock(xOnly('victim')) }),
    }),
    "an operator coin counts as the buyer's": (judged) => ({
      ...judged,
      table: withInput(judged.table, 5, { lock: operatorLock(KEYS) }),
    }),
    'a transfer spends one too': (judged) => ({
      ...judged,
      transfers: judged.transfers.map((table) =>
        withInput(table, 0, { lock: operatorLock(KEYS), signs: { seller: 'DEFAULT' } }),
      ),
    }),
  },
  'the operator coins of a sale are the anchors of its terms, each once': {
    'one more': (judged) => ({ ...judged, table: more(judged.table, operatorInput) }),
    'another one': (judged) => ({
      ...judged,
      table: withInput(judged.table, 2, { coin: operatorInput.coin }),
    }),
  },
  'output 0 returns every operator coin to the operator, in full': {
    'a sat less': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 0, { valueSats: judged.table.outputs[0]!.valueSats - 1 }),
    }),
    'to a stranger': (judged) => ({ ...judged, table: withOutput(judged.table, 0, { script: STRANGER }) }),
  },
  'a transfer returns its anchor to the operator except for the fee': {
    'to a stranger': (judged) => ({
      ...judged,
      transfers: judged.transfers.map((table) => withOutput(table, 1, { script: STRANGER })),
      table: {
        ...judged.table,
        inputs: judged.table.inputs.map((input, i) =>
          i < 2
            ? {
                ...input,
                coin: {
                  ...input.coin,
                  txid: layoutTxid(withOutput(judged.transfers[i]!, 1, { script: STRANGER })),
                },
              }
            : input,
        ),
      },
    }),
  },
  "the marketplace's fee goes to the operator's fee address": {
    'another address in the terms': (judged) =>
      retold(judged, {
        payouts: judged.request.terms.payouts.map((payout) => ({
          ...payout,
          address: judged.request.terms.payer.address,
        })),
      }),
    'another script in the table': (judged) => ({
      ...judged,
      table: withOutput(
        judged.table,
        judged.table.outputs.findIndex(({ name }) => name === 'marketplace'),
        { script: STRANGER },
      ),
    }),
  },
  "after the seller outputs only the operator, the operator's payout addresses and the buyer are paid": {
    'the whole fee as a partner to a stranger': (judged) => ({
      ...retold(judged, {
        payouts: judged.request.terms.payouts.map((payout) => ({
          ...payout,
          purpose: 'partner',
          address: THIEF,
        })),
      }),
      table: withOutput(
        judged.table,
        judged.table.outputs.findIndex(({ name }) => name === 'marketplace'),
        { name: 'partner', script: scriptOf(THIEF, NETWORK) },
      ),
    }),
    'a fresh anchor to a stranger': (judged) => ({
      ...judged,
      table: withOutput(
        judged.table,
        judged.table.outputs.findIndex(({ name }) => name === 'fresh anchor'),
        { script: STRANGER },
      ),
    }),
  },
  [LEAST_FEE_SENTENCE]: {
    'the whole fee as a creator whom the operator pays': (judged) => ({
      ...judged,
      table: {
        ...judged.table,
        outputs: judged.table.outputs.map((output, i) =>
          i > 2 * judged.request.terms.listings.length && output.name !== 'change'
            ? { ...output, name: 'creator', script: scriptOf(CREATOR, NETWORK) }
            : output,
        ),
      },
    }),
    'less than its share': (judged) => ({ ...judged, settings: { ...judged.settings, leastFeeBps: 9_000 } }),
  },
  'no coin is spent twice': {
    'a payment twice': (judged) => ({
      ...judged,
      table: { ...judged.table, inputs: [...judged.table.inputs, judged.table.inputs[5]!] },
    }),
  },
  "a transfer pays exactly the fee of the signer's own settings": {
    'another rate than the setting': (judged) => ({
      ...judged,
      settings: { ...settings, transferFeeRates: [2, 3] },
    }),
  },
  'the fee rate of the package is within the limit': {
    'all of the change to miners': (judged) => ({
      ...judged,
      table: { ...judged.table, outputs: judged.table.outputs.slice(0, -1) },
    }),
    'more paid than spent': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 3, { valueSats: 10_000_000 }),
    }),
  },
  'every seller has signed the transfer and the output that exactly this sale pays, and the buyer all of it':
    {
      'a seller is paid less than was signed': (judged) => ({
        ...judged,
        table: withOutput(judged.table, 3, { valueSats: judged.table.outputs[3]!.valueSats - 1 }),
      }),
      'a seller is paid elsewhere than was signed': (judged) => ({
        ...judged,
        table: withOutput(judged.table, 4, { script: STRANGER }),
      }),
      'the inscription goes elsewhere than the buyer signed': (judged) => ({
        ...judged,
        table: withOutput(judged.table, 1, { script: STRANGER }),
      }),
      'a transfer signature is wrong': (judged) => ({
        ...judged,
        request: { ...judged.request, transferSignatures: judged.request.transferSignatures.map(flipped) },
      }),
      'a transfer signature is missing': (judged) => ({
        ...judged,
        request: { ...judged.request, transferSignatures: judged.request.transferSignatures.slice(0, 1) },
      }),
      "sellers' signatures are swapped": (judged) => ({
        ...judged,
        request: { ...judged.request, sellerSignatures: judged.request.sellerSignatures.toReversed() },
      }),
      "the buyer's signature is missing": (judged) => ({
        ...judged,
        request: { ...judged.request, buyerSignatures: [] },
      }),
    },
};

const SPLIT_BREACHES: Breaches<FanOutToSign> = {
  'the operator keys sign only operator coins': {
    "somebody else's coin": (judged) => ({
      ...judged,
      table: withInput(judged.table, 1, { lock: p2trLock(xOnly('victim')) }),
    }),
  },
  'a fan-out transaction pays only the operator': {
    'an anchor for a stranger': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 7, { script: STRANGER }),
    }),
  },
  'no coin is spent twice': {
    'a deposit twice': (judged) => ({
      ...judged,
      table: { ...judged.table, inputs: [...judged.table.inputs, judged.table.inputs[0]!] },
    }),
  },
  'the fee rate is within the limit': {
    'everything to miners but one anchor': (judged) => ({
      ...judged,
      table: { ...judged.table, outputs: judged.table.outputs.slice(0, 1) },
    }),
  },
};

describe('the policy of sales', () =>
  fires(SALE_SIGNING_RULES, () => sale(), checkSignableSale, SALE_BREACHES));
describe('the policy of splits', () => fires(FAN_OUT_RULES, split, checkSignableFanOut, SPLIT_BREACHES));

describe('a sale is signed', () => {
  test.each([100, 5_000, 10_000])('whatever share its partner has: %i bps', (shareBps) => {
    const plan = planSale(saleQuestion(2, { partner: { address: PARTNER, shareBps } }));
    expect(plan.terms.payouts.some(({ purpose }) => purpose === 'partner')).toBe(shareBps > 100);
    const judged = sale(2, signSale(plan.terms));
    const asksNothing = { ...judged, settings: { ...settings, leastFeeBps: 0 } };
    expect(() => checkSignableSale(asksNothing)).not.toThrow();
  });

  test('with a creator who gets more than the marketplace', () => {
    const listing = priced('seller 1', { buyerCreatorRoyaltySats: 30_000 }, CREATOR);
    const { terms } = planSale(saleQuestion(1, { listings: [listing] }));
    expect(terms.payouts.map(({ purpose }) => purpose)).toEqual(['marketplace', 'creator']);
    expect(() => checkSignableSale(sale(1, signSale(terms)))).not.toThrow();
  });

  test.each([1_000, 29_400, 29_401, 49_999, 100_001, 2_345_678])(
    'at %i sats, where the operator gets exactly its least share, or that is dust',
    (priceSats) => {
      const fee = { sellerMarketplaceFeeSats: shareOf(priceSats, 100), buyerMarketplaceFeeSats: 0 };
      const listings = [1, 2].map((n) => priced(`seller ${n}`, { priceSats, ...fee }));
      const { terms } = planSale(saleQuestion(2, { listings }));
      expect(() => checkSignableSale(sale(2, signSale(terms)))).not.toThrow();
    },
  );

  test('for any creator or partner by a signer that was told of none', () => {
    const plan = planSale(saleQuestion(1, { partner: { address: THIEF, shareBps: 10_000 } }));
    const judged = sale(1, signSale(plan.terms));
    expect(() => checkSignableSale(judged)).toThrow('after the seller outputs only');
    const { payoutAddresses: _, ...untold } = { ...settings, leastFeeBps: 0 };
    expect(() => checkSignableSale({ ...judged, settings: untold })).not.toThrow();
  });
});

test('the operator script of the tables is that of the keys', () => {
  expect(split().table.inputs[0]!.lock.script).toBe(operatorScript(KEYS));
});
