import { createClient, type SafetyStorage, signIn } from '@ordbook/client';
import { place } from '../../app/place.ts';
import { createStore } from '../../data/store.ts';
import { fetchSignedIn, hasExpired, signedIn } from '../../session/session.ts';
import { explainingWallet } from '../sign/explaining-wallet.ts';
import { type Surroundings, surroundings } from '../sources.ts';
import type { Connector } from './connectors.ts';

/** Where the trader is; null: not read yet. */
export const around = createStore<Surroundings | null>(null);

/** Reads the surroundings once, and at every call after the user named other servers. */
export async function lookAround(isAgain = false): Promise<Surroundings> {
  const known = around.get();
  if (known && !isAgain) return known;
  const found = await surroundings();
  around.set(found);
  return found;
}

/**
 * Connects a wallet and signs in. From then on every PSBT that the wallet is to sign is explained first, and
 * nothing is signed without a click. Throws what wallet and SDK throw.
 */
export async function connect({ name, connect: open }: Connector): Promise<void> {
  const { source, network } = await lookAround();
  const wallet = explainingWallet(await open());
  const client = createClient({ baseUrl: place.serviceUrl, network, fetch: fetchSignedIn });
  const session = await signIn(client, wallet, {
    storage: browserStorage,
    ...(source ? { source } : {}),
  });
  hasExpired.set(false);
  signedIn.set({ session, walletName: name || wallet.ordinalsAddress.slice(0, 10) });
}

export function disconnect(): void {
  hasExpired.set(false);
  signedIn.set(null);
}

/** Keys of the operator and open signatures outlive the page. */
const browserStorage: SafetyStorage = {
  get: async (key) => localStorage.getItem(`ordbook.safety.${key}`),
  set: async (key, value) => localStorage.setItem(`ordbook.safety.${key}`, value),
};
