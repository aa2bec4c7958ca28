/** Purchases that no miner takes: two real nodes that disagree. */
import { describe, vi } from 'vitest';
import { unminedPurchases } from '../../server/test/attacks/unmined-purchases.ts';
import { ownIndex } from '../../server/test/support/desk.ts';
import { FULL_BLOCKS_RATE } from '../../server/test/support/split-network.ts';
import { startBitcoind } from '../real/bitcoind.ts';
import { findNode } from '../real/parts.ts';

vi.setConfig({ testTimeout: 600_000 });

/** BTC per kvB. */
const extraArgs = [`-blockmintxfee=${(FULL_BLOCKS_RATE / 1e8).toFixed(8)}`];

describe.each((['core', 'knots'] as const).filter(findNode))('two nodes of %s that disagree', (follows) => {
  unminedPurchases(async () => {
    const [ours, others] = await Promise.all([
      startBitcoind({ follows, extraArgs }),
      startBitcoind({ follows, extraArgs }),
    ]);
    const index = await ownIndex(ours.call);
    return {
      call: ours.call,
      others: others.call,
      index,
      close: async () => {
        await index.close();
        await Promise.all([ours.stop(), others.stop()]);
      },
    };
  });
});
