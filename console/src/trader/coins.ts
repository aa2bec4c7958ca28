import { type Coin, lentCoins, type Session } from '@ordbook/client';
import { ownServers } from './sources.ts';

/** The coins that may pay: on the Esplora server that the user named, else as service and wallet know them. */
export async function coinsOf(
  session: Session,
): Promise<{ readonly esploraUrl: string } | { readonly spendableUtxos: readonly Coin[] }> {
  const { esplora } = ownServers.get();
  return esplora === '' ? { spendableUtxos: await lentCoins(session) } : { esploraUrl: esplora };
}
