import { requireOptions, requireUrl } from './arguments.ts';
import type { Coin } from './signing/psbt.ts';
import { fieldsOf, MAX_SATS, MAX_VOUT, TXID } from './source/fields.ts';
import { type RequestOptions, requesterTo } from './source/request.ts';
import { SourceError } from './source/source.ts';

/** Most coins of one address that are read. */
const MAX_COINS = 100_000;

/**
 * The confirmed coins of an address, from an Esplora server. The server does not know inscriptions or runes:
 * filter them out for an address that may hold any. Throws `SourceError` when the server fails, and the
 * reason of the signal. Retry-safe.
 */
export async function confirmedCoins(
  esploraUrl: string,
  address: string,
  options: RequestOptions = {},
): Promise<Coin[]> {
  requireUrl('esploraUrl', esploraUrl);
  requireOptions({ address }, ['address']);
  const { name, json } = requesterTo(esploraUrl, options);
  const path = `/address/${encodeURIComponent(address)}/utxo`;
  const coins = await json(path);
  if (!Array.isArray(coins) || coins.length > MAX_COINS)
    throw new SourceError(`${name}${path}: the response is not a list of coins`);
  return coins
    .map((coin, index) => fieldsOf(`${name}${path}`, coin, `[${index}].`))
    .filter((coin) => coin.object('status').flag('confirmed'))
    .map((coin) => ({
      txid: coin.text('txid', TXID),
      vout: coin.whole('vout', 0, MAX_VOUT),
      valueSats: coin.whole('value', 0, MAX_SATS),
    }));
}
