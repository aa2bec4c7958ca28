import type { Esplora } from '@ordbook/devnode';
import { refuse } from '@ordbook/protocol/refusals';
import type { FastifyInstance } from 'fastify';

interface Coin {
  readonly value: number;
  readonly scriptpubkey_address?: string;
}

interface Transaction {
  readonly txid: string;
  readonly fee: number;
  readonly weight: number;
  readonly vin: readonly { readonly txid: string; readonly vout: number; readonly prevout: Coin | null }[];
  readonly vout: readonly Coin[];
  readonly status: { readonly confirmed: boolean; readonly block_height?: number };
}

/** GET /explorer/tx/{txid}: a page about a transaction, where the console's links lead to. */
export function explorerRoute(app: FastifyInstance, esplora: Esplora): void {
  app.get<{ Params: { txid: string } }>('/explorer/tx/:txid', async ({ params: { txid } }, reply) => {
    const { status, body } = await esplora.handle(`/tx/${encodeURIComponent(txid)}`);
    if (status !== 200) refuse('not_found', `this chain has no transaction ${txid}`);
    const transaction = JSON.parse(Buffer.from(body).toString()) as Transaction;
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(pageOf(transaction));
  });
}

/** Everything in it is the node's: hex, numbers and addresses, which need no escaping. */
function pageOf({ txid, fee, weight, vin, vout, status }: Transaction): string {
  const sats = (amount: number) => `${amount.toLocaleString('en-GB')} sats`;
  const row = (place: number, what: string, coin: Coin | null) =>
    `<tr><td>${place}<td>${coin?.scriptpubkey_address ?? 'no address'}<td>${coin ? sats(coin.value) : ''}<td>${what}`;
  const inputs = vin.map((input, place) =>
    row(place, `<a href="${input.txid}">${input.txid}</a>:${input.vout}`, input.prevout),
  );
  const outputs = vout.map((output, place) => row(place, '', output));
  const table = (title: string, last: string, rows: readonly string[]) =>
    `<h2>${title}</h2><table><tr><th>No.<th>Address<th>Value<th>${last}${rows.join('')}</table>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Transaction ${txid}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui;margin:2rem;overflow-wrap:anywhere}
td,th{text-align:start;padding:.2rem 1rem .2rem 0;vertical-align:top}</style>
<h1>Transaction</h1><p>${txid}</p>
<p>${status.confirmed ? `In block ${status.block_height}` : 'In no block yet'}. Fee ${sats(fee)}, weight ${weight}.</p>
${table('Inputs', 'Spends', inputs)}${table('Outputs', '', outputs)}</html>`;
}
