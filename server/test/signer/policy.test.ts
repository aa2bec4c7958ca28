import { describe, expect, test } from 'vitest';
import { operatorScript, scriptOf } from '../../src/protocol/keys.ts';
import { type Layout, layoutTxid, type Pay, type Spend } from '../../src/protocol/layout.ts';
import { transferLayout } from '../../src/protocol/listing.ts';
import { p2wpkhLock, taprootLock } from '../../src/protocol/lock.ts';
import { planSale } from '../../src/protocol/plan-sale.ts';
import { recoveryLayout } from '../../src/protocol/recovery.ts';
import { hold, type Rule } from '../../src/protocol/rules.ts';
import { saleLayout } from '../../src/protocol/sale.ts';
import {
  type JudgedRecovery,
  type JudgedSale,
  type JudgedSplit,
  judgeRecovery,
  judgeSale,
  judgeSplit,
  type PolicySettings,
  RECOVERY_POLICY,
  SALE_POLICY,
  SPLIT_POLICY,
} from '../../src/signer/policy.ts';
import type { SaleRequest } from '../../src/signer/port.ts';
import { splitLayout } from '../../src/signer/split.ts';
import {
  coin,
  KEYS,
  NETWORK,
  payer,
  paymentAddress,
  priced,
  publicKey,
  saleQuestion,
  xOnly,
} from '../protocol/parties.ts';
import { FEE_ADDRESS, recoveryRequest, saleRequest, signSale, splitRequest } from './requests.ts';

const PARTNER = paymentAddress('partner', 'p2wpkh');
const CREATOR = paymentAddress('creator', 'p2tr');
const THIEF = paymentAddress('thief', 'p2wpkh');
const settings: PolicySettings = {
  network: NETWORK,
  feeAddress: FEE_ADDRESS,
  payoutAddresses: [PARTNER, CREATOR],
  maxFeeRate: 500,
};
const STRANGER = `0014${'77'.repeat(20)}`;

function sale(n = 2, request: SaleRequest = saleRequest(n)): JudgedSale {
  const { terms } = request;
  const transfers = terms.listings.map((listing) => transferLayout(listing, KEYS));
  return { request, transfers, table: saleLayout(terms, KEYS, NETWORK), keys: KEYS, settings };
}

function recovery(): JudgedRecovery {
  const request = recoveryRequest(2);
  const items = request.items.map(({ terms }) => terms);
  return { request, table: recoveryLayout(items, KEYS, request), keys: KEYS, settings };
}

const split = (): JudgedSplit => ({ table: splitLayout(splitRequest(), KEYS), keys: KEYS, settings });

const withInput = (table: Layout, index: number, change: Partial<Spend>): Layout => ({
  ...table,
  inputs: table.inputs.map((input, i) => (i === index ? { ...input, ...change } : input)),
});
const withOutput = (table: Layout, index: number, change: Partial<Pay>): Layout => ({
  ...table,
  outputs: table.outputs.map((output, i) => (i === index ? { ...output, ...change } : output)),
});
const more = (table: Layout, input: Spend): Layout => ({ ...table, inputs: [...table.inputs, input] });
const operatorInput: Spend = {
  name: 'another operator coin',
  coin: coin('another', 1_000_000),
  lock: p2wpkhLock(KEYS.anchor),
  signs: { operator: 'ALL' },
  sequence: 0,
};
const retold = (judged: JudgedSale, terms: Partial<JudgedSale['request']['terms']>): JudgedSale => ({
  ...judged,
  request: { ...judged.request, terms: { ...judged.request.terms, ...terms } },
});
const flipped = (signature: string) =>
  (signature[20] === '0' ? '1' : '0') + signature.slice(1, 20) + signature.slice(20);

/** For a rule, named by its sentence: requests that break it, by what is wrong with them. */
type Breaches<Judged> = Readonly<Record<string, Readonly<Record<string, (judged: Judged) => Judged>>>>;

