import { place } from '../app/place.ts';
import { createStore, type Store } from './store.ts';
import { type Frame, type Reader, readStream } from './stream.ts';

/** An event of `GET /events`; docs/events.md lists the topics and their data. */
export interface MarketEvent {
  readonly id: string;
  readonly type: string;
  readonly topic: string;
  readonly tradeId: string | null;
  readonly occurredAt: string;
  readonly collections: readonly string[];
  readonly inscriptionIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

export interface LiveState {
  /** When the service last sent something, ms since 1970; 0: not yet. */
  readonly heardAt: number;
  /** Newest block that an event named; null: none yet. */
  readonly height: number | null;
  /** Time of that block, ISO 8601. */
  readonly blockAt: string | null;
}

export interface Live {
  readonly state: Store<LiveState>;
  /** Calls back for each event, and for `reset`: what was read before may be wrong. Returns how to end it. */
  follow(listener: LiveListener): () => void;
  /** Reads on as somebody else; null: as a visitor. */
  readAs(reader: Reader | null): void;
}

export interface LiveListener {
  onEvent?(event: MarketEvent): void;
  onReset?(): void;
}

/** A frame as one tab tells it to the others. `previous`: the id of the event before it, empty when it began there. */
interface Told extends Frame {
  readonly previous: string;
}

const HELLO = 'hello';
const VISITOR: Reader = { name: '', fetch: (...request) => fetch(...request) };
/** Waits before it connects again, ms. */
const AGAIN_MS = 3_000;

/**
 * The events of the service. All tabs of a browser that read for the same user share one connection: the tab that
 * has the lock reads it and passes the events on. A hidden tab gives the lock up, so nothing is read while all are
 * hidden, and the next reader resumes where it stopped. A tab that missed an event sees it by `previous`, and reads
 * its pages again. Where the browser has no locks (plain HTTP from another machine), each visible tab has its own.
 */
export function connectTo(url: string, page: Pick<Document, 'hidden' | 'addEventListener'> = document): Live {
  const state = createStore<LiveState>({ heardAt: 0, height: null, blockAt: null });
  const listeners = new Set<LiveListener>();
  const { locks } = navigator;
  let reader = VISITOR;
  let lastId = '';
  let channel: BroadcastChannel | null = null;
  let isReading = false;
  /** Something came, or was missed, while nobody looked. */
  let isStale = false;
  let ended = new AbortController();

  function reset(): void {
    if (page.hidden) isStale = true;
    else for (const listener of [...listeners]) listener.onReset?.();
  }

  function take({ previous, id, name, data }: Told): void {
    const isMissing = lastId !== '' && previous !== lastId;
    lastId = id ?? (previous || lastId);
    state.set({ ...state.get(), heardAt: Date.now() });
    if (isMissing || name === 'reset') reset();
    if (name !== 'message') return;
    const event = JSON.parse(data) as MarketEvent;
    const { height, time } = event.data;
    if (event.type === 'block.applied')
      state.set({ ...state.get(), height: Number(height), blockAt: String(time) });
    if (page.hidden) isStale = true;
    else for (const listener of [...listeners]) listener.onEvent?.(event);
  }

  async function read(signal: AbortSignal): Promise<void> {
    isReading = true;
    while (!signal.aborted) {
      await readStream(url, { reader, after: lastId, signal }, (frame) => {
        const told = { ...frame, previous: lastId };
        take(told);
        channel?.postMessage(told);
      }).catch(() => undefined);
      if (signal.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, AGAIN_MS);
        signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
      });
    }
  }

  function begin(): void {
    ended.abort();
    isReading = false;
    ended = new AbortController();
    const { signal } = ended;
    const name = `ordbook ${url} ${reader.name}`;
    channel?.close();
    channel = locks ? new BroadcastChannel(name) : null;
    if (channel)
      channel.onmessage = ({ data }: MessageEvent<Told | typeof HELLO>) => {
        if (data !== HELLO) take(data);
        else if (isReading && lastId !== '')
          channel?.postMessage({ id: null, name: 'heard', data: '', previous: lastId });
      };
    channel?.postMessage(HELLO);
    if (page.hidden) return;
    // an abort before it is granted rejects
    void (locks?.request(name, { signal }, () => read(signal)).catch(() => undefined) ?? read(signal));
  }

  page.addEventListener('visibilitychange', () => {
    if (listeners.size === 0) return;
    begin();
    if (page.hidden || !isStale) return;
    isStale = false;
    reset();
  });

  return {
    state,
    follow(listener) {
      listeners.add(listener);
      if (listeners.size === 1) begin();
      return () => listeners.delete(listener);
    },
    readAs(next) {
      const { name, token } = reader;
      reader = next ?? VISITOR;
      if (listeners.size > 0 && (name !== reader.name || token !== reader.token)) begin();
    },
  };
}

/** Of this page. */
export const live = connectTo(`${place.serviceUrl}/events`);
