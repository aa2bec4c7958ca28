/**
 * A full mempool on a real node. `PURCHASES=1297 npm run test:stack -- stack/trading/full-mempool` plays what
 * a block holds.
 */
import { expect, test, vi } from 'vitest';
import { playFullMempool } from '../../server/test/simulation/full-mempool.ts';
import { ownIndex } from '../../server/test/support/desk.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { findNode } from '../real/parts.ts';

vi.setConfig({ testTimeout: 7_200_000 });

const PURCHASES = Number(process.env['PURCHASES'] ?? 18);
/** In listings bought twenty at a time instead: `BATCHES=65` are 1,300. */
const BATCHES = Number(process.env['BATCHES'] ?? 1);
/**
 * MB of memory, of which data in the mempool takes about as many bytes as it has; 5 is the least that Core
 * takes.
 */
const MAX_MEMPOOL = PURCHASES + 20 * BATCHES > 500 ? 10 : 5;
/** What a listing may cost whose purchase was given up, where most were: such a purchase pays nothing. */
const UNWOUND_SATS = 100;
/** Calls at once: the desk makes one for each coin where the service sends a batch. */
const WORK_QUEUE = 4_000;

test.runIf(findNode('core'))('on Bitcoin Core', async () => {
  const node = await startBitcoind({
    follows: 'core',
    extraArgs: [`-maxmempool=${MAX_MEMPOOL}`, `-rpcworkqueue=${WORK_QUEUE}`],
  });
  const index = await ownIndex(node.call);
  try {
    const outcome = await playFullMempool({
      call: node.call,
      index,
      mempoolVsize: MAX_MEMPOOL * 1_000_000,
      singles: PURCHASES,
      batches: BATCHES,
      minutes: Number(process.env['MINUTES'] ?? 30),
    });
    console.info(JSON.stringify(outcome));
    expect(outcome.untrue).toEqual([]);
    expect(outcome).toMatchObject({ open: 0, lockedListings: 0 });
    const unwound = outcome.failed > outcome.confirmed ? UNWOUND_SATS * (PURCHASES + 20 * BATCHES) : 0;
    expect(outcome.operatorSats).toBeLessThanOrEqual(outcome.incomeSats + unwound);
  } finally {
    await index.close();
    await node.stop();
  }
});
