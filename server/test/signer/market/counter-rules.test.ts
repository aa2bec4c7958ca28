import { bytesToHex } from '@ordbook/protocol/bitcoin/bytes';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { counterLayout, counterTables, fundingOf } from '@ordbook/protocol/counter/counter';
import type { Layout } from '@ordbook/protocol/layout/layout';
import type { Party } from '@ordbook/protocol/locks/spending';
import { beforeAll, describe, expect, test } from 'vitest';
import { counterTerms, fundingTerms } from '../../../../protocol/test/offer-tables.ts';
import {
  coin,
  KEYS,
  NETWORK,
  payer,
  paymentAddress,
  publicKey,
  secret,
  signInputsWith,
} from '../../../../protocol/test/parties.ts';
import { COUNTER_RULES } from '../../../src/signer/market/counter-rules.ts';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import type { PackageSigningSettings } from '../../../src/signer/market/sale-rules.ts';
import type { CounterRequest, Signer } from '../../../src/signer/port.ts';

const feeAddress = paymentAddress('fees', 'p2wpkh');
const SETTINGS: PackageSigningSettings = {
  network: NETWORK,
  feeAddress,
  maxFeeRate: 500,
  transferFeeRates: [1],
  leastFeeBps: 0,
};
const funding = fundingOf(fundingTerms);
const tables = counterTables(counterTerms, KEYS, NETWORK);
const settlement = counterLayout(counterTerms, KEYS, NETWORK, funding);
const signedBy = (table: Layout, party: Party, name: string) => signInputsWith(table, party, secret(name));

let signer: Signer;
let request: CounterRequest;
beforeAll(() => {
  const [market, anchor] = [secret('market'), secret('anchor')].map((key) => bytesToHex(key)) as [
    string,
    string,
  ];
  signer = marketSigner({ market, anchor, network: NETWORK, feeAddress });
  request = {
    terms: counterTerms,
    funding,
    transferSignature: signedBy(tables[0]!, 'seller', 'seller 1 tweaked')[0]!.signature,
    sellerSignature: signedBy(settlement, 'seller', 'seller 1')[0]!.signature,
    buyerSignatures: signedBy(settlement, 'buyer', 'buyer'),
  };
});

describe('the signer refuses a counter', () => {
  test('whose seller has not signed the transfer', async () => {
    await expect(signer.signCounter(request)).rejects.toThrow('transfer');
  });

  test('that pays the marketplace elsewhere', async () => {
    const payouts = [{ ...counterTerms.payouts[0]!, address: paymentAddress('thief', 'p2wpkh') }];
    const terms = { ...counterTerms, payouts };
    await expect(signer.signCounter({ ...request, terms })).rejects.toThrow("operator's fee address");
  });

  test('that pays somebody whom the settings do not name', async () => {
    const [market, anchor] = [secret('market'), secret('anchor')].map((key) => bytesToHex(key)) as [
      string,
      string,
    ];
    const told = (payoutAddresses: string[]) =>
      marketSigner({ market, anchor, network: NETWORK, feeAddress, payoutAddresses });
    const creator = paymentAddress('creator', 'p2wpkh');
    const payouts = [{ ...counterTerms.payouts[0]!, purpose: 'creator' as const, address: creator }];
    const paying = { ...request, terms: { ...counterTerms, payouts } };
    await expect(told([]).signCounter(paying)).rejects.toThrow('payout addresses');
    await expect(told([creator]).signCounter(paying)).rejects.toThrow('seller has signed');
  });

  test('that leaves the operator less than its least share, to whomever the rest goes', async () => {
    const [market, anchor] = [secret('market'), secret('anchor')].map((key) => bytesToHex(key)) as [
      string,
      string,
    ];
    const creator = paymentAddress('creator', 'p2wpkh');
    const asking = (leastFeeBps: number) =>
      marketSigner({ market, anchor, network: NETWORK, feeAddress, payoutAddresses: [creator], leastFeeBps });
    const payouts = [{ ...counterTerms.payouts[0]!, purpose: 'creator' as const, address: creator }];
    const paying = { ...request, terms: { ...counterTerms, payouts } };
    await expect(asking(100).signCounter(paying)).rejects.toThrow('SIGNER_LEAST_FEE_BPS');
    await expect(asking(100).signCounter(request)).rejects.toThrow('seller has signed');
    await expect(asking(9_000).signCounter(request)).rejects.toThrow('SIGNER_LEAST_FEE_BPS');
  });

  test('whose fee rate is not sane', async () => {
    const rich = { ...funding, coin: { ...funding.coin, valueSats: 90_000_000 } };
    await expect(signer.signCounter({ ...request, funding: rich })).rejects.toThrow('fee rate of both');
  });

  test('whose payer is the operator', async () => {
    const payer = {
      address: paymentAddress('anchor', 'p2wpkh'),
      publicKey: publicKey('anchor'),
      type: 'p2wpkh' as const,
    };
    const own = { ...request, funding: { ...funding, payer } };
    await expect(signer.signCounter(own)).rejects.toThrow('is the operator');
  });
});

test('the operator key signs one anchor of a counter, that of its transfer', () => {
  const rule = COUNTER_RULES.find(({ sentence }) => sentence.startsWith('the operator keys sign only'))!;
  const broken = (transfer: Layout) =>
    rule.broken({ table: settlement, transfer, request, keys: KEYS, settings: SETTINGS });
  const transfer = tables[0]!;
  expect(broken(transfer)).toBeNull();
  const second = { ...transfer.inputs[1]!, coin: coin('second anchor', 1_000) };
  for (const inputs of [[...transfer.inputs, second], transfer.inputs.with(1, second)])
    expect(broken({ ...transfer, inputs })).toMatch(/^it spends /);
});

describe('the signer refuses a counter whose seller is its buyer', () => {
  test.each([
    ['by the key that pays', { payer: payer('seller 1', 'p2tr') }],
    ['by the address that pays', { payer: payer('seller 1', 'p2wpkh') }],
  ])('%s', async (_, { payer: own }) => {
    const asked = { ...request, funding: { ...funding, payer: own } };
    await expect(signer.signCounter(asked)).rejects.toThrow('the buyer is not a seller');
  });

  test('by the address that receives', async () => {
    const terms = { ...counterTerms, buyerOrdinalsAddress: paymentAddress('seller 1', 'p2tr') };
    await expect(signer.signCounter({ ...request, terms })).rejects.toThrow('the buyer is not a seller');
  });
});

describe('the recovery of a counter', () => {
  const feeCoins = [coin('a', 1000), coin('b', 1000)];

  test('is completed with whole operator coins and pays the seller alone', async () => {
    const sellerSignature = signedBy(tables[2]!, 'seller', 'seller 1')[0]!.signature;
    const { hex } = await signer.signCounterRecovery({ terms: counterTerms, sellerSignature, feeCoins });
    expect(readTransaction(hex).outputs.map(({ valueSats }) => valueSats)).toEqual([10_000, 0]);
    expect(readTransaction(hex).inputs).toHaveLength(3);
  });

  test('is refused with another signature, or with a coin twice', async () => {
    const sellerSignature = signedBy(tables[2]!, 'seller', 'seller 1')[0]!.signature;
    const bad = { terms: counterTerms, sellerSignature: request.sellerSignature, feeCoins };
    await expect(signer.signCounterRecovery(bad)).rejects.toThrow('signature');
    const twice = { terms: counterTerms, sellerSignature, feeCoins: [feeCoins[0]!, feeCoins[0]!] };
    await expect(signer.signCounterRecovery(twice)).rejects.toThrow('spent twice');
  });
});
