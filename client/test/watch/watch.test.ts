import { describe, expect, test } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { createClient } from '../../src/api.ts';
import type { Changes } from '../../src/watch/changes.ts';
import { type Trade, type TradeState, type WatchOptions, watch } from '../../src/watch/watch.ts';
import { sampleResponse } from '../responses/samples.ts';

const SETTLEMENT = 'aa'.repeat(32);
const RIVAL = 'bb'.repeat(32);
const COIN = { txid: 'cc'.repeat(32), vout: 3 };
const ESPLORA = 'http://esplora.test';

/** What one poll sees, by path; a number is a status without a body. */
type World = Readonly<Record<string, unknown>>;

/** Watches a trade while the world goes from one state to the next at each wake. */
async function watched(trade: Trade, worlds: readonly World[], options: WatchOptions = {}) {
  let at = 0;
  const fetch: typeof globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const body = worlds[Math.min(at, worlds.length - 1)]![url.pathname.replace('/api/v1', '')];
    if (body === undefined) return new Response('not found', { status: 404 });
    if (typeof body === 'number' && body >= 400) return new Response('no', { status: body });
    return typeof body === 'string' ? new Response(body) : Response.json(body);
  };
  const changes: Changes = {
    next: async (signal) => {
      signal?.throwIfAborted();
      at += 1;
      if (at > worlds.length + 10) throw new Error('watched too long');
    },
  };
  const session = {
    client: createClient({ baseUrl: 'http://market.test', fetch, retries: 0 }),
    wallet: { ordinalsAddress: SELLER },
    safety: {},
  } as Session;
  const states: TradeState[] = [];
  for await (const state of watch(session, trade, { changes, ...options })) states.push(state);
  return states;
}

const SELLER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const transaction = (confirmed: boolean) => ({
  txid: SETTLEMENT,
  vin: [{ is_coinbase: false, ...COIN, prevout: { value: 1_000 }, witness: [] }],
  vout: [{ value: 900, scriptpubkey: '5120aa' }],
  status: { confirmed },
});
const OUTSPEND = `/tx/${COIN.txid}/outspend/${COIN.vout}`;
const mempool: World = { [`/tx/${SETTLEMENT}`]: transaction(false), [OUTSPEND]: { spent: false } };
const block = (tip: number): World => ({
  [`/tx/${SETTLEMENT}`]: transaction(true),
  [`/tx/${SETTLEMENT}/status`]: { confirmed: true, block_height: 100 },
  '/blocks/tip/height': String(tip),
});
const rival = (tip: number): World => ({
  [OUTSPEND]: { spent: true, txid: RIVAL, vin: 0, status: { confirmed: true, block_height: 101 } },
  '/blocks/tip/height': String(tip),
});
const shown = (states: readonly TradeState[]) =>
  states.map(({ state, evidence, isFinal }) => `${state} by ${evidence}${isFinal ? ', final' : ''}`);

describe('a settlement that is watched on the chain', () => {
  const bought = { settlementTxid: SETTLEMENT };

  test('is pending, and then confirmed; a state that stays is told once', async () => {
    const states = await watched(bought, [{}, mempool, mempool, block(100)], { esploraUrl: ESPLORA });
    expect(shown(states)).toEqual(['pending by service', 'pending by chain', 'confirmed by chain, final']);
    expect(states.at(-1)).toMatchObject({ txid: SETTLEMENT, blockHeight: 100 });
  });

  test('is final only after as many blocks as asked for, and pending again when a reorg takes its block', async () => {
    const worlds = [block(100), mempool, block(100), block(102)];
    const states = await watched(bought, worlds, { esploraUrl: ESPLORA, confirmations: 3 });
    expect(shown(states)).toEqual([
      'confirmed by chain',
      'pending by chain',
      'confirmed by chain',
      'confirmed by chain, final',
    ]);
  });

  test('has failed when a block has another transaction that spends one of its coins', async () => {
    const states = await watched(bought, [mempool, rival(101)], { esploraUrl: ESPLORA });
    expect(shown(states)).toEqual(['pending by chain', 'failed by chain, final']);
    expect(states.at(-1)).toMatchObject({ txid: RIVAL, blockHeight: 101 });
  });

  test('has not failed because the server does not know it, nor by an unconfirmed rival', async () => {
    const unconfirmed = {
      [OUTSPEND]: { spent: true, txid: RIVAL, vin: 0, status: { confirmed: false } },
    };
    const states = await watched(bought, [mempool, {}, unconfirmed, block(100)], { esploraUrl: ESPLORA });
    expect(shown(states).filter((one) => one.startsWith('failed'))).toEqual([]);
  });

  test('is watched through four failures in a row, and given up at the fifth', async () => {
    const down = { [`/tx/${SETTLEMENT}`]: 503 };
    const states = await watched(bought, [down, down, down, down, block(100)], { esploraUrl: ESPLORA });
    expect(shown(states)).toEqual(['confirmed by chain, final']);
    await expect(watched(bought, [down], { esploraUrl: ESPLORA })).rejects.toMatchObject({
      name: 'SourceError',
      status: 503,
    });
  });

  test('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    stop.abort(new Error('closed'));
    const attempt = watched(bought, [mempool], { esploraUrl: ESPLORA, signal: stop.signal });
    await expect(attempt).rejects.toThrow('closed');
  });
});

