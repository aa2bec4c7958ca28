import { anchorAddress } from '@ordbook/protocol/bitcoin/keys';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/base/clock.ts';
import { createFollower } from '../../../src/follower/follow.ts';
import { countedSigner, openBooks } from '../../../src/signer/limits/counted.ts';
import { memoryJournal } from '../../../src/signer/limits/journal.ts';
import { marketLimits, type SignerBounds } from '../../../src/signer/limits/limits.ts';
import type { Signer } from '../../../src/signer/port.ts';
import { StandingClock } from '../../support/api.ts';
import { type Desk, openDesk, SLUG } from '../../support/desk.ts';
import { type DeskApi, serveDesk } from '../../support/desk-api.ts';
import { list, signedPurchase } from '../../support/trade.ts';
import type { Trader } from '../../support/trader.ts';

const BOUNDS = {
  packagesPerHour: 1,
  feeSatsPerHour: 9_999_999,
  feeSatsPerDay: 9_999_999,
  anchorsPerDay: 9_999,
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The signer's own. */
const clock = new StandingClock();
let desk: Desk;
let api: DeskApi;
let seller: Trader;
let buyer: Trader;
let requests: { code?: string; reason?: string; status: number; msg: string }[];

function limited(bounds: SignerBounds): Signer {
  const limits = marketLimits(bounds, []);
  const books = openBooks({ journal: memoryJournal(), limits, clock, log: silent, network: 'regtest' });
  return countedSigner(desk.ctx.signer, desk.ctx.keys, books);
}

beforeAll(async () => {
  desk = await openDesk();
  [seller, buyer] = (await desk.traders(['p2wpkh', 'p2wpkh'], 10)) as [Trader, Trader];
  const logger = pino({ level: 'info' }, { write: (line: string) => void requests.push(JSON.parse(line)) });
  api = await serveDesk(desk, { signer: limited(BOUNDS) }, { logger });
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  await api.close();
  await desk.close();
});

test('a limit of the signer is 503 without a word of it; its reason is in the log, and the same submit goes through later', async () => {
  const submitOf = async (id: string) => {
    const { body } = await signedPurchase(desk, buyer, await list(desk, seller, [id]));
    return () => api.post(`/collection/${SLUG}/purchases/submit`, buyer, body);
  };
  const [first, second] = await desk.inscribe(seller, 2);
  expect((await (await submitOf(first!))()).status).toBe(200);
  await desk.mine();
  const submit = await submitOf(second!);
  const before = await desk.dump();
  requests = [];
  expect(await submit()).toEqual({
    status: 503,
    body: { error: 'the signer is not signing now; try again later' },
  });
  expect(requests).toMatchObject([
    {
      msg: 'request',
      status: 503,
      code: 'unavailable',
      reason: expect.stringMatching(/^1 of 1 sales per hour are used \(SIGNER_PACKAGES_PER_HOUR\)/),
    },
  ]);
  expect(await desk.dump()).toBe(before);
  clock.step(HOUR_MS);
  expect((await submit()).status).toBe(200);
});

test('a limit that the follower meets is in its log with the reason, and tried again', async () => {
  const signer = limited({ ...BOUNDS, feeSatsPerHour: 0 });
  const told: object[] = [];
  const log = {
    ...desk.ctx.log,
    warn: (fields: object, message: string) => void told.push({ ...fields, message }),
  };
  const settings = { ...desk.ctx.settings, anchorPoolTarget: 500 };
  await desk.miner.pay([{ address: anchorAddress(desk.ctx.keys, 'regtest'), sats: 500_000 }]);
  await desk.mine();
  await createFollower({ ...desk.ctx, signer, log, settings }, { pollMs: 60_000 }).sync();
  expect(told).toContainEqual({
    code: 'unavailable',
    reason: expect.stringContaining('of 0 sats of network fees per hour are used'),
    message: 'keeping the anchor pool: will try again',
  });
});
