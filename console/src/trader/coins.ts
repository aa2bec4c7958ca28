import { type Coin, lentCoins, type Session } from '@ordbook/client';
import { subject } from './sign/explaining-wallet.ts';
import { ownServers } from './sources.ts';

/**
 * The coins that may pay: on the Esplora server that the user named, else as service and wallet know them. What
 * neither a source of the user's nor a list of the wallet's checks is noted for the dialog of the running act.
 */
export async function coinsOf(
  session: Session,
): Promise<{ readonly esploraUrl: string } | { readonly spendableUtxos: readonly Coin[] }> {
  const { esplora } = ownServers.get();
  if (esplora !== '') return { esploraUrl: esplora };
  const { wallet, safety } = session;
  const isLent = wallet.paymentAddress !== wallet.ordinalsAddress && !safety.source;
  subject.set({ ...subject.get(), isLent });
  return { spendableUtxos: await lentCoins(session) };
}
