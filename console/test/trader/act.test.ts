import { memoryStorage, type Session } from '@ordbook/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signedIn } from '../../src/session/session.ts';
import { act, acts } from '../../src/trader/act.ts';
import { subject } from '../../src/trader/sign/explaining-wallet.ts';

/** What acts need of a session here. */
const session = {
  profile: { id: 'profile' },
  wallet: { ordinalsAddress: 'bcrt1', network: 'regtest' },
  client: { options: { baseUrl: 'http://127.0.0.1' } },
  safety: { storage: memoryStorage() },
} as unknown as Session;

beforeEach(() => signedIn.set({ session, walletName: 'alice' }));
afterEach(() => {
  signedIn.set(null);
  acts.set([]);
});

/** An act that ends on demand, and records whose name its dialogs would show until then. */
function slow(title: string, asked: string[]) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running = act({
    title,
    done: 'Done.',
    run: async () => {
      await ended;
      asked.push(`${title}: ${subject.get().title}`);
    },
  });
  return { running, end };
}

test('an act that starts while another runs waits for it, so that no dialog asks in the name of another', async () => {
  const asked: string[] = [];
  const first = slow('Buy 1 listing', asked);
  const second = slow('Offer on an inscription', asked);
  second.end();
  first.end();
  await Promise.all([first.running, second.running]);
  expect(asked).toEqual(['Buy 1 listing: Buy 1 listing', 'Offer on an inscription: Offer on an inscription']);
});

test('an act that fails does not hold up the next, and stays with its reason until it is dismissed', async () => {
  const failing = act({ title: 'First', done: 'Done.', run: () => Promise.reject(new Error('no coins')) });
  const next = act({ title: 'Second', done: 'Done.', run: async () => 1 });
  expect(await failing).toBe(undefined);
  expect(await next).toBe(1);
  await act({ title: 'Third', done: 'Done.', run: async () => 2 });
  expect(acts.get().map(({ title, state }) => [title, state])).toEqual([
    ['Third', 'done'],
    ['First', 'failed'],
  ]);
});
