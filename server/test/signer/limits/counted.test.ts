import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { counterLayout, counterTables, fundingOf } from '@ordbook/protocol/counter/counter';
import { fillLayout } from '@ordbook/protocol/fill/fill';
import { layoutTxid } from '@ordbook/protocol/layout/layout';
import { recoveryFee } from '@ordbook/protocol/listing/recovery';
import { takeBackLayout } from '@ordbook/protocol/listing/take-back';
import { saleLayout } from '@ordbook/protocol/purchase/sale';
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { AUTH_SECRET, fillTerms, TIER } from '../../../../protocol/test/collection-offer/terms.ts';
import { counterTerms, fundingTerms } from '../../../../protocol/test/offer-tables.ts';
import {
  coin,
  KEYS,
  listingTerms,
  NETWORK,
  paymentAddress,
  SIGNER_KEYS,
  secret,
  signInputsWith,
  xOnly,
} from '../../../../protocol/test/parties.ts';
import { bundledProgram } from '../../../../stack/bundled-program.ts';
import { systemClock } from '../../../src/base/clock.ts';
import {
  countedGateSigner,
  countedMarketFills,
  countedSigner,
  openBooks,
} from '../../../src/signer/limits/counted.ts';
import { type Journal, memoryJournal, notNow } from '../../../src/signer/limits/journal.ts';
import { makeJournal, openJournal } from '../../../src/signer/limits/journal-file.ts';
import { fillLimits, marketLimits, type SignerBounds } from '../../../src/signer/limits/limits.ts';
import { marketFills } from '../../../src/signer/market/market-fills.ts';
import { marketSigner } from '../../../src/signer/market/market-signer.ts';
import { signerClient } from '../../../src/signer/transport/client.ts';
import { serveSigner } from '../../../src/signer/transport/process.ts';
import { signerContract } from '../contract.ts';
import { adoptedBy, GATE_OPTIONS, gateRequest } from '../gate-requests.ts';
import {
  BOUNDS,
  FEE_ADDRESS,
  fanOutRequest,
  recoveryRequest,
  SIGNER_OPTIONS,
  saleRequest,
  signedBy,
  signSale,
} from '../requests.ts';

let lines: { level: string; message: string; fields: object }[] = [];
const write = (level: string) => (fields: object, message: string) =>
  void lines.push({ level, message, fields });
const log = { info: write('info'), warn: write('warn'), error: write('error') };
beforeEach(() => {
  lines = [];
});

function market(bounds: Partial<SignerBounds> = {}, journal: Journal = memoryJournal()) {
  const limits = marketLimits({ ...BOUNDS, ...bounds }, [TIER]);
  const books = openBooks({ journal, limits, clock: systemClock, log, network: NETWORK });
  const fills = marketFills({
    ...SIGNER_OPTIONS,
    feeAddress: FEE_ADDRESS,
    maxFeeRate: 100,
    leastFeeBps: 0,
    keys: SIGNER_KEYS,
    tiers: [TIER],
  });
  return {
    signer: countedSigner(marketSigner(SIGNER_OPTIONS), KEYS, books),
    fills: countedMarketFills(fills, SIGNER_KEYS, books),
    books,
    entries: () => journal.past().entries.map(({ kind, txid, usage }) => ({ kind, txid, usage })),
  };
}

function counterRequest() {
  const funding = fundingOf(fundingTerms);
  const settlement = counterLayout(counterTerms, KEYS, NETWORK, funding);
  const [transfer] = counterTables(counterTerms, KEYS, NETWORK);
  const seller = secret('seller 1');
  return {
    terms: counterTerms,
    funding,
    transferSignature: signInputsWith(transfer!, 'seller', taprootTweakPrivKey(seller))[0]!.signature,
    sellerSignature: signInputsWith(settlement, 'seller', seller)[0]!.signature,
    buyerSignatures: signInputsWith(settlement, 'buyer', secret('buyer')),
  };
}

function fillRequest() {
  const terms = fillTerms();
  const [signed] = signInputsWith(
    fillLayout(terms, NETWORK),
    'seller',
    taprootTweakPrivKey(secret('seller')),
  );
  return { terms, sellerSignature: signed!.signature, authSecret: AUTH_SECRET };
}

function gate(bounds: Partial<SignerBounds> = {}) {
  const journal = memoryJournal();
  const limits = fillLimits({ ...BOUNDS, ...bounds });
  const books = openBooks({ journal, limits, clock: systemClock, log, network: NETWORK });
  return { signer: countedGateSigner(GATE_OPTIONS, books), journal };
}

