import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Locks of a browser, as far as tabs use them: one holder at a time, in the order of the requests. */
function fakeLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
      const mine = (queues.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : work()));
      queues.set(name, mine);
      return mine;
    },
  };
}

/** Connections that are open, and what each was asked to go on after. */
let streams: { readonly after: string | null; send(text: string): void }[];
let asked: (string | null)[];

beforeEach(() => {
  streams = [];
  asked = [];
  const page = {
    baseURI: 'http://market.test/',
    querySelector: () => null,
    hidden: false,
    addEventListener() {},
  };
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { locks: fakeLocks() });
  vi.stubGlobal('fetch', async (_: string, { signal, headers }: RequestInit) => {
    const after = new Headers(headers).get('last-event-id');
    asked.push(after);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const stream = { after, send: (text: string) => controller.enqueue(new TextEncoder().encode(text)) };
        streams.push(stream);
        signal!.addEventListener('abort', () => {
          streams = streams.filter((one) => one !== stream);
          controller.error(new Error('closed'));
        });
      },
    });
    return new Response(body);
  });
});
afterEach(() => vi.unstubAllGlobals());

const sale = (id: string) =>
  `id: ${id}\ndata: {"id":"${id}","type":"sale.confirmed","topic":"sale","data":{}}\n\n`;

/** A tab that follows; `hide` and `show` are its user's. */
async function tab(url: string) {
  const { connectTo } = await import('../../src/data/live.ts');
  let changed = () => {};
  const page = {
    hidden: false,
    addEventListener(_: string, listener: () => void) {
      changed = listener;
    },
  };
  const seen: string[] = [];
  const live = connectTo(url, page as never);
  const follow = () => live.follow({ onEvent: ({ id }) => seen.push(id), onReset: () => seen.push('reset') });
  const turn = (hidden: boolean) => {
    page.hidden = hidden;
    changed();
  };
  follow();
  return { live, seen, hide: () => turn(true), show: () => turn(false) };
}

test('tabs share one connection, each has every event, and a tab that comes later is live at once', async () => {
  const url = 'http://market.test/one';
  const [first, second] = [await tab(url), await tab(url)];
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]!.send(sale('1-a'));
  await vi.waitFor(() => expect([first.seen, second.seen]).toEqual([['1-a'], ['1-a']]));
  const third = await tab(url);
  await vi.waitFor(() => expect(third.live.state.get().heardAt).toBeGreaterThan(0));
  streams[0]!.send(sale('2-b'));
  await vi.waitFor(() => expect([first.seen, third.seen]).toEqual([['1-a', '2-b'], ['2-b']]));
  expect(asked).toEqual([null]);
  for (const one of [first, second, third]) one.hide();
});

test('a hidden tab hands the stream over, the next goes on after the last event, and nothing is read for nobody', async () => {
  const url = 'http://market.test/two';
  const [first, second] = [await tab(url), await tab(url)];
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]!.send(sale('1-a'));
  await vi.waitFor(() => expect(second.seen).toEqual(['1-a']));
  first.hide();
  await vi.waitFor(() => expect(asked).toEqual([null, '1-a']));
  streams[0]!.send(sale('2-b'));
  await vi.waitFor(() => expect(second.seen).toEqual(['1-a', '2-b']));
  expect(first.seen).toEqual(['1-a']);
  second.hide();
  await vi.waitFor(() => expect(streams).toHaveLength(0));
  first.show();
  await vi.waitFor(() => expect(first.seen).toEqual(['1-a', 'reset']));
  await vi.waitFor(() => expect(asked).toEqual([null, '1-a', '2-b']));
  first.hide();
});

test('a tab that missed an event reads its pages again', async () => {
  const url = 'http://market.test/three';
  const known = await tab(url);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]!.send(sale('1-a'));
  await vi.waitFor(() => expect(known.seen).toEqual(['1-a']));
  known.hide();
  await vi.waitFor(() => expect(streams).toHaveLength(0));
  // it knows nothing of the one before, so it begins later
  const newer = await tab(url);
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  known.show();
  streams[0]!.send(sale('9-z'));
  await vi.waitFor(() => expect(known.seen).toEqual(['1-a', 'reset', '9-z']));
  expect(newer.seen).toEqual(['9-z']);
  for (const one of [known, newer]) one.hide();
});

test('visitors and users have a stream each, and a user sends the token', async () => {
  const url = 'http://market.test/four';
  const [visitor, user] = [await tab(url), await tab(url)];
  const sent: (string | null)[] = [];
  const { fetch } = globalThis;
  const own: typeof fetch = (input, init) => {
    sent.push(new Headers(init?.headers).get('authorization'));
    return fetch(input, init);
  };
  user.live.readAs({ name: 'profile', token: 'secret', fetch: own });
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  expect(sent).toEqual(['Bearer secret']);
  streams[1]!.send(sale('5-e'));
  await vi.waitFor(() => expect(user.seen).toEqual(['5-e']));
  await pause(20);
  expect(visitor.seen).toEqual([]);
  for (const one of [visitor, user]) one.hide();
});
