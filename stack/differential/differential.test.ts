import { createNode, type PolicyName } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { findNode } from '../real/parts.ts';
import { CASES } from './cases/all.ts';
import { type Lab, openLab } from './lab.ts';

const NODES: Record<PolicyName, string> = { core: 'Bitcoin Core', knots: 'Bitcoin Knots' };

for (const follows of ['core', 'knots'] as const) {
  describe.runIf(findNode(follows))(`devnode with the ${follows} policy answers as ${NODES[follows]}`, () => {
    let bitcoind: Bitcoind;
    let real: Lab;
    let ours: Lab;

    beforeAll(async () => {
      bitcoind = await startBitcoind({ follows });
      real = await openLab(bitcoind.call);
      ours = await openLab(createNode({ policy: follows }).call);
    });
    afterAll(() => bitcoind?.stop());

    for (const [theme, cases] of Object.entries(CASES)) {
      describe(theme, () => {
        test.each(cases)('$title', async ({ run, expects }) => {
          // Both run before either is judged, so that the two chains stay in step.
          const [truth, answer] = [await run(real), await run(ours)];
          expect(truth.verdict, 'the real node').toBe(
            typeof expects === 'string' ? expects : expects[follows],
          );
          expect(answer, 'devnode').toEqual(truth);
        });
      });
    }
  });
}
