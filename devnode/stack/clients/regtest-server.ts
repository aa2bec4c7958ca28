/** The HTTP API that `regtest-client` asks, with which bitcoinjs-lib's own integration tests get coins and blocks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { World } from '@ordbook/devnode';

type Coin = { txid: string; vout: number; value: number };
type Shown = { vout: { value: number; scriptPubKey: { address?: string; hex: string } }[] };

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Serves a world on a free port of 127.0.0.1. */
export async function startRegtestServer(world: World): Promise<{ url: string; close: () => void }> {
  const answer = async (path: string, query: URLSearchParams, body: string): Promise<unknown> => {
    const [, kind, name = '', what] = path.split('/').slice(1);
    if (kind === 'r' && name === 'generate') return world.mine(Number(query.get('count')));
    if (kind === 'r' && name === 'faucet')
      return (await world.fund(query.get('address')!, Number(query.get('value')))).txid;
    if (kind === 'r' && name === 'faucetScript') {
      const output = { valueSats: Number(query.get('value')), script: bytes(query.get('script')!) };
      const { txid } = await world.purse.pay([output]);
      await world.mine(1);
      return txid;
    }
    if (kind === 'b') return world.call('getblockcount');
    if (kind === 't' && name === 'push') return (await world.call('sendrawtransaction', [body])) && 1;
    if (kind === 't') {
      const { vout } = (await world.call('getrawtransaction', [name, true])) as Shown;
      const outs = vout.map(({ value, scriptPubKey: { address, hex } }) => ({
        ...{ address, value: Math.round(value * 1e8), script: hex },
      }));
      return { txid: name, outs };
    }
    if (kind === 'a' && what === 'unspents') {
      // By the address, or by the script that faucetScript paid.
      const desc = /^[0-9a-f]+$/.test(name) ? `raw(${name})` : `addr(${name})`;
      const { unspents } = (await world.call('scantxoutset', ['start', [desc]])) as {
        unspents: (Omit<Coin, 'value'> & { amount: number })[];
      };
      return unspents.map(({ txid, vout, amount }) => ({
        ...{ txId: txid, vout, value: Math.round(amount * 1e8) },
      }));
    }
    throw new Error(`regtest-client asked for ${path}`);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      answer(pathname, searchParams, Buffer.concat(chunks).toString()).then(
        (result) => response.setHeader('content-type', 'application/json').end(JSON.stringify(result)),
        (error: Error) => response.writeHead(400).end(error.message),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/1`, close };
}
