import { ApiError } from './api.ts';
import type { Coin } from './signing/psbt.ts';

interface EsploraUtxo {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
  readonly status: { readonly confirmed: boolean };
}

/**
 * The confirmed coins of an address, from an Esplora server. The server does not know inscriptions or runes:
 * filter them out for an address that may hold any. Throws `ApiError` when the server refuses. Retry-safe.
 */
export async function confirmedCoins(
  esploraUrl: string,
  address: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Coin[]> {
  const url = `${esploraUrl.replace(/\/+$/, '')}/address/${address}/utxo`;
  const answer = await fetch(url);
  if (!answer.ok) throw new ApiError(answer.status, `Esplora at ${url} refused: ${await answer.text()}`);
  const utxos = (await answer.json()) as EsploraUtxo[];
  return utxos
    .filter(({ status }) => status.confirmed)
    .map(({ txid, vout, value }) => ({ txid, vout, valueSats: value }));
}
