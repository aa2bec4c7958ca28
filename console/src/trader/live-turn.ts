import { type EventTopic, serviceEvents } from '@ordbook/client';
import { live } from '../data/live.ts';
import { createStore, useStore } from '../data/store.ts';
import { signedIn } from '../session/session.ts';

/** Events come in bursts; one read follows each. */
const SETTLE_MS = 300;
/** Reads of a profile are limited to 30 in a minute: in a busy market the pages read again no sooner, ms. */
const LEAST_MS = 5_000;

const turn = createStore(0);

/**
 * A number that changes after each event of the market or of the profile's trades. Make it part of a
 * resource's key, so that the resource is loaded again. All components share one connection.
 */
export function useMarketTurn(): number {
  begin();
  return useStore(turn);
}

let hasBegun = false;

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  live.follow({ onEvent: changed, onReset: changed });
  let ended = new AbortController();
  const followOwn = () => {
    ended.abort();
    ended = new AbortController();
    const by = signedIn.get();
    if (by) void ownEvents(by.session.client, ended.signal);
  };
  signedIn.follow(followOwn);
  followOwn();
}

/** What visitors are not shown: offers, and what only the parties of a trade see. */
const OWN_TOPICS: readonly EventTopic[] = ['block', 'trade', 'offer', 'collection_offer', 'counter'];
/** Between polls while the service has no events, ms. */
const POLL_MS = 5_000;

/** Events that need the token. */
async function ownEvents(client: Parameters<typeof serviceEvents>[0], signal: AbortSignal): Promise<void> {
  const changes = serviceEvents(client, POLL_MS, OWN_TOPICS);
  while (!signal.aborted) {
    try {
      await changes.next(signal);
      changed();
    } catch {
      return;
    }
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
let last = Number.NEGATIVE_INFINITY;

function changed(): void {
  clearTimeout(timer);
  const wait = Math.max(SETTLE_MS, last + LEAST_MS - performance.now());
  timer = setTimeout(() => {
    last = performance.now();
    turn.set(turn.get() + 1);
  }, wait);
}
