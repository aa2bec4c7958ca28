import { createNode, type PolicyName } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bitcoind, startBitcoind } from '../../../stack/real/bitcoind.ts';
import { findNode } from '../../../stack/real/parts.ts';
import { type Lab, openLab } from './lab.ts';
import type { Case } from './verdicts.ts';

const NODES: Record<PolicyName, string> = { core: 'Bitcoin Core', knots: 'Bitcoin Knots' };

/** Declares a test for each case, by theme: a real node and devnode with its policy answer the same. */
export function testOnNodes(themes: Readonly<Record<string, readonly Case[]>>): void {
  for (const follows of ['core', 'knots'] as const) {
    describe.runIf(findNode(follows))(
      `devnode with the ${follows} policy answers as ${NODES[follows]}`,
      () => {
        let bitcoind: Bitcoind;
        let real: Lab;
        let ours: Lab;

        beforeAll(async () => {
          bitcoind = await startBitcoind({ follows });
          real = await openLab(bitcoind.call);
          ours = await openLab(createNode({ policy: follows }).call);
        });
        afterAll(() => bitcoind?.stop());

        for (const [theme, cases] of Object.entries(themes)) {
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
      },
    );
  }
}
