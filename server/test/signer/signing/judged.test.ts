import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { fundingOf } from '@ordbook/protocol/counter/counter';
import { FILL_RULES, type FillTerms } from '@ordbook/protocol/fill/fill';
import { type Layout, type Pay, pay } from '@ordbook/protocol/layout/layout';
import { recoveryLayout } from '@ordbook/protocol/listing/recovery';
import { fanOutLayout } from '@ordbook/protocol/operator-coins/fan-out';
import { planSale } from '@ordbook/protocol/purchase/plan';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { SALE_RULES } from '@ordbook/protocol/purchase/sale-rules';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AUTH_SECRET, CRITERIA, fillTerms, TIER } from '../../../../protocol/test/collection-offer/terms.ts';
import { counterTerms, fundingTerms } from '../../../../protocol/test/offer-tables.ts';
import {
  coin,
  KEYS,
  listingTerms,
  NETWORK,
  SIGNER_KEYS,
  saleQuestion,
  secret,
} from '../../../../protocol/test/parties.ts';
import type { MarketFills } from '../../../src/signer/fill-port.ts';
import { gateSigner } from '../../../src/signer/gate/gate-signer.ts';
import { marketFills } from '../../../src/signer/market/market-fills.ts';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import { SALE_SIGNING_RULES } from '../../../src/signer/market/sale-rules.ts';
import { policySigner } from '../../../src/signer/policy/policy-signer.ts';
import type { Signer } from '../../../src/signer/port.ts';
import { GATE_RULES, MARKET_FILL_RULES, POLICY_FILL_RULES } from '../../../src/signer/signing/fill-rules.ts';
import { requireOnlyFees, requireProceeds, requireReturn } from '../../../src/signer/signing/judged.ts';
import { adoption, GATE_OPTIONS, gateRequest } from '../gate-requests.ts';
import { FEE_ADDRESS, fanOutRequest, recoveryRequest, SIGNER_OPTIONS, signSale } from '../requests.ts';

const SETTINGS = {
  network: NETWORK,
  feeAddress: FEE_ADDRESS,
  maxFeeRate: 500,
  leastFeeBps: 0,
  keys: SIGNER_KEYS,
} as const;

const RULES: readonly (readonly unknown[])[] = [
  SALE_RULES,
  SALE_SIGNING_RULES,
  FILL_RULES,
  MARKET_FILL_RULES,
  POLICY_FILL_RULES,
  GATE_RULES,
];

/** Every rule of layouts and signers is off: what is refused here, the judge alone refuses. */
function withoutRules() {
  const kept: (readonly unknown[])[] = [];
  beforeAll(() => void kept.push(...RULES.map((rules) => (rules as unknown[]).splice(0))));
  afterAll(() => {
    for (const [i, rules] of RULES.entries()) (rules as unknown[]).push(...kept[i]!);
  });
}

const LOST = expect.objectContaining({ message: expect.stringContaining('You can lose') });

describe('where no rule of its own refuses, the market signer signs no', () => {
  withoutRules();
  const signer = marketSigner(SIGNER_OPTIONS);
  const { terms } = planSale(saleQuestion(2));

  test('transfer that burns an anchor', async () => {
    const listings = terms.listings.map((listing) => ({ ...listing, transferFeeSats: 500 }));
    await expect(signer.signSale(signSale({ ...terms, listings }))).rejects.toEqual(LOST);
    await signer.signSale(signSale(terms));
  });

  test('fan-out that pays others', () => {
    const table = fanOutLayout(fanOutRequest(), KEYS);
    requireOnlyFees([table], KEYS);
    expect(() => requireOnlyFees([led(table)], KEYS)).toThrow('You can lose');
  });

  test('sale that pays a seller less than the terms say, whatever another gets more', () => {
    const table = saleLayout(terms, KEYS, NETWORK);
    const more = { 'seller 1': -1, 'seller 2': 1 } as Readonly<Record<string, number>>;
    const shifted = withOutputs(table, (one) => ({
      ...one,
      valueSats: one.valueSats + (more[one.name] ?? 0),
    }));
    requireProceeds(table, terms.listings, KEYS, NETWORK);
    expect(() => requireProceeds(shifted, terms.listings, KEYS, NETWORK)).toThrow('can be taken from you');
  });

  test('recovery that returns an inscription to others', () => {
    const listings = recoveryRequest(2).items.map(({ terms }) => terms);
    const table = recoveryLayout(listings, KEYS);
    requireReturn(table, listings, KEYS);
    expect(() => requireReturn(led(table), listings, KEYS)).toThrow('You can lose');
  });
});