const page = { pageSize: 100, hasNext: false, nextCursor: null };
const listing = (sampleResponse('GET /listings') as { listings: object[] }).listings[0]!;
const sale = (sampleResponse('GET /sales') as { sales: object[] }).sales[0]!;
const ID = `${'dd'.repeat(32)}i0`;
const sold = { ...sale, txid: SETTLEMENT, inscriptionId: ID, sellerAddress: SELLER, blockHeight: 77 };

test('without Esplora a settlement is confirmed by the sales of the service', async () => {
  const trade = { settlementTxid: SETTLEMENT, collectionSlug: 'quiet-mice' };
  const worlds = [
    { '/sales': { sales: [], pagination: page } },
    { '/sales': { sales: [sold], pagination: page } },
  ];
  expect(shown(await watched(trade, worlds))).toEqual(['pending by service', 'confirmed by service, final']);
  await expect(watched({ settlementTxid: SETTLEMENT }, [{}])).rejects.toThrow(
    /^esploraUrl is missing; name a server, or collectionSlug/,
  );
});

test('a listing is buyable, hidden while it is bought, and confirmed by its sale', async () => {
  const listingId = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
  const empty = { sales: [], pagination: page };
  const worlds = [
    {
      '/listings': { listings: [{ ...listing, listingId, inscriptionId: ID }], pagination: page },
      '/sales': empty,
    },
    { '/listings': { listings: [], pagination: page }, '/sales': empty },
    { '/listings': { listings: [], pagination: page }, '/sales': { sales: [sold], pagination: page } },
  ];
  const trade = { collectionSlug: 'quiet-mice', listingId, inscriptionId: ID };
  expect(shown(await watched(trade, worlds))).toEqual([
    'buyable by service',
    'hidden by service',
    'confirmed by service, final',
  ]);
});

describe('an offer', () => {
  const offerId = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c12';
  const path = `/inscriptions/${ID}/offers/history`;
  const history = sampleResponse('GET /inscriptions/{id}/offers/history') as { offers: object[] };
  const offers = (status: string, settlementTxid: string | null): World => ({
    [path]: {
      ...history,
      inscriptionId: ID,
      hasMore: false,
      offers: [{ ...history.offers[0], id: offerId, inscriptionId: ID, status, settlementTxid }],
    },
  });

  test('is active, and then its settlement is watched', async () => {
    const worlds = [offers('active', null), { ...offers('accepted', SETTLEMENT), ...mempool }, block(100)];
    const states = await watched({ inscriptionId: ID, offerId }, worlds, { esploraUrl: ESPLORA });
    expect(shown(states)).toEqual(['active by service', 'pending by chain', 'confirmed by chain, final']);
  });

  for (const status of ['rejected', 'cancelled', 'expired', 'invalidated'])
    test(`ends as ${status}`, async () => {
      const states = await watched({ inscriptionId: ID, offerId }, [
        offers('active', null),
        offers(status, null),
      ]);
      expect(shown(states)).toEqual(['active by service', `${status} by service, final`]);
    });

  test('that the inscription does not have is an error', async () => {
    const trade = { inscriptionId: ID, offerId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c99' };
    await expect(watched(trade, [offers('active', null)])).rejects.toThrow(RangeError);
  });
});
