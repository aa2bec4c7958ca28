/**
 * A market while blocks are full and the mempool's minimum rises and falls, on any node. Its book is compared with the node after every
 * poll; at the end nothing is open, and what the operator lost is within what the trades paid.
 */
import type { RpcCall } from '@ordbook/devnode';
import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { Refusal } from '@ordbook/protocol/refusals';
import { sumSats } from '@ordbook/protocol/sats';
import { admissionAddress } from '../../../protocol/src/collection-offer/admission.ts';
import { MINUTE_MS } from '../../src/base/clock.ts';
import { openPurchases } from '../../src/store/purchase/purchases.ts';
import { delistListings } from '../../src/trading/listing/delist.ts';
import { submitPurchase } from '../../src/trading/purchase/buy.ts';
import type { ListingRef } from '../../src/trading/purchase/buyable-listings.ts';
import { acceptOffer, makeOffer } from '../support/bidding.ts';
import { fill, makeOffers as makeCollectionOffers } from '../support/collection-offers.ts';
import { CROWD_VSIZE, minimumOf, openCrowd } from '../support/crowd.ts';
import { type Desk, type DeskOptions, openDesk, SLUG } from '../support/desk.ts';
import { QUICK_TIER } from '../support/offer-signers.ts';
import { list, signedPurchase } from '../support/trade.ts';
import type { Trader } from '../support/trader.ts';

export interface FullMempoolOptions extends Pick<DeskOptions, 'index' | 'db'> {
  /** A node with an empty chain, whose mempool holds `mempoolVsize` vB. */
  readonly call: RpcCall;
  readonly mempoolVsize: number;
  /** Purchases of one listing. */
  readonly singles: number;
  /** Purchases of twenty listings. */
  readonly batches: number;
  /** Minutes from block to block while fees fall. The minimum halves in three hours while the mempool is nearly empty. */
  readonly minutes: number;
}

/** What everybody else bids in the six blocks while fees rise, and then while they fall, sat/vB. */
const RISING = [3, 10, 30, 100, 300, 1_000];
const FALLING = [600, 300, 150, 80, 40, 20, 10, 5, 2];
/** Those who could not buy while fees were higher come back at this minimum, sat/vB. */
const LATECOMERS_RATE = 100;
const BLOCK_VSIZE = 1_000_000;
const BATCH = 20;
const PRICE_SATS = 60_000;
const BUYERS = 10;
const BUYER_COIN_SATS = 3_000_000;
const MOST_BLOCKS = 300;

export interface Row {
  readonly bid: number;
  readonly minimum: number;
  /** Purchases by their state, and what is refused meanwhile. */
  readonly states: Readonly<Record<string, number>>;
  readonly pollMs: number;
}

export interface Outcome {
  readonly rows: readonly Row[];
  readonly untrue: readonly string[];
  readonly refusals: Readonly<Record<string, number>>;
  readonly confirmed: number;
  readonly failed: number;
  readonly open: number;
  readonly lockedListings: number;
  readonly blocks: number;
  /** Network fees of the purchases that were sent, for each listing, sats: the least, the median and the most. */
  readonly paid: readonly number[];
  /** Market fees of all sales, and what the operator paid to the network. */
  readonly incomeSats: number;
  readonly operatorSats: number;
  readonly trades: Readonly<Record<string, number>>;
}

export async function playFullMempool(options: FullMempoolOptions): Promise<Outcome> {
  const { singles, batches } = options;
  const node = { estimate: 1 };
  const call: RpcCall = async (method, params) =>
    method === 'estimatesmartfee'
      ? { feerate: node.estimate / 1e5, blocks: 2 }
      : options.call(method, params);
  const listings = singles + BATCH * batches;
  const desk = await openDesk({
    call,
    ...(options.index && { index: options.index }),
    ...(options.db && { db: options.db }),
    anchors: 200,
    tiers: [QUICK_TIER],
    settings: {
      anchorPoolTarget: 200,
      maxFeeRate: 200,
      failureDepth: 2,
      profileDailyCostSats: 1_000_000_000,
      unpaidDailyCostSats: 1_000_000_000,
    },
  });
  try {
    return await play(desk, node, { ...options, listings });
  } finally {
    await desk.close();
  }
}