const admissions = (count: number, name = 'deposit') => ({
  coins: [coin(name, 100_000)],
  tiers: [{ tier: TIER, count }],
  feeSats: 2_000,
});

signerContract('counted', async () => ({ signer: market().signer, stop: async () => undefined }));

describe('what is counted', () => {
  test('of a sale is one sale; its buyer makes good for the fees of the transfers by new anchors', async () => {
    const { signer, entries } = market();
    const { sale } = await signer.signSale(saleRequest(3));
    expect(entries()).toEqual([{ kind: 'sale', txid: readTransaction(sale).txid, usage: { sales: 1 } }]);
  });

  test('of a sale without new anchors are the fees that the anchors paid', async () => {
    const { signer, entries } = market();
    const { terms } = saleRequest(3);
    await signer.signSale(signSale({ ...terms, freshAnchors: { ...terms.freshAnchors, count: 0 } }));
    const feeSats = terms.listings.reduce((sum, { transferFeeSats }) => sum + transferFeeSats, 0);
    expect(feeSats).toBeGreaterThan(600);
    expect(entries()[0]!.usage).toEqual({ sales: 1, 'sats of network fees': feeSats });
  });

  test('of a recovery are the sats that do not come back', async () => {
    const { signer, entries } = market();
    const request = recoveryRequest(3);
    const { txid } = await signer.signRecovery(request);
    const feeSats = recoveryFee(request.items.map(({ terms }) => terms));
    const usage = { recoveries: 1, 'sats of network fees': feeSats };
    expect(entries()).toEqual([{ kind: 'recovery', txid, usage }]);
  });

  test('of a recovery with a bump are the fees of both', async () => {
    const { signer, entries } = market();
    const request = recoveryRequest(2);
    const bump = { coin: coin('operator', 60_000), feeSats: 9_000 };
    await signer.signRecovery({ ...request, bump });
    const feeSats = recoveryFee(request.items.map(({ terms }) => terms)) + bump.feeSats;
    expect(entries()[0]!.usage).toEqual({ recoveries: 1, 'sats of network fees': feeSats });
  });

  test('of a take-back is the fee that the anchor change paid', async () => {
    const { signer, entries } = market();
    const terms = listingTerms('seller');
    const [signed] = signedBy(takeBackLayout(terms, KEYS), 'seller', 'seller');
    const { txid } = await signer.signTakeBack({ terms, sellerSignature: signed!.signature, bump: null });
    const usage = { 'take-backs': 1, 'sats of network fees': terms.transferFeeSats };
    expect(entries()).toEqual([{ kind: 'take-back', txid, usage }]);
  });

  test("of a counter is the fee that its transfer's anchor paid", async () => {
    const { signer, entries } = market();
    const { settlement } = await signer.signCounter(counterRequest());
    const usage = { counters: 1, 'sats of network fees': counterTerms.transfer.transferFeeSats };
    expect(entries()).toEqual([{ kind: 'counter', txid: readTransaction(settlement).txid, usage }]);
  });

  test("of a counter's recovery are all its fee coins", async () => {
    const { signer, entries } = market();
    const table = counterTables(counterTerms, KEYS, NETWORK)[2]!;
    const sellerSignature = signInputsWith(table, 'seller', secret('seller 1'))[0]!.signature;
    const feeCoins = [coin('a', 1_000), coin('b', 700)];
    await signer.signCounterRecovery({ terms: counterTerms, sellerSignature, feeCoins });
    expect(entries()[0]!.usage).toEqual({ 'counter recoveries': 1, 'sats of network fees': 1_700 });
  });

  test('of a split are its fee and its anchors', async () => {
    const { signer, entries } = market();
    await signer.signAnchorFanOut(fanOutRequest());
    const usage = { 'anchor fan-outs': 1, anchors: 50, 'sats of network fees': 3_000 };
    expect(entries()[0]!.usage).toEqual(usage);
  });

  test('of a split into admission coins are its fee, and the coins of each tier', async () => {
    const { fills, entries } = market();
    const { coins, feeSats } = admissions(0);
    const tiers = [1, 2].map((count) => ({ tier: TIER, count }));
    await fills.signAdmissionFanOut({ coins, feeSats, tiers });
    expect(entries()[0]!.usage).toEqual({
      'admission fan-outs': 1,
      'sats of network fees': 2_000,
      'admission coins of tier 1': 3,
    });
  });

  test('of a fill is one fill, at the market and at the gate', async () => {
    const { fills, entries } = market();
    const request = fillRequest();
    const txid = layoutTxid(fillLayout(request.terms, NETWORK));
    await fills.signFill(request);
    const { signer, journal } = gate();
    const adopted = await adoptedBy(signer);
    const gated = gateRequest({ ...request.terms, admission: adopted });
    await signer.signFill(gated);
    expect(entries()).toMatchObject([{ kind: 'fill', txid, usage: { fills: 1 } }]);
    const gatedTxid = layoutTxid(fillLayout(gated.terms, NETWORK));
    expect(journal.past().entries).toMatchObject([
      { kind: 'adoption' },
      { kind: 'fill', txid: gatedTxid, usage: { fills: 1 } },
    ]);
  });

  test('is nothing of what the policy refuses', async () => {
    const { signer, entries } = market();
    await expect(signer.signAnchorFanOut({ ...fanOutRequest(), count: 101 })).rejects.toThrow();
    expect(entries()).toEqual([]);
  });
});

