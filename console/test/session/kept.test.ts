import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kept } from '../../src/session/kept.ts';

const session = (token: string, id = 'alice') =>
  ({ session: { token, profile: { id } }, walletName: id }) as unknown as Kept;

const storage = () => {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  };
};

const channels: BroadcastChannel[] = [];
/** Of the browser: all tabs share it. */
let local: ReturnType<typeof storage>;
beforeEach(() => {
  local = storage();
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.unstubAllGlobals();
});

/** A tab; `own`: its session storage, as a reload finds it. Each test has a browser of its own. */
async function tab(browser: string, own = storage()) {
  vi.resetModules();
  vi.stubGlobal('document', { baseURI: `http://${browser}.test/`, querySelector: () => null });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', own);
  const part = await import('../../src/session/kept.ts');
  const ended = vi.fn();
  part.followTabs(ended);
  return { ...part, own, ended, token: () => part.kept.get()?.session.token };
}

test('a reload goes on with the session, and so do new tabs and tabs of a visitor', async () => {
  const visitor = await tab('one');
  const first = await tab('one');
  first.keep(session('secret'));
  await vi.waitFor(() => expect(visitor.token()).toBe('secret'));
  expect((await tab('one', first.own)).token()).toBe('secret');
  const later = await tab('one');
  await vi.waitFor(() => expect(later.token()).toBe('secret'));
});

test('who disconnects in one tab is signed out in all, and another session stays', async () => {
  const other = await tab('two');
  other.keep(session('other', 'bob'));
  const [first, second] = [await tab('two', storage()), await tab('two', storage())];
  await vi.waitFor(() => expect(second.token()).toBe('other'));
  first.endKept();
  await vi.waitFor(() => expect([other.token(), second.token()]).toEqual([undefined, undefined]));
  expect(second.ended).toHaveBeenCalledOnce();
  second.keep(session('again'));
  await vi.waitFor(() => expect(first.token()).toBe('again'));
});

test('a session that was renewed replaces that of the same profile alone', async () => {
  const alice = await tab('three');
  alice.keep(session('old'));
  const same = await tab('three');
  await vi.waitFor(() => expect(same.token()).toBe('old'));
  same.keep(session('new'));
  await vi.waitFor(() => expect(alice.token()).toBe('new'));
  same.keep(session('stranger', 'bob'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(alice.token()).toBe('new');
});

test('who does not want it keeps no token, in no storage and in no other tab', async () => {
  const [first, second] = [await tab('four'), await tab('four')];
  first.stays.set(false);
  first.keep(session('secret'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([first.token(), second.token()]).toEqual([undefined, undefined]);
  expect([...first.own.values.values(), ...local.values.values()].join()).not.toContain('secret');
});
