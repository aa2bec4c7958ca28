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