describe('a limit', () => {
  const anchors = (name: string, count: number) => ({
    coins: [coin(name, 100_000)],
    count,
    valueSats: 1_000,
    feeSats: 3_000,
  });

  test('on fees stops splits of ever new coins, however small each is', async () => {
    const { signer } = market({ feeSatsPerHour: 10_000 });
    for (const name of ['a', 'b', 'c']) await signer.signAnchorFanOut(anchors(name, 1));
    await expect(signer.signAnchorFanOut(anchors('d', 1))).rejects.toMatchObject({ code: 'unavailable' });
    // What costs the operator nothing goes on.
    await signer.signSale(saleRequest(1));
  });

  test('on anchors stops splits into ever more of them', async () => {
    const { signer } = market({ anchorsPerDay: 60 });
    await signer.signAnchorFanOut(anchors('a', 50));
    await expect(signer.signAnchorFanOut(anchors('b', 11))).rejects.toMatchObject({ code: 'unavailable' });
    await signer.signAnchorFanOut(anchors('b', 10));
  });

  test('on admission coins holds over many splits, not for each', async () => {
    const { fills } = market();
    await fills.signAdmissionFanOut(admissions(TIER.coins - 1, 'a'));
    await expect(fills.signAdmissionFanOut(admissions(2, 'b'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await fills.signAdmissionFanOut(admissions(1, 'c'));
    await expect(fills.signAdmissionFanOut(admissions(1, 'd'))).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining(`${TIER.coins} of ${TIER.coins} admission coins of tier 1 per day`),
    });
  });

  test('on packages stops the next one, and answers those that were signed again', async () => {
    const { signer, entries } = market({ packagesPerHour: 2 });
    await signer.signSale(saleRequest(1));
    await signer.signSale(saleRequest(3));
    await expect(signer.signSale(saleRequest(20))).rejects.toMatchObject({ code: 'unavailable' });
    const { sale } = await signer.signSale(saleRequest(1));
    expect(readTransaction(sale).txid).toBe(layoutTxid(saleLayout(saleRequest(1).terms, KEYS, NETWORK)));
    expect(entries()).toHaveLength(2);
    await signer.signRecovery(recoveryRequest(1));
  });

  test('on fills is one of its own at every signer', async () => {
    const { fills } = market({ packagesPerHour: 1 });
    await fills.signFill(fillRequest());
    await fills.signFill(fillRequest());
    const { signer } = gate({ packagesPerHour: 1 });
    const admission = await adoptedBy(signer);
    await signer.signFill(gateRequest(fillTerms({ admission })));
    const second = gateRequest(fillTerms({ admission, sellerSats: 45_000 }));
    await expect(signer.signFill(second)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await signer.publicKeys()).toEqual({ gate: xOnly('gate') });
  });
});

test('no signature is answered that could not be written down', async () => {
  const full: Journal = { ...memoryJournal(), append: () => Promise.reject(notNow('the disk is full')) };
  const { signer } = market({}, full);
  await expect(signer.signSale(saleRequest(1))).rejects.toMatchObject({ detail: 'the disk is full' });
});

describe('the operator is told', () => {
  test('of every signature and refusal, with kind and txid, and of no key and no signature', async () => {
    const { signer } = market({ feeSatsPerHour: 3_000 });
    const request = saleRequest(1);
    const { sale } = await signer.signSale(request);
    const { txid } = await signer.signAnchorFanOut(fanOutRequest());
    const payouts = [{ ...request.terms.payouts[0]!, address: paymentAddress('thief', 'p2wpkh') }];
    const stolen = { ...request.terms, payouts };
    await signer.signSale({ ...request, terms: stolen }).catch(() => undefined);
    const { txid: recovery } = await market().signer.signRecovery(recoveryRequest(1));
    lines.pop();
    await signer.signRecovery(recoveryRequest(1)).catch(() => undefined);
    await signer.signAnchorFanOut({ ...fanOutRequest(), count: 101 }).catch(() => undefined);
    expect(lines.map(({ level, message, fields }) => ({ level, message, ...fields }))).toMatchObject([
      { level: 'info', message: 'signed', kind: 'sale', txid: readTransaction(sale).txid },
      { level: 'info', message: 'signed', kind: 'anchor fan-out', txid, usage: { anchors: 50 } },
      {
        level: 'warn',
        message: 'refused',
        kind: 'sale',
        txid: layoutTxid(saleLayout(stolen, KEYS, NETWORK)),
        why: 'rule',
        refusal: expect.stringContaining("the marketplace's fee goes to the operator's fee address"),
      },
      {
        level: 'warn',
        message: 'refused',
        kind: 'recovery',
        txid: recovery,
        why: 'for_now',
        refusal: expect.stringContaining('3000 of 3000 sats of network fees per hour are used'),
      },
      { level: 'warn', message: 'refused', kind: 'anchor fan-out', txid: null, why: 'rule' },
    ]);
    const told = JSON.stringify(lines);
    const { market: own, anchor } = SIGNER_OPTIONS;
    for (const hidden of [own, anchor, ...request.sellerSignatures, ...request.transferSignatures])
      expect(told).not.toContain(hidden);
  });

  test('of what is used up of each limit, in numbers', async () => {
    const { signer, books } = market({ feeSatsPerHour: 3_000 });
    await signer.signAnchorFanOut(fanOutRequest());
    await signer.signAnchorFanOut({ ...fanOutRequest(), feeSats: 100 }).catch(() => undefined);
    await signer.signAnchorFanOut({ ...fanOutRequest(), count: 101 }).catch(() => undefined);
    const numbers = (await books.decisions.metrics()).split('\n');
    expect(numbers).toEqual(
      expect.arrayContaining([
        'ordbook_signer_signatures_total{kind="anchor fan-out"} 1',
        'ordbook_signer_refusals_total{kind="anchor fan-out",why="for_now"} 1',
        'ordbook_signer_refusals_total{kind="anchor fan-out",why="rule"} 1',
        'ordbook_signer_limit{counts="sats of network fees",hours="1"} 3000',
        'ordbook_signer_limit_used{counts="sats of network fees",hours="1"} 3000',
        'ordbook_signer_limit_used{counts="sats of network fees",hours="24"} 3000',
        'ordbook_signer_limit_used{counts="anchors",hours="24"} 50',
        'ordbook_signer_limit_used{counts="sales",hours="1"} 0',
      ]),
    );
  });
});

describe('a signer that is killed between journal and answer', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ordbook-dying-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('has counted the signature: asked again, it answers and counts no second one', async () => {
    const [path, socketPath] = [join(folder, 'journal'), join(folder, 's')];
    await makeJournal({ path, key: KEYS.market });
    const args = [path, socketPath];
    const dying = fileURLToPath(new URL('../support/dying-signer.ts', import.meta.url));
    const child = fork(await bundledProgram(dying, folder), args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    await once(child, 'message');
    const client = signerClient({ socketPath, timeoutMs: 20_000 });
    await expect(client.signSale(saleRequest(1))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the signer is unreachable',
    });
    await exited;

    const journal = await openJournal({ path, key: KEYS.market }, { renew: null });
    const { signer, entries, books } = market({ packagesPerHour: 1 }, journal);
    const sold = { kind: 'sale', txid: layoutTxid(saleLayout(saleRequest(1).terms, KEYS, NETWORK)) };
    expect(entries()).toEqual([{ ...sold, usage: { sales: 1 } }]);
    const served = await serveSigner(signer, { socketPath, log });
    expect(readTransaction((await client.signSale(saleRequest(1))).sale).txid).toBe(sold.txid);
    expect(entries()).toHaveLength(1);
    await expect(client.signSale(saleRequest(3))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'the signer is not signing now; try again later',
      detail: expect.stringMatching(/^the signer: 1 of 1 sales per hour are used/),
    });
    await served.close();
    await books.ledger.close();
  }, 120_000);
});
