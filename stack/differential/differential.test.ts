import { createNode } from '@ordbook/devnode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';
import { CASES } from './cases/all.ts';
import { type Lab, openLab } from './lab.ts';

describe.runIf(findBitcoind())('devnode answers as a real node', () => {
  let bitcoind: Bitcoind;
  let real: Lab;
  let ours: Lab;

  beforeAll(async () => {
    bitcoind = await startBitcoind();
    real = await openLab(bitcoind.call);
    ours = await openLab(createNode().call);
  });
  afterAll(() => bitcoind?.stop());

  for (const [theme, cases] of Object.entries(CASES)) {
    describe(theme, () => {
      test.each(cases)('$title', async ({ run, expects }) => {
        // Both run before either is judged, so that the two chains stay in step.
        const [truth, answer] = [await run(real), await run(ours)];
        expect(truth.verdict, 'the real node').toBe(expects);
        expect(answer, 'devnode').toEqual(truth);
      });
    });
  }
});
