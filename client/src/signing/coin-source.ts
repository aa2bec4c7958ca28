import type { Session } from '../account/sign-in.ts';
import { confirmedCoins } from '../esplora.ts';
import { spendableCoins } from '../source/coins.ts';
import type { Coin } from './psbt.ts';

/** The coins that may pay: given by the caller, or looked up on an Esplora server. */
export type CoinSource =
  | { readonly spendableUtxos: readonly Coin[] }
  | {
      readonly esploraUrl: string;
      /**
       * Coins not to spend, as `txid:vout`. Needed when the payment address may hold inscriptions, and the
       * session has no source that can tell.
       */
      readonly except?: ReadonlySet<string>;
    };

/** Most coins that the service accepts. */
const MAX_CANDIDATES = 1_000;

/** The coins of a source, at most as many as the service accepts; largest first when they are looked up. */
export async function candidates(
  { wallet, client, safety }: Session,
  source: CoinSource,
): Promise<readonly Coin[]> {
  if ('spendableUtxos' in source) return source.spendableUtxos;
  const { fetch, signal } = client.options;
  const coins = await confirmedCoins(source.esploraUrl, wallet.paymentAddress, {
    ...(fetch ? { fetch } : {}),
    ...(signal ? { signal } : {}),
  });
  const wanted = coins
    .filter(({ txid, vout }) => !source.except?.has(`${txid}:${vout}`))
    .sort((a, b) => b.valueSats - a.valueSats)
    .slice(0, MAX_CANDIDATES);
  const holdsInscriptions = wallet.paymentAddress === wallet.ordinalsAddress;
  return holdsInscriptions && safety.source ? spendableCoins(safety.source, wanted) : wanted;
}