describe('where no rule of its own refuses, no fill is signed that burns an admission coin, by', () => {
  withoutRules();
  const burnt: FillTerms = fillTerms({ admission: coin('admission', 5_000, 4) });
  const sound = fillTerms();
  const request = { sellerSignature: '', authSecret: AUTH_SECRET };

  test('the market signer', async () => {
    const market = marketFills({ ...SIGNER_OPTIONS, ...SETTINGS, tiers: [TIER] });
    await expect(market.signFill({ ...request, terms: burnt })).rejects.toEqual(LOST);
    await market.signFill({ ...request, terms: sound });
  });

  test('the policy signer', async () => {
    const policy = policySigner({
      ...SETTINGS,
      policy: bytesToHex(secret('policy')),
      tiers: [TIER],
      chain: {
        tip: async () => ({ height: 200, hash: '00'.repeat(32) }),
        blockHash: async () => null,
        unspents: async (asked) => asked.map(() => null),
        mempoolSpenders: async (asked) => asked.map(() => null),
      },
      ordinals: null,
      collections: async () => [],
      now: () => new Date(0),
    } as Parameters<typeof policySigner>[0]);
    const asked = {
      ...request,
      criteriaJson: CRITERIA,
      proof: { index: 0, count: 1, path: [] } as never,
      custody: { goods: '', source: null },
    };
    await expect(policy.signFill({ ...asked, terms: burnt })).rejects.toEqual(LOST);
    await policy.signFill({ ...asked, terms: sound });
  });

  test('the gate signer', async () => {
    const gate = gateSigner({
      ...GATE_OPTIONS,
      lines: { lineOf: () => null, linesFor: () => null } as never,
    });
    await expect(gate.signFill(gateRequest(burnt))).rejects.toEqual(LOST);
    await gate.signFill(gateRequest(sound));
  });
});

const withOutputs = (table: Layout, change: (output: Pay, index: number) => Pay): Layout => ({
  ...table,
  outputs: table.outputs.map(change),
});

describe('no signature is made once one of the judgements says stop:', () => {
  /** How many judgements are left before one says stop. */
  let left = 0;
  let market: Signer;
  let fills: MarketFills;
  beforeAll(async () => {
    vi.resetModules();
    vi.doMock('@ordbook/judge', () => ({
      judge: () => {
        left -= 1;
        return { warnings: left === 0 ? [{ severity: 'stop', text: 'told to stop' }] : [] };
      },
    }));
    const { COUNTER_RULES, COUNTER_RECOVERY_RULES } = await import(
      '../../../src/signer/market/counter-rules.ts'
    );
    const { TAKE_BACK_RULES } = await import('../../../src/signer/market/return-rules.ts');
    for (const rules of [COUNTER_RULES, COUNTER_RECOVERY_RULES, TAKE_BACK_RULES])
      (rules as unknown[]).splice(0);
    const signers = [
      import('../../../src/signer/market/market-signer.ts'),
      import('../../../src/signer/market/market-fills.ts'),
    ] as const;
    market = (await signers[0]).marketSigner(SIGNER_OPTIONS);
    fills = (await signers[1]).marketFills({ ...SIGNER_OPTIONS, ...SETTINGS, tiers: [TIER] });
  });
  afterAll(() => {
    vi.doUnmock('@ordbook/judge');
    vi.resetModules();
  });
  const unsigned = { transferSignature: '', sellerSignature: '', buyerSignatures: [] };
  const bump = { coin: coin('operator', 60_000), feeSats: 9_000 };
  const methods = {
    sale: [2, () => market.signSale(signSale(planSale(saleQuestion(1)).terms))],
    recovery: [2, () => market.signRecovery({ ...recoveryRequest(2), bump })],
    'take-back': [1, () => market.signTakeBack({ ...unsigned, terms: listingTerms('seller'), bump })],
    counter: [
      2,
      () => market.signCounter({ ...unsigned, terms: counterTerms, funding: fundingOf(fundingTerms) }),
    ],
    'counter recovery': [
      2,
      () =>
        market.signCounterRecovery({ ...unsigned, terms: counterTerms, feeCoins: [coin('operator', 1_000)] }),
    ],
    'fan-out': [1, () => market.signAnchorFanOut(fanOutRequest())],
    'admission fan-out': [1, () => fills.signAdmissionFanOut(adoption().fanOut)],
  } satisfies Readonly<Record<string, [number, () => Promise<unknown>]>>;

  test.each(Object.entries(methods))('%s', async (_, [judgements, sign]) => {
    for (let at = 1; at <= judgements; at += 1) {
      left = at;
      await expect(sign()).rejects.toThrow('told to stop');
    }
  });
});

/** With the first output paid to somebody else. */
const led = (table: Layout) =>
  withOutputs(table, (one, index) =>
    index === 0 ? pay('thief', one.valueSats, `0014${'77'.repeat(20)}`) : one,
  );
