import type { Session } from '../account/sign-in.ts';
import { confirmedCoins } from '../esplora.ts';
import type { Coin } from './psbt.ts';

/** Where the coins that may pay come from: named by the caller, or asked of an Esplora server. */
export type CoinSource =
  | { readonly spendableUtxos: readonly Coin[] }
  | {
      readonly esploraUrl: string;
      /** Coins to leave alone, as `txid:vout`: needed when the payment address may hold inscriptions. */
      readonly except?: ReadonlySet<string>;
    };

/** The service takes as many candidates as this. */
const MAX_CANDIDATES = 1_000;

/** The coins of a source, largest first where they are looked up, as many as the service takes. */
export async function candidates({ wallet, client }: Session, source: CoinSource): Promise<readonly Coin[]> {
  if ('spendableUtxos' in source) return source.spendableUtxos;
  const coins = await confirmedCoins(source.esploraUrl, wallet.paymentAddress, client.options.fetch);
  return coins
    .filter(({ txid, vout }) => !source.except?.has(`${txid}:${vout}`))
    .sort((a, b) => b.valueSats - a.valueSats)
    .slice(0, MAX_CANDIDATES);
}
