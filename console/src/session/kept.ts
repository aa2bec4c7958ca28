import type { KeptSession, WalletIdentity } from '@ordbook/client';
import { place } from '../app/place.ts';
import { createStore } from '../data/store.ts';

/** A session as tabs keep it and hand it on: a reload, or another tab, goes on with it. */
export interface Kept {
  readonly session: KeptSession;
  readonly walletName: string;
  readonly kind: 'demo' | 'browser';
  readonly wallet: Omit<WalletIdentity, 'plainCoins'>;
  /** Whether the wallet lists its plain coins. */
  readonly listsCoins: boolean;
}

/** What tabs say to each other: who is signed in, that this session has ended, or null to ask. */
type Said = { readonly kept: Kept } | { readonly ended: string } | null;

const KEY = `ordbook.session ${place.serviceUrl}`;
const STAYS = 'ordbook.stays';

/** Whether the user wants sessions to outlive a reload; kept in this browser. */
export const stays = {
  get: () => localStorage.getItem(STAYS) !== 'no',
  set: (wanted: boolean) => localStorage.setItem(STAYS, wanted ? 'yes' : 'no'),
};

/** The session of this tab, when the user wants it to stay. */
export const kept = createStore<Kept | null>(readKept());
const channel = new BroadcastChannel(KEY);

/** The session has begun, or was renewed. */
export function keep(session: Kept): void {
  if (!stays.get()) return;
  hold(session);
  channel.postMessage({ kept: session } satisfies Said);
}

/** The user has ended the session, in all tabs. */
export function endKept(): void {
  const was = kept.get();
  hold(null);
  if (was) channel.postMessage({ ended: was.session.token } satisfies Said);
}

/** Takes over what other tabs have and end; call it once. `ended`: the session of this tab ended elsewhere. */
export function followTabs(ended: () => void): void {
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    const own = kept.get();
    if (data === null) {
      if (own) channel.postMessage({ kept: own } satisfies Said);
    } else if ('ended' in data) {
      if (own?.session.token !== data.ended) return;
      hold(null);
      ended();
    } else if (!own || own.session.profile.id === data.kept.session.profile.id) hold(data.kept);
  };
  if (!kept.get()) channel.postMessage(null satisfies Said);
}

function hold(session: Kept | null): void {
  if (session?.session.token === kept.get()?.session.token) return;
  if (session) sessionStorage.setItem(KEY, JSON.stringify(session));
  else sessionStorage.removeItem(KEY);
  kept.set(session);
}

function readKept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
