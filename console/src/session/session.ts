import type { Session } from '@ordbook/client';
import { createStore } from '../data/store.ts';

/** Who is signed in in this tab. */
export interface SignedIn {
  /** Of the SDK: client with the token, wallet and profile. */
  readonly session: Session;
  /** Name of the wallet, for people. */
  readonly walletName: string;
}

/** null: a visitor. The trader's part sets it; every page may follow it. */
export const signedIn = createStore<SignedIn | null>(null);

/** Whether the session has ended by itself: its pages stay as they are, and `signInAgain` goes on with them. */
export const hasExpired = createStore(false);

/** Signs the last wallet in again: it is asked for a message. null: nobody was signed in here. */
export const signInAgain = createStore<(() => Promise<void>) | null>(null);

/** `fetch` of a session. It notes when the service no longer takes its token. */
export async function fetchSignedIn(...request: Parameters<typeof fetch>): Promise<Response> {
  const by = signedIn.get();
  const response = await fetch(...request);
  // while somebody signs in, 401 is about the signature; an older session may be over beside the one of now
  if (response.status === 401 && by !== null && by === signedIn.get()) hasExpired.set(true);
  return response;
}
