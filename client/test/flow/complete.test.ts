import { afterEach, expect, test, vi } from 'vitest';
import type { Progress } from '../../src/flow/complete.ts';
import { readRecordings } from '../hostile/mutants.ts';
import { play } from '../hostile/replay.ts';

afterEach(() => void vi.useRealTimers());

const listing = readRecordings().find(({ name }) => name === 'list 1, p2wpkh')!;
const atItsTime = () => vi.useFakeTimers({ toFake: ['Date'], now: listing.recordedAt });

/** Lists, and returns the steps that were shown and the outcome. */
async function listed(
  act: (progress: Progress) => void | Promise<void> = () => undefined,
  signal?: AbortSignal,
) {
  atItsTime();
  const steps: string[] = [];
  const outcome = await play(listing, listing.exchanges, undefined, {
    ...(signal ? { signal } : {}),
    onProgress: async (progress) => {
      steps.push(
        progress.step === 'signing'
          ? `${progress.number}/${progress.of} ${progress.transaction}`
          : progress.step,
      );
      await act(progress);
    },
  });
  return { steps: steps.map((step) => step.replace(/[0-9a-f]{64}/, 'ID')), outcome };
}

test('a flow shows each step once, in order, and names what the wallet signs', async () => {
  const { steps, outcome } = await listed();
  expect(steps).toEqual([
    'preparing',
    'prepared',
    '1/3 the transfer of IDi0',
    '2/3 the sale of IDi0',
    '3/3 the recovery',
    'submitting',
    'done',
  ]);
  expect(outcome).toEqual({ signed: listing.signed, hasSubmitted: true, error: null });
});

test('an error of onProgress at `prepared` ends the flow before anything is signed', async () => {
  const { outcome } = await listed(({ step }) => {
    if (step === 'prepared') throw new Error('the user says no');
  });
  expect(outcome).toMatchObject({ signed: [], hasSubmitted: false, error: { message: 'the user says no' } });
});

test('a signal that aborts between two signatures asks for no other, and nothing is submitted', async () => {
  const stop = new AbortController();
  const { outcome } = await listed((progress) => {
    if (progress.step === 'signing' && progress.number === 2) stop.abort(new Error('closed'));
  }, stop.signal);
  expect(outcome.signed).toEqual(listing.signed.slice(0, 1));
  expect(outcome).toMatchObject({ hasSubmitted: false, error: { message: 'closed' } });
});

test('a flow with an aborted signal asks for nothing', async () => {
  const { steps, outcome } = await listed(undefined, AbortSignal.abort(new Error('never')));
  expect(steps).toEqual([]);
  expect(outcome).toMatchObject({ signed: [], error: { message: 'never' } });
});
