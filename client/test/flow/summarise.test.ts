import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Summary } from '../../src/flow/summary.ts';
import { readPsbt } from '../../src/signing/psbt.ts';
import { readRecordings } from '../hostile/mutants.ts';
import { play, type Recording, walletIn } from '../hostile/replay.ts';

afterEach(() => void vi.useRealTimers());

const recordings = readRecordings().filter(({ kind }) => kind !== 'sign-in');

/** What a flow shows before it signs. */
async function summaryOf(recording: Recording): Promise<Summary> {
  vi.useFakeTimers({ toFake: ['Date'], now: recording.recordedAt });
  let shown: Summary | undefined;
  const { error } = await play(recording, recording.exchanges, undefined, {
    onProgress: (progress) => {
      if (progress.step === 'prepared') shown = progress.summary;
    },
  });
  expect(error).toBeNull();
  return shown!;
}

// biome-ignore lint/suspicious/noExplicitAny: recorded JSON
type Json = any;
const preflightIn = ({ exchanges }: Recording): Json => exchanges.at(-2)!.body;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** What each kind must show, from the service's honest figures, which the summary does not read. */
const FIGURES: Readonly<Record<string, (preflight: Json) => { pays?: number; receives?: number }>> = {
  buy: ({ totalBuyerCostSats }) => ({ pays: totalBuyerCostSats }),
  list: ({ listings }) => ({
    receives: sumOf(listings.map((one: Json) => readPsbt(one.psbts[1].psbtBase64).outputs[0]!.valueSats)),
  }),
  offer: ({ items }) => ({
    pays: Math.max(
      ...items.map((item: Json) => {
        const { inputs, outputs } = readPsbt(item.steps[0].psbtBase64);
        const change = outputs.at(-1)!.valueSats;
        return sumOf(inputs.slice(1).map(({ valueSats }) => valueSats)) - change;
      }),
    ),
  }),
  accept: ({ steps }) => ({
    receives: readPsbt(steps.at(-1).psbtBase64).outputs.at(steps.length === 1 ? 1 : 0)!.valueSats,
  }),
  counter: ({ sellerReceiveSats, inscriptionUtxoValueSats }) => ({
    receives: sellerReceiveSats + inscriptionUtxoValueSats,
  }),
  'counter-accept': ({ steps }) => {
    const { inputs, outputs } = readPsbt(steps[0].psbtBase64);
    return {
      pays:
        sumOf(inputs.map(({ valueSats }) => valueSats)) -
        sumOf(outputs.slice(1).map(({ valueSats }) => valueSats)),
    };
  },
  'collection-offer': ({ offers }) => {
    // in the ladder, the second offer spends another coin than the first and third
    const [first, second = 0, third = 0] = offers.map((one: Json) => one.priceSats);
    return { pays: Math.max(first, third) + second };
  },
  fill: ({ sellerReceiveSats, estimatedNetworkFeeSats }) => ({
    receives: sellerReceiveSats - estimatedNetworkFeeSats,
  }),
  'take-back': () => ({}),
};

describe('the summary of a recorded flow', () => {
  for (const recording of recordings)
    test(`${recording.name}: shows the sums, the coins and the inscriptions, in figures and words`, async () => {
      const summary = await summaryOf(recording);
      const { pays = 0, receives = 0 } = FIGURES[recording.kind]!(preflightIn(recording));
      expect([summary.paysSats, summary.receivesSats]).toEqual([pays, receives]);
      expect(summary.signatures).toHaveLength(recording.signed.length);
      const wallet = walletIn(recording);
      const ours = [wallet.ordinalsAddress, wallet.paymentAddress];
      const isTakeBack = recording.kind === 'take-back';
      for (const { address } of summary.spends) expect(ours.includes(address!)).toBe(!isTakeBack);
      const isBuying = ['buy', 'offer', 'counter-accept', 'take-back'].includes(recording.kind);
      for (const move of summary.inscriptions) {
        expect(move.isToUs).toBe(isBuying);
        expect(move.toAddress === null).toBe(recording.kind === 'list');
        expect(summary.words.join('\n')).toContain(`Inscription ${move.inscriptionId} goes to`);
      }
      expect(summary.inscriptions.length).toBe(
        recording.kind === 'collection-offer' ? 0 : inscriptionsOf(recording),
      );
      if (pays > 0) expect(summary.words[1]).toContain(`${pays.toLocaleString('en-US')} sats`);
      if (receives > 0) expect(summary.words[1]).toContain(`${receives.toLocaleString('en-US')} sats`);
    });
});

function inscriptionsOf(recording: Recording): number {
  const request = recording.request as Json;
  return (request.items ?? request.listings ?? request.inscriptionIds ?? [0]).length;
}

test('a purchase is told in these words', async () => {
  const { words } = await summaryOf(recordings.find(({ name }) => name === 'buy 1, p2wpkh')!);
  const plain = words.map((line) => line.replace(/[0-9a-f]{64}/g, 'ID').replace(/bcrt1\w+/g, 'ADDRESS'));
  expect(plain).toEqual([
    'Purchase of one listing: it is broadcast at once.',
    expect.stringMatching(/^You pay [\d,]+ sats, with every fee and the sats under what you get\.$/),
    expect.stringMatching(
      /^Coins of yours that pay: ID:0 \([\d,]+ sats\)\. What is left of them returns to you\.$/,
    ),
    'Inscription IDi0 goes to ADDRESS, which is yours, on 10,000 sats.',
    'Not shown: anything of IDi0: the request says where it is, so no proof was asked for.',
    'You are asked for 1 signature:',
    '- the purchase: valid for this transaction only.',
    expect.stringMatching(
      /^Whatever others do with these signatures, your coins lose at most [\d,]+ sats\.$/,
    ),
  ]);
});

test('a listing says that the inscription goes to the buyer, and what each signature allows', async () => {
  const { words } = await summaryOf(recordings.find(({ name }) => name === 'list 1, p2wpkh')!);
  const plain = words.map((line) => line.replace(/[0-9a-f]{64}/g, 'ID'));
  expect(plain.slice(2)).toEqual([
    'Inscription IDi0 goes to the buyer, on 10,000 sats.',
    'You are asked for 3 signatures:',
    '- the transfer of IDi0: valid for this transaction only.',
    '- the sale of IDi0: valid in any transaction that pays you this amount; others may add the rest.',
    '- the recovery: valid for this transaction only.',
    'Whatever others do with these signatures, your coins lose no sats.',
  ]);
});
