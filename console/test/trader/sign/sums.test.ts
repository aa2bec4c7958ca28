import type { Summary } from '@ordbook/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readRecordings } from '../../../../client/test/hostile/mutants.ts';
import { play, type Recording, walletIn } from '../../../../client/test/hostile/replay.ts';
import { explained, type SignedItem } from '../../../src/trader/sign/explaining-wallet.ts';
import { type Asked, netsOf, sumOf } from '../../../src/trader/sign/sums.ts';

afterEach(() => void vi.useRealTimers());

// biome-ignore lint/suspicious/noExplicitAny: recorded JSON
type Json = any;

const ids = 'abcdefghijklmnopqrst';
const itemsOf = (prices: readonly number[]): SignedItem[] =>
  prices.map((priceSats, index) => ({
    inscriptionId: `${ids[index]}i0`,
    name: `Ember #${index}`,
    priceSats,
  }));

/** What the dialog has of a recorded flow: the judged summary, and each PSBT that the wallet was asked for. */
async function askedIn(name: string, prices: readonly number[]): Promise<Asked & { preflight: Json }> {
  const recording: Recording = readRecordings().find((one) => one.name === name)!;
  vi.useFakeTimers({ toFake: ['Date'], now: recording.recordedAt });
  let summary: Summary | null = null;
  const { signed } = await play(recording, recording.exchanges, undefined, {
    onProgress: (progress) => {
      if (progress.step === 'prepared') summary = progress.summary;
    },
  });
  const requests = signed.map((one) => (JSON.parse(one) as Json).request);
  const preflight = recording.exchanges.at(-2)!.body as Json;
  return {
    ...{ items: itemsOf(prices), summary, preflight },
    explanations: explained(walletIn(recording), requests, []),
  };
}

const POSTAGE = 10_000;

type Played = readonly [
  name: string,
  prices: readonly number[],
  lines: (preflight: Json) => readonly (readonly [part: string, sats: number])[],
];

/** What each flow must show, from the service's honest figures, which the sum does not read. */
const FLOWS: readonly Played[] = [
  [
    'list 1, p2wpkh',
    [60_000],
    () => [
      ['price', 60_000],
      ['fees', -1_000],
      ['postageBack', POSTAGE],
      ['postageOut', -POSTAGE],
    ],
  ],
  [
    'list 3, p2tr',
    [60_000, 70_000, 80_000],
    () => [
      ['price', 210_000],
      ['fees', -3_000],
      ['postageBack', 3 * POSTAGE],
      ['postageOut', -3 * POSTAGE],
    ],
  ],
  [
    'buy 1, p2wpkh',
    [60_000],
    ({ estimatedNetworkFeeSats, listingTransferFeeSats, listings: [{ buyerFeeSats }] }) => [
      ['price', 60_000],
      ['feesWithTransfer', buyerFeeSats + listingTransferFeeSats],
      ['postage', POSTAGE],
      ['network', estimatedNetworkFeeSats],
    ],
  ],
  [
    'buy 3, p2sh-p2wpkh',
    [60_000, 70_000, 80_000],
    ({ estimatedNetworkFeeSats, listingTransferFeeSats, listings }) => [
      ['price', 210_000],
      [
        'feesWithTransfer',
        listings.reduce((sum: number, one: Json) => sum + one.buyerFeeSats, listingTransferFeeSats),
      ],
      ['postage', 3 * POSTAGE],
      ['network', estimatedNetworkFeeSats],
    ],
  ],
  [
    'offer 1, p2wpkh',
    [60_000],
    ({ items: [{ buyerMarketplaceFeeSats, estimatedNetworkFeeSats }] }) => [
      ['price', 60_000],
      ['fees', buyerMarketplaceFeeSats],
      ['postage', POSTAGE],
      ['network', estimatedNetworkFeeSats],
    ],
  ],
  ...['accept without payout, same', 'accept with payout, paid from p2tr'].map(
    (name): Played => [
      name,
      [60_000],
      ({ estimatedNetworkFeeSats }) => [
        ['price', 60_000],
        ['fees', -1_000],
        ['postageBack', POSTAGE],
        ['postageOut', -POSTAGE],
        ['network', -estimatedNetworkFeeSats],
      ],
    ],
  ),
  [
    'counter, p2wpkh',
    [69_000],
    ({ sellerMarketplaceFeeSats }) => [
      ['price', 69_000],
      ['fees', -sellerMarketplaceFeeSats],
      ['postageBack', POSTAGE],
      ['postageOut', -POSTAGE],
    ],
  ],
  [
    'counter-accept, p2wpkh',
    [69_000],
    ({ estimatedNetworkFeeSats }) => [
      ['price', 69_000],
      ['fees', 1_035],
      ['postage', POSTAGE],
      ['network', estimatedNetworkFeeSats],
    ],
  ],
  [
    'fill, p2wpkh',
    [60_000],
    ({ marketplaceFeeSats, estimatedNetworkFeeSats }) => [
      ['price', 60_000],
      ['fees', -marketplaceFeeSats],
      // nobody pays it back
      ['postageOut', -POSTAGE],
      ['network', -estimatedNetworkFeeSats],
    ],
  ],
];

