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
        const truth = await run(real);
        expect(truth.verdict, 'the real node').toBe(expects);
        expect(await run(ours), 'devnode').toEqual(truth);
      });
    });
  }
});
