import { expect, test } from 'vitest';
import { startBitcoind } from '../../../stack/real/bitcoind.ts';
import { findNode } from '../../../stack/real/parts.ts';
import { comparePackages } from './packages.ts';

test.runIf(findNode('core'))(
  'devnode answers random families, replacements and packages as Bitcoin Core, to the byte',
  async () => {
    const bitcoind = await startBitcoind({
      follows: 'core',
      extraArgs: ['-checkmempool=0', '-checkblockindex=0'],
    });
    try {
      const { packages, answers, differences } = await comparePackages({
        core: bitcoind.call,
        count: 500,
        seed: 1,
      });
      expect(differences).toEqual([]);
      expect(packages).toBe(500);
      for (const reached of ['package success', 'accepted', 'insufficient fee', 'package transaction failed'])
        expect(answers.has(reached), reached).toBe(true);
    } finally {
      await bitcoind.stop();
    }
  },
  120_000,
);
