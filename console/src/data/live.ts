import { place } from '../app/place.ts';
import { createStore, type Store } from './store.ts';

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
  /** `waiting`: it connects, or connects again. */
  readonly state: 'waiting' | 'live';
  /** Newest block that an event named; null: none yet. */
  readonly height: number | null;
}

export interface Live {
  readonly state: Store<LiveState>;
  /** Calls back for each event, and for `reset`: what was read before may be wrong. Returns how to end it. */
  follow(listener: LiveListener): () => void;
}

export interface LiveListener {
  onEvent?(event: MarketEvent): void;
  onReset?(): void;
}

/** Waits before it connects again after the browser has given up, ms. */
const AGAIN_MS = 3_000;

/**
 * The events of the service, over one connection that opens with the first listener. Browsers connect again
 * by themselves and resume where they were; after a status other than 200 they give up, and this goes on.
 */
export function connectTo(url: string): Live {
  const state = createStore<LiveState>({ state: 'waiting', height: null });
  const listeners = new Set<LiveListener>();
  let source: EventSource | null = null;
  let lastId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    const resumed = lastId === '' ? url : `${url}?after=${encodeURIComponent(lastId)}`;
    const opened = new EventSource(resumed);
    source = opened;
    const here = (name: 'waiting' | 'live') => state.set({ ...state.get(), state: name });
    const keep = (event: MessageEvent<string>) => {
      if (event.lastEventId !== '') lastId = event.lastEventId;
    };
    opened.onopen = () => here('live');
    opened.onmessage = (message: MessageEvent<string>) => {
      keep(message);
      const event = JSON.parse(message.data) as MarketEvent;
      const height = event.data['height'];
      if (event.type === 'block.applied' && typeof height === 'number') state.set({ state: 'live', height });
      for (const listener of [...listeners]) listener.onEvent?.(event);
    };
    opened.addEventListener('ready', keep as EventListener);
    opened.addEventListener('reset', (event) => {
      keep(event as MessageEvent<string>);
      for (const listener of [...listeners]) listener.onReset?.();
    });
    opened.onerror = () => {
      here('waiting');
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(open, AGAIN_MS);
    };
  }

  return {
    state,
    follow(listener) {
      listeners.add(listener);
      if (!source) open();
      return () => listeners.delete(listener);
    },
  };
}

/** Of this page. */
export const live = connectTo(`${place.serviceUrl}/events`);