describe('the sum in the signing dialog', () => {
  test.each(FLOWS)('%s: the judge’s total, in lines that add up to it', async (name, prices, linesOf) => {
    const asked = await askedIn(name, prices);
    const sum = sumOf(asked)!;
    expect(sum.lines.map(({ part, sats }) => [part, sats])).toEqual(linesOf(asked.preflight));
    const { paysSats, receivesSats } = asked.summary!;
    expect(sum.totalSats).toBe(sum.isSeller ? receivesSats - POSTAGE * prices.length : paysSats);
    expect(sum.lines.reduce((total, { sats }) => total + sats, 0)).toBe(sum.totalSats);
  });

  test('a listing of three says the net of each, and they add up to the whole', async () => {
    const asked = await askedIn('list 3, p2tr', [60_000, 70_000, 80_000]);
    expect(netsOf(asked)).toEqual([59_000, 69_000, 79_000]);
    expect(sumOf(asked)!.totalSats).toBe(207_000);
  });

  test('no lines stand where they would not add up: then there is the judge’s total alone', async () => {
    const ladder = await askedIn('collection offer, ladder of 3, p2tr', [60_000, 55_000, 50_000]);
    const ofAny = { ...ladder, items: ladder.items.map((one) => ({ ...one, inscriptionId: null })) };
    expect(sumOf(ofAny)).toEqual({ lines: [], isSeller: false, totalSats: 115_000 });
    const single = await askedIn('collection offer, single, same', [60_000]);
    const any = single.items.map((one) => ({ ...one, inscriptionId: null }));
    expect(sumOf({ ...single, items: any })).toMatchObject({ lines: [], totalSats: 60_000 });
    // of three offers that one coin pays, one can happen
    const three = await askedIn('offer 3 at one price, p2sh-p2wpkh', [60_000, 60_000, 60_000]);
    expect(sumOf(three)).toMatchObject({ lines: [], totalSats: three.summary!.paysSats });
    // at another price than the page's, a fee would be negative
    const bought = await askedIn('buy 1, p2wpkh', [90_000]);
    expect(sumOf(bought)).toMatchObject({ lines: [], totalSats: bought.summary!.paysSats });
    const hidden = bought.explanations.map((one) => ({ ...one, feeSats: null }));
    expect(sumOf({ ...bought, items: itemsOf([60_000]), explanations: hidden })!.lines).toEqual([]);
  });

  test('there is none where nothing is paid or received, or nothing was judged', async () => {
    expect(sumOf(await askedIn('take-back', [0]))).toBeNull();
    expect(sumOf({ ...(await askedIn('buy 1, p2wpkh', [60_000])), summary: null })).toBeNull();
  });
});