async function play(
  desk: Desk,
  node: { estimate: number },
  { singles, batches, listings, mempoolVsize, minutes }: FullMempoolOptions & { readonly listings: number },
): Promise<Outcome> {
  const pool = anchorAddress(desk.ctx.keys, 'regtest');
  for (let left = 2 * listings; left > 0; left -= 1_000)
    await desk.miner.pay(
      Array.from({ length: Math.min(left, 1_000) }, () => ({ address: pool, sats: 1_000 })),
    );
  await desk.miner.pay(Array.from({ length: 20 }, () => ({ address: pool, sats: 20_000_000 })));
  const [seller, bidder] = (await desk.traders(['p2tr', 'p2wpkh'], 30, 5_000_000)) as [Trader, Trader];
  const each = Math.ceil((3 * singles + batches + 20) / BUYERS);
  await desk.miner.warmUp(2 * BUYERS * each * BUYER_COIN_SATS);
  const buyers: Trader[] = [];
  // one after the other: a transaction has no room for the coins of all
  while (buyers.length < BUYERS) buyers.push(...(await desk.traders(['p2wpkh'], each, BUYER_COIN_SATS)));
  const wallets = await Promise.all(
    buyers.map(async (buyer) => ({ buyer, coins: await desk.coinsOf(buyer) })),
  );
  const ids: string[] = [];
  const wanted = listings + 5 * RISING.length;
  while (ids.length < wanted) ids.push(...(await desk.inscribe(seller, Math.min(100, wanted - ids.length))));
  const full = Math.ceil(mempoolVsize / CROWD_VSIZE);
  const ofBlock = Math.ceil(BLOCK_VSIZE / CROWD_VSIZE) + 1;
  const crowd = await openCrowd(desk, 2 * full * RISING.length + ofBlock * FALLING.length);
  const before = await operatorHolds(desk);

  const untrue: string[] = [];
  const refusals: Record<string, number> = {};
  const trades: Record<string, number> = {};
  const rows: Row[] = [];
  const networkFees: number[] = [];
  const count = (into: Record<string, number>, what: string) => {
    into[what] = (into[what] ?? 0) + 1;
  };
  const tried = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
      count(trades, what);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      count(refusals, `${what}: ${error.code}`);
    }
  };

  const waiting: ListingRef[] = [];
  let stepMs = 10 * MINUTE_MS;
  let bought = 0;
  const quote = async (refs: readonly ListingRef[]) => {
    const { buyer, coins } = wallets[bought++ % BUYERS]!;
    const { body, promised } = await signedPurchase(desk, buyer, refs, { spendableUtxos: [coins.pop()!] });
    return async () => {
      await submitPurchase(desk.ctx, buyer.caller, body);
      networkFees.push(promised.estimatedNetworkFeeSats / refs.length);
    };
  };
  const listed = async (amount: number): Promise<ListingRef[]> => {
    const refs: ListingRef[] = [];
    while (refs.length < amount)
      refs.push(
        ...(await list(desk, seller, ids.splice(0, Math.min(BATCH, amount - refs.length)), PRICE_SATS)),
      );
    return refs;
  };
  const poll = async (bid: number) => {
    desk.clock.step(stepMs);
    const start = performance.now();
    await desk.settle();
    const pollMs = Math.round(performance.now() - start);
    untrue.push(...(await untruths(desk)));
    const states = await purchaseStates(desk);
    rows.push({ bid, minimum: await minimumOf(desk.call), states, pollMs });
  };
  let blocks = 0;
  let now = ((await desk.call('getblockheader', [await desk.call('getbestblockhash')])) as { time: number })
    .time;
  const block = async () => {
    now += stepMs / 1_000;
    await desk.call('setmocktime', [now]);
    // a node lowers its minimum when it is asked, and a block begins the time anew
    await minimumOf(desk.call);
    await desk.miner.mine(1);
    blocks += 1;
  };

  // the night before: batches, which need a minimum that transfers pass alone
  for (let n = 0; n < batches; n += 1) await tried('batch', await quote(await listed(BATCH)));
  for (const [wave, bid] of RISING.entries()) {
    const share =
      Math.round(((wave + 1) * singles) / RISING.length) - Math.round((wave * singles) / RISING.length);
    const refs = await listed(share);
    // quoted and sent before the others bid, quoted before and sent after, and both after
    const third = Math.ceil(share / 3);
    for (const ref of refs.slice(0, third))
      await tried('sent before the rise', async () => (await quote([ref]))());
    const late: [ListingRef, (() => Promise<unknown>) | null][] = [];
    for (const ref of refs.slice(third, 2 * third)) {
      let submit: (() => Promise<unknown>) | null = null;
      await tried('quoted before', async () => (submit = await quote([ref])));
      late.push([ref, submit]);
    }
    const [closing, bulk, other] = await listed(3);
    const [forOffer, forFill] = ids.splice(0, 2) as [string, string];
    const offer = await makeOffer(desk, bidder, forOffer, {
      coins: (await desk.coinsOf(bidder)).slice(0, 1),
    });
    const { offerId } = await makeCollectionOffers(desk, bidder, {
      priceSats: 400_000,
      spendableUtxos: (await desk.coinsOf(bidder)).slice(1, 2),
    });
    await tried('fill before the rise', () => fill(desk, seller, offerId, forFill));

    await crowd.bid(bid, 2 * full);
    for (const [, submit] of late) if (submit) await tried('quoted before, sent after', submit);
    node.estimate = bid * 1.1;
    for (const [ref] of late)
      if ((await desk.listing(ref.listingId)).state === 'buyable')
        await tried('quoted again', async () => (await quote([ref]))());
    for (const ref of refs.slice(2 * third))
      await tried('quoted and sent after', async () => (await quote([ref]))());
    await tried('two at once after the rise', async () => (await quote([bulk!, other!]))());
    await tried('offer accepted after the rise', () => acceptOffer(desk, seller, offer));
    const refsClosed = { slug: SLUG, walletBindingId: seller.walletBindingId, listings: [closing!] };
    await tried('delisted', () => delistListings(desk.ctx, seller.caller, refsClosed));
    await poll(bid);
    await block();
    await poll(bid);
    for (const ref of refs) if ((await desk.listing(ref.listingId)).state === 'buyable') waiting.push(ref);
  }
  const latecomers = async () => {
    if ((await minimumOf(desk.call)) > LATECOMERS_RATE) return;
    for (const ref of waiting.splice(0))
      await tried('bought once fees have fallen', async () => (await quote([ref]))());
  };
  stepMs = minutes * MINUTE_MS;
  for (const bid of FALLING) {
    node.estimate = bid * 1.1;
    await crowd.bid(bid, ofBlock);
    await latecomers();
    await block();
    await poll(bid);
  }
  node.estimate = 1;
  while (blocks < MOST_BLOCKS && (waiting.length > 0 || (await isUnsettled(desk)))) {
    await latecomers();
    await block();
    await poll(0);
  }

  const states = await purchaseStates(desk);
  const sales = await desk.ctx.db.selectFrom('sales').selectAll().where('state', '=', 'confirmed').execute();
  const locked = await desk.ctx.db
    .selectFrom('listings')
    .selectAll()
    .where('state', '=', 'hidden_locked')
    .execute();
  const incomeSats = sumSats(
    sales.map(({ sellerFeeSats, buyerFeeSats }) => (sellerFeeSats ?? 0) + (buyerFeeSats ?? 0)),
  );
  const sorted = networkFees.toSorted((a, b) => a - b);
  return {
    rows,
    untrue,
    refusals,
    trades,
    blocks,
    confirmed: states['confirmed'] ?? 0,
    failed: states['failed'] ?? 0,
    open: (await openPurchases(desk.ctx.db)).length,
    lockedListings: locked.length,
    paid: [0, 0.5, 1].map((at) => Math.round(sorted[Math.floor(at * (sorted.length - 1))] ?? 0)),
    incomeSats,
    operatorSats: incomeSats - ((await operatorHolds(desk)) - before),
  };
}