const SALE_BREACHES: Breaches<JudgedSale> = {
  'sellers and payer are who their keys say, and none of them is the operator': {
    'a payer with the anchor key': (judged) => retold(judged, { payer: payer('anchor', 'p2wpkh') }),
    'a payer of another type than its address': (judged) =>
      retold(judged, { payer: { ...judged.request.terms.payer, type: 'p2sh-p2wpkh' } }),
    'a seller with the market key': (judged) =>
      retold(judged, {
        listings: judged.request.terms.listings.map((listing) => ({ ...listing, sellerKey: KEYS.market })),
      }),
  },
  'the operator keys sign operator coins and passthroughs, and nothing else': {
    'the market signs something that is no passthrough': (judged) => ({
      ...judged,
      table: withInput(judged.table, 3, { lock: taprootLock(xOnly('victim')) }),
    }),
    'the market signs the passthrough of a seller who is not in the terms': (judged) => ({
      ...judged,
      table: more(judged.table, sale(3).table.inputs[6]!),
    }),
    "the anchor key signs a coin that is not the operator's": (judged) => ({
      ...judged,
      table: withInput(judged.table, 0, { lock: p2wpkhLock(publicKey('victim')) }),
    }),
    "an operator coin counts as the buyer's": (judged) => ({
      ...judged,
      table: withInput(judged.table, 5, { lock: p2wpkhLock(KEYS.anchor) }),
    }),
    'a transfer spends one too': (judged) => ({
      ...judged,
      transfers: judged.transfers.map((table) =>
        withInput(table, 0, { lock: p2wpkhLock(KEYS.anchor), signs: { seller: 'DEFAULT' } }),
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
  'a transfer returns its anchor to the operator but for the fee': {
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
  "behind the sellers only the operator, the operator's payout addresses and the buyer are paid": {
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
  'no coin is spent twice': {
    'a payment twice': (judged) => ({
      ...judged,
      table: { ...judged.table, inputs: [...judged.table.inputs, judged.table.inputs[5]!] },
    }),
  },
  'the fee rates of the package and of each transfer are sane': {
    'all of the change to miners': (judged) => ({
      ...judged,
      table: { ...judged.table, outputs: judged.table.outputs.slice(0, -1) },
    }),
    'more paid than spent': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 3, { valueSats: 10_000_000 }),
    }),
    'a transfer that burns its anchor': (judged) => ({
      ...judged,
      settings: { ...settings, maxFeeRate: 0.5 },
    }),
  },
  'every seller has signed the transfer and the output that this very sale pays, and the buyer all of it': {
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

const RECOVERY_BREACHES: Breaches<JudgedRecovery> = {
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
  'the operator keys sign operator coins and passthroughs, and nothing else': {
    'the market signs something that is no passthrough': (judged) => ({
      ...judged,
      table: withInput(judged.table, 0, { lock: taprootLock(xOnly('victim')) }),
    }),
    "the anchor key signs a coin that is not the operator's": (judged) => ({
      ...judged,
      table: withInput(judged.table, 2, { lock: p2wpkhLock(publicKey('victim')) }),
    }),
  },
  'the operator coins of a recovery are the fee coins of its request': {
    'one more': (judged) => ({ ...judged, table: more(judged.table, operatorInput) }),
  },
  'what does not return to the sellers or pay the fee returns to the operator': {
    'change to a stranger': (judged) => ({
      ...judged,
      table: withOutput(judged.table, 2, { script: STRANGER }),
    }),
  },
  'no coin is spent twice': {
    'a passthrough twice': (judged) => ({
      ...judged,
      table: { ...judged.table, inputs: [...judged.table.inputs, judged.table.inputs[0]!] },
    }),
  },
  'the fee rate is sane': {
    'all of the change to miners': (judged) => ({
      ...judged,
      settings: { ...settings, maxFeeRate: 50 },
      table: { ...judged.table, outputs: judged.table.outputs.slice(0, 2) },
    }),
  },
  'every seller has signed to get the passthrough back': {
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

const SPLIT_BREACHES: Breaches<JudgedSplit> = {
  'the operator keys sign operator coins, and nothing else': {
    "somebody else's coin": (judged) => ({
      ...judged,
      table: withInput(judged.table, 1, { lock: p2wpkhLock(publicKey('victim')) }),
    }),
  },
  'a split pays the operator only': {
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
  'the fee rate is sane': {
    'everything to miners but one anchor': (judged) => ({
      ...judged,
      table: { ...judged.table, outputs: judged.table.outputs.slice(0, 1) },
    }),
  },
};

function fires<Judged>(
  policy: readonly Rule<Judged>[],
  start: () => Judged,
  judge: (judged: Judged) => void,
  breaches: Breaches<Judged>,
): void {
  test('an honest request keeps every rule', () => {
    expect(() => judge(start())).not.toThrow();
  });

  test('every rule has a breach below', () => {
    expect(Object.keys(breaches)).toEqual(policy.map(({ sentence }) => sentence));
  });

  for (const rule of policy) {
    for (const [breach, change] of Object.entries(breaches[rule.sentence] ?? {})) {
      test(`${rule.sentence}; not: ${breach}`, () => {
        const judged = change(start());
        expect(() => hold([rule], judged)).toThrow(expect.objectContaining({ rule: rule.sentence }));
        expect(() => judge(judged)).toThrow();
      });
    }
  }
}

describe('the policy of sales', () => fires(SALE_POLICY, () => sale(), judgeSale, SALE_BREACHES));
describe('the policy of recoveries', () =>
  fires(RECOVERY_POLICY, recovery, judgeRecovery, RECOVERY_BREACHES));
describe('the policy of splits', () => fires(SPLIT_POLICY, split, judgeSplit, SPLIT_BREACHES));

describe('a sale is signed', () => {
  test.each([100, 5_000, 10_000])('whatever share its partner has: %i bps', (shareBps) => {
    const plan = planSale(saleQuestion(2, { partner: { address: PARTNER, shareBps } }));
    expect(plan.terms.payouts.some(({ purpose }) => purpose === 'partner')).toBe(shareBps > 100);
    expect(() => judgeSale(sale(2, signSale(plan.terms)))).not.toThrow();
  });

  test('with a creator who gets more than the marketplace', () => {
    const listing = priced('seller 1', { buyerCreatorRoyaltySats: 30_000 }, CREATOR);
    const { terms } = planSale(saleQuestion(1, { listings: [listing] }));
    expect(terms.payouts.map(({ purpose }) => purpose)).toEqual(['marketplace', 'creator']);
    expect(() => judgeSale(sale(1, signSale(terms)))).not.toThrow();
  });

  test('for any creator or partner by a signer that was told of none', () => {
    const plan = planSale(saleQuestion(1, { partner: { address: THIEF, shareBps: 10_000 } }));
    const judged = sale(1, signSale(plan.terms));
    expect(() => judgeSale(judged)).toThrow('behind the sellers only');
    const { payoutAddresses: _, ...untold } = settings;
    expect(() => judgeSale({ ...judged, settings: untold })).not.toThrow();
  });
});

test('the operator script of the tables is that of the keys', () => {
  expect(split().table.inputs[0]!.lock.script).toBe(operatorScript(KEYS));
});
