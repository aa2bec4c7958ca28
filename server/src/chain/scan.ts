import { Type } from 'typebox';
import { refuse } from '../base/refusals.ts';
import { answers } from '../base/remote.ts';
import { satsOfBtc } from './amounts.ts';
import type { Chain } from './port.ts';
import { RPC_CODE, type Rpc } from './rpc.ts';

type AddressCoins = Awaited<ReturnType<Chain['addressCoins']>>;

/** Results kept for the current tip; a scan reads the whole UTXO set. */
const KEPT_RESULTS = 10_000;

/** Pause before asking again while somebody else's scan runs in the node, ms. */
const BUSY_PAUSE_MS = 250;

const readScan = answers(
  Type.Object({
    success: Type.Boolean(),
    bestblock: Type.String(),
    total_amount: Type.Number(),
    unspents: Type.Array(
      Type.Object({
        txid: Type.String(),
        vout: Type.Integer(),
        amount: Type.Number(),
        height: Type.Integer(),
      }),
    ),
  }),
);

/**
 * Confirmed coins of an address by `scantxoutset`. The node runs one scan at a time: ours queue, wait for others', and
 * are kept until the tip changes. Coins that a mempool transaction spends are left out of `coins` each time.
 */
export function scanner(
  rpc: Rpc,
  chain: Pick<Chain, 'tip' | 'mempoolSpenders'>,
  timeoutMs: number,
): Chain['addressCoins'] {
  let tipHash = '';
  let kept = new Map<string, Promise<AddressCoins>>();
  let last: Promise<unknown> = Promise.resolve();

  const queued = (address: string): Promise<AddressCoins> => {
    const scan = last.then(() => scanAddress(rpc, address, timeoutMs));
    last = scan.catch(() => undefined);
    return scan;
  };

  return async (address) => {
    const { hash } = await chain.tip();
    if (hash !== tipHash || kept.size >= KEPT_RESULTS) {
      tipHash = hash;
      kept = new Map();
    }
    const results = kept;
    const scan = results.get(address) ?? queued(address);
    results.set(address, scan);
    const found = await scan.catch((error: unknown) => {
      results.delete(address);
      throw error;
    });
    const spenders = await chain.mempoolSpenders(found.coins);
    return { ...found, coins: found.coins.filter((_, index) => spenders[index] === null) };
  };
}

async function scanAddress(rpc: Rpc, address: string, timeoutMs: number): Promise<AddressCoins> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const left = deadline - Date.now();
    if (left <= 0)
      refuse('unavailable', `the node (scantxoutset) is busy with another scan for ${timeoutMs} ms`);
    const answer = await rpc.callUnless(
      RPC_CODE.invalidParameter,
      'scantxoutset',
      ['start', [`addr(${address})`]],
      left,
    );
    if (answer !== null) return coinsOf(answer);
    await new Promise((resolve) => setTimeout(resolve, Math.min(BUSY_PAUSE_MS, left)));
  }
}

function coinsOf(answer: unknown): AddressCoins {
  const scan = readScan(answer, 'the node (scantxoutset)');
  if (!scan.success) refuse('unavailable', 'the node (scantxoutset) did not finish its scan');
  return {
    confirmedSats: satsOfBtc(scan.total_amount),
    coins: scan.unspents.map(({ txid, vout, amount, height }) => ({
      txid,
      vout,
      valueSats: satsOfBtc(amount),
      height,
    })),
  };
}