/** What the operator's addresses hold in blocks. */
async function operatorHolds({ ctx }: Desk): Promise<number> {
  const { tiers, keys } = ctx.collectionOffers!;
  const addresses = [
    anchorAddress(ctx.keys, 'regtest'),
    ctx.settings.feeAddress,
    ...tiers.map((tier) => admissionAddress(tier, keys.gate, 'regtest')),
  ];
  const held = await Promise.all(addresses.map((address) => ctx.chain.addressCoins(address)));
  return sumSats(held.flatMap(({ coins }) => coins.map(({ valueSats }) => valueSats)));
}

async function purchaseStates({ ctx }: Desk): Promise<Record<string, number>> {
  const rows = await ctx.db
    .selectFrom('purchases')
    .select(['state', (query) => query.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

/** Whether a trade is open, or a transaction of the operator is in no block. */
async function isUnsettled({ ctx }: Desk): Promise<boolean> {
  const settlements = await ctx.db
    .selectFrom('offerSettlements')
    .selectAll()
    .where('state', 'not in', ['confirmed', 'failed'])
    .execute();
  const fills = await ctx.db
    .selectFrom('fillAttempts')
    .selectAll()
    .where('state', 'not in', ['accepted', 'failed', 'displaced'])
    .execute();
  const spending = await ctx.db
    .selectFrom('anchors')
    .selectAll()
    .where('spentHeight', 'is', null)
    .where((where) => where.or([where('fanOutHex', 'is not', null), where('state', '=', 'retired')]))
    .execute();
  return (await openPurchases(ctx.db)).length + settlements.length + fills.length + spending.length > 0;
}

/** What the book says and the node does not. */
async function untruths({ ctx, call }: Desk): Promise<string[]> {
  const found: string[] = [];
  const pooled = new Set((await call('getrawmempool')) as string[]);
  const purchases = await ctx.db.selectFrom('purchases').selectAll().execute();
  for (const { state, settlementTxid, package: sent } of purchases) {
    const isPooled = pooled.has(settlementTxid);
    if (state === 'pending' && !isPooled) found.push(`${settlementTxid} is pending, and not in the mempool`);
    if (state === 'broadcasting' && isPooled) found.push(`${settlementTxid} waits, and is in the mempool`);
    if ((state === 'confirmed' || state === 'failed') && isPooled)
      found.push(`${settlementTxid} is ${state}, and in the mempool`);
    if (state === 'confirmed') {
      const coin = await ctx.chain.unspent(readTransaction(sent.at(-1)!).inputs.at(-1)!);
      if (coin) found.push(`${settlementTxid} is confirmed, and its payment is not spent`);
    }
  }
  const open = await ctx.db.selectFrom('listings').selectAll().where('state', '=', 'buyable').execute();
  const coins = await ctx.chain.unspents(
    open.map(({ utxoTxid, utxoVout }) => ({ txid: utxoTxid, vout: utxoVout })),
  );
  for (const [i, { id, transferSentAt }] of open.entries())
    if (!coins[i] && !transferSentAt) found.push(`listing ${id} is buyable, and its coin is spent`);
  return found;
}
