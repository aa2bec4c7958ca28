/**
 * The rest of the world, inside the machine: a miner who pays and inscribes on regtest, and an Esplora server for
 * wallets. Takes requests as lines of JSON on stdin and answers each with a line.
 */
import { createInterface } from 'node:readline';
import { createEsplora, startEsploraServer } from '@ordbook/devnode';
import { artwork } from '../../sandbox/src/artwork.ts';
import { curatorAddress, inscribe } from '../../sandbox/src/inscriber.ts';
import { createMiner, type Payment } from '../../sandbox/src/miner.ts';
import { rpcOver } from '../real/bitcoind.ts';

export type WorldRequest =
  | { readonly do: 'warmUp' }
  | { readonly do: 'mine'; readonly blocks: number }
  | { readonly do: 'pay'; readonly payments: readonly Payment[] }
  /** Inscriptions of a new collection, for `address`; answers with their ids and that of their parent. */
  | { readonly do: 'inscribe'; readonly address: string; readonly count: number };

const [rpcUrl = '', esploraPort = ''] = process.argv.slice(2);
const POSTAGE_SATS = 10_000;
const call = rpcOver(rpcUrl);
const miner = createMiner(call);
await startEsploraServer(createEsplora({ call }), { port: Number(esploraPort) });

async function answer(request: WorldRequest): Promise<unknown> {
  switch (request.do) {
    case 'warmUp':
      return miner.warmUp(20_000_000_000);
    case 'mine':
      return miner.mine(request.blocks);
    case 'pay': {
      const paid = await miner.pay(request.payments);
      await miner.mine(1);
      return paid.txid;
    }
    case 'inscribe': {
      const to = { address: curatorAddress, postageSats: POSTAGE_SATS };
      const [parentId] = await inscribe(miner, to, [artwork('parent', 0)]);
      const parent = { id: parentId!, txid: parentId!.split('i')[0]!, vout: 0, valueSats: POSTAGE_SATS };
      const child = { address: request.address, postageSats: POSTAGE_SATS };
      const artworks = Array.from({ length: request.count }, (_, i) => artwork('child', i));
      return { parentId, ids: await inscribe(miner, child, artworks, parent) };
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const value = await answer(JSON.parse(line) as WorldRequest).then(
    (value) => ({ value }),
    (error: Error) => ({ error: error.stack }),
  );
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
