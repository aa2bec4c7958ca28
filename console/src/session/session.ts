import type { Session } from '@ordbook/client';
import { createStore } from '../data/store.ts';

/** Who is signed in in this tab. It lives in memory: a token is never stored. */
export interface SignedIn {
  /** Of the SDK: client with the token, wallet and profile. */
  readonly session: Session;
  /** Name of the wallet, for people. */
  readonly walletName: string;
}

/** null: a visitor. The trader's part sets it; every page may follow it. */
export const signedIn = createStore<SignedIn | null>(null);

/** Whether the last session ended by itself: its token is over, so nothing but connecting again helps. */
export const hasExpired = createStore(false);

/** `fetch` of a session. When the service no longer takes its token, the visitor is signed out. */
export async function fetchSignedIn(...request: Parameters<typeof fetch>): Promise<Response> {
  const by = signedIn.get();
  const response = await fetch(...request);
  // while somebody signs in, 401 is about the signature; an older session may be over beside the one of now
  if (response.status === 401 && by !== null && by === signedIn.get()) {
    hasExpired.set(true);
    signedIn.set(null);
  }
  return response;
}
