import { refuse } from '@ordbook/protocol/refusals';
import { isSats } from '@ordbook/protocol/sats';
import { Type } from 'typebox';
import { atMost } from '../base/concurrency.ts';
import { exchange, parseResponse, responseReader } from '../base/remote.ts';
import type { Chain } from './port.ts';

const CONCURRENT_REQUESTS = 8;

const readAddress = responseReader(
  Type.Object({
    chain_stats: Type.Object({ funded_txo_sum: Type.Integer(), spent_txo_sum: Type.Integer() }),
  }),
);

const readCoins = responseReader(
  Type.Array(
    Type.Object({
      txid: Type.String(),
      vout: Type.Integer(),
      value: Type.Integer(),
      status: Type.Object({
        confirmed: Type.Boolean(),
        block_height: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      }),
    }),
  ),
);

/**
 * Confirmed coins of an address from an Esplora server (Blockstream's HTTP API), which has an address index;
 * the node would have to scan its whole UTXO set. `url` is the base URL with any path prefix. Throws
 * `Refusal('unavailable')`.
 */
export function esploraCoins({ url, timeoutMs }: { url: string; timeoutMs: number }): Chain['addressCoins'] {
  const base = url.replace(/\/+$/, '');
  const limited = atMost(CONCURRENT_REQUESTS);
  const get = (path: string) =>
    limited(async () => {
      const what = 'the Esplora server';
      const { status, text } = await exchange({ url: `${base}${path}`, timeoutMs, what });
      if (status !== 200) refuse('unavailable', `${what} returned status ${status}`);
      return parseResponse(text, what);
    });

  return async (address) => {
    const path = `/address/${encodeURIComponent(address)}`;
    const [summary, list] = await Promise.all([get(path), get(`${path}/utxo`)]);
    const { chain_stats } = readAddress(summary, 'the Esplora server');
    const confirmedSats = chain_stats.funded_txo_sum - chain_stats.spent_txo_sum;
    if (!isSats(confirmedSats))
      refuse('unavailable', `the Esplora server returned an invalid balance: ${confirmedSats} sats`);
    const coins = readCoins(list, 'the Esplora server').flatMap(({ txid, vout, value, status }) =>
      status.confirmed && typeof status.block_height === 'number'
        ? [{ txid, vout, valueSats: value, height: status.block_height }]
        : [],
    );
    return { confirmedSats, coins };
  };
}
