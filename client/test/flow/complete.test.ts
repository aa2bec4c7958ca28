import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from '../../src/account/sign-in.ts';
import { createClient } from '../../src/api.ts';
import type { Progress } from '../../src/flow/complete.ts';
import { within } from '../../src/flow/within.ts';
import { listInscriptions } from '../../src/listing/list.ts';
import { safetyOf } from '../../src/safety/options.ts';
import { memoryStorage } from '../../src/safety/storage.ts';
import { listingPreflight, testWallet } from '../honest.ts';
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

test('a wallet that is frozen, or of a class, is given up as any other', async () => {
  const silent = () => new Promise<string>(() => undefined);
  class Silent {
    readonly ordinalsAddress: string = 'bcrt1p';
    signMessage() {
      return this.ordinalsAddress === '' ? Promise.resolve('') : silent();
    }
  }
  for (const wallet of [Object.freeze({ ordinalsAddress: 'bcrt1p', signMessage: silent }), new Silent()]) {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1' });
    const stop = new AbortController();
    const bound = within({ client, wallet, safety: {} } as unknown as Session, { signal: stop.signal });
    const asked = bound.wallet.signMessage('bcrt1p', 'hello');
    stop.abort(new Error('closed'));
    await expect(asked).rejects.toThrow('closed');
    expect({ ...bound.wallet }.ordinalsAddress).toBe('bcrt1p');
  }
});

test('a submit that is lost and refused at first hands over the same signatures: each was asked for once', async () => {
  const { preflight, terms } = listingPreflight(1);
  const submitted: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const request = input as Request;
    if (request.url.endsWith('preflight')) return Response.json(preflight);
    submitted.push(await request.text());
    if (submitted.length === 1) throw new TypeError('fetch failed');
    if (submitted.length === 2)
      return Response.json({ error: 'later' }, { status: 503, headers: { 'retry-after': '0' } });
    const { inscriptionId } = preflight.listings[0]!;
    return Response.json({
      listings: [{ inscriptionId, listingId: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11' }],
    });
  };
  const wallet = testWallet();
  let prompts = 0;
  const session = {
    client: createClient({ baseUrl: 'http://127.0.0.1:1', fetch }),
    wallet: {
      ...wallet,
      signPsbt: (...asked: Parameters<typeof wallet.signPsbt>) => {
        prompts += 1;
        return wallet.signPsbt(...asked);
      },
    },
    walletBindingId: 'binding',
    safety: safetyOf({ storage: memoryStorage() }, 'http://127.0.0.1:1'),
  } as unknown as Session;
  const waits: (number | null)[] = [];
  await listInscriptions(
    session,
    { collectionSlug: 'quiet-mice', items: terms.items },
    { onProgress: (progress) => void (progress.step === 'waiting' && waits.push(progress.status)) },
  );
  expect(prompts).toBe(3);
  expect(waits).toEqual([null, 503]);
  expect(submitted).toHaveLength(3);
  expect(new Set(submitted).size).toBe(1);
});
