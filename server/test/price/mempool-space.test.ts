import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mempoolSpacePrices } from '../../src/price/mempool-space.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const SECONDS = AT.getTime() / 1000;

describe('the price endpoint', () => {
  let server: Server;
  let url: string;
  let answer: { status: number; body: string };
  let asked: string[];
  let now: number;
  beforeEach(async () => {
    asked = [];
    now = 0;
    answer = {
      status: 200,
      body: JSON.stringify({ prices: [{ time: SECONDS - 600, USD: 91_234.5, EUR: 1 }] }),
    };
    server = createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(answer.status).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/historical-price`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));
  const prices = () => mempoolSpacePrices({ url, timeoutMs: 2_000, now: () => now });

  test('is asked for dollars at the second of the block', async () => {
    expect(await prices().btcUsd(AT)).toBe(91_234.5);
    expect(asked).toEqual([`/api/v1/historical-price?currency=USD&timestamp=${SECONDS}`]);
  });
  test('the quote nearest to the block counts', async () => {
    const quotes = [
      { time: SECONDS - 7_200, USD: 1 },
      { time: SECONDS + 60, USD: 2 },
      { time: SECONDS + 7_200, USD: 3 },
    ];
    answer.body = JSON.stringify({ prices: quotes });
    expect(await prices().btcUsd(AT)).toBe(2);
  });
  test('no quote, one of another week, or a price of zero is no price', async () => {
    for (const quotes of [[], [{ time: SECONDS - 604_800, USD: 5 }], [{ time: SECONDS, USD: 0 }]]) {
      answer.body = JSON.stringify({ prices: quotes });
      expect(await prices().btcUsd(AT)).toBeNull();
    }
  });
  test.each([
    ['an error', { status: 500, body: 'no' }],
    ['rubbish', { status: 200, body: '<html>' }],
    ['another shape', { status: 200, body: '{"USD": 1}' }],
  ])('%s is no price, and the source is left alone for a minute', async (_, wrong) => {
    const source = prices();
    const right = answer;
    answer = wrong;
    expect(await source.btcUsd(AT)).toBeNull();
    answer = right;
    expect(await source.btcUsd(AT)).toBeNull();
    expect(asked).toHaveLength(1);
    now = 60_001;
    expect(await source.btcUsd(AT)).toBe(91_234.5);
  });
  test('that is away is no price', async () => {
    expect(await mempoolSpacePrices({ url: 'http://127.0.0.1:1/', timeoutMs: 500 }).btcUsd(AT)).toBeNull();
  });
});
