import { serviceEvents } from '@ordbook/client';
import { live } from '../data/live.ts';
import { createStore, useStore } from '../data/store.ts';
import { signedIn } from '../session/session.ts';

/** Events come in bursts; one read follows each. */
const SETTLE_MS = 300;

const turn = createStore(0);

/**
 * A number that changes after each event of the market or of the profile's trades. Make it part of a resource's
 * key, so that the resource is loaded again. All components share one connection.
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

/** Events for the parties of a trade alone, such as offers and counters; they need the token. */
async function ownEvents(client: Parameters<typeof serviceEvents>[0], signal: AbortSignal): Promise<void> {
  const changes = serviceEvents(client);
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

function changed(): void {
  clearTimeout(timer);
  timer = setTimeout(() => turn.set(turn.get() + 1), SETTLE_MS);
}
