import {
  createClient,
  keptSession,
  resumeSession,
  type SafetyStorage,
  type Session,
  signIn,
} from '@ordbook/client';
import { place } from '../../app/place.ts';
import { createStore } from '../../data/store.ts';
import { endKept, type Kept, keep } from '../../session/kept.ts';
import { fetchKeeping } from '../../session/sent.ts';
import { hasExpired, signedIn, signInAgain } from '../../session/session.ts';
import { turns } from '../act.ts';
import { explainingWallet } from '../sign/explaining-wallet.ts';
import { type Surroundings, surroundings } from '../sources.ts';
import { words } from '../text.ts';
import { type Connector, connectorsOf } from './connectors.ts';
import { laterWallet } from './later-wallet.ts';

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
export async function connect(connector: Connector): Promise<void> {
  const found = await lookAround();
  const wallet = explainingWallet(await connector.connect());
  const session = await signIn(clientOn(found), wallet, safetyOn(found));
  const walletName = connector.name || wallet.ordinalsAddress.slice(0, 10);
  begin(session, { walletName, kind: connector.kind });
  const { network, ordinalsAddress, ordinalsPublicKey, paymentAddress, paymentPublicKey } = wallet;
  keep({
    session: keptSession(session),
    ...{ walletName, kind: connector.kind },
    wallet: { network, ordinalsAddress, ordinalsPublicKey, paymentAddress, paymentPublicKey },
    listsCoins: wallet.plainCoins !== undefined,
  });
}

/**
 * Goes on with the session of before a reload, or of another tab. The wallet is asked for nothing before it signs.
 * Where the session has expired, `signInAgain` is what is left. Throws an Error when the service does not respond.
 */
export async function resume(kept: Kept): Promise<void> {
  signInAgain.set(connectAgain(kept));
  const found = await lookAround();
  const wallet = explainingWallet(laterWallet(kept, () => connectorOf(kept, found).connect()));
  try {
    begin(resumeSession(clientOn(found), wallet, kept.session, safetyOn(found)), kept);
  } catch {
    hasExpired.set(true);
  }
}

function begin(session: Session, from: Pick<Kept, 'walletName' | 'kind'>): void {
  signInAgain.set(connectAgain({ ...from, wallet: session.wallet }));
  hasExpired.set(false);
  signedIn.set({ session, walletName: from.walletName });
  // what failed without a session is read again
  turns.set(turns.get() + 1);
}

type Known = Pick<Kept, 'walletName' | 'kind'> & { readonly wallet: Pick<Kept['wallet'], 'ordinalsAddress'> };

const connectAgain = (known: Known) => async () => connect(connectorOf(known, await lookAround()));

/** The wallet of before: a browser wallet by its name, one of the sandbox by its address. Throws an Error without it. */
function connectorOf({ walletName, kind, wallet }: Known, found: Surroundings): Connector {
  const demo = found.demoWallets.find(({ ordinals }) => ordinals.address === wallet.ordinalsAddress);
  const connector = connectorsOf(found).find(
    (one) => one.kind === kind && one.name === (demo?.name ?? walletName),
  );
  if (!connector?.isHere) throw new Error(words.connect.gone(walletName));
  return connector;
}

const clientOn = ({ network }: Surroundings) =>
  createClient({ baseUrl: place.serviceUrl, network, fetch: fetchKeeping });

const safetyOn = ({ source }: Surroundings) => ({ storage: browserStorage, ...(source ? { source } : {}) });

/** Signs this tab out; with what is kept, in all tabs. */
export function disconnect(): void {
  endKept();
  signInAgain.set(null);
  hasExpired.set(false);
  signedIn.set(null);
}

/** Keys of the operator and open signatures outlive the page. */
const browserStorage: SafetyStorage = {
  get: async (key) => localStorage.getItem(`ordbook.safety.${key}`),
  set: async (key, value) => localStorage.setItem(`ordbook.safety.${key}`, value),
};
