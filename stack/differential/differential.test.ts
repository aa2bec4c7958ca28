import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bitcoind, startBitcoind } from '../real/bitcoind.ts';
import { findBitcoind } from '../real/parts.ts';
import { CASES } from './cases/all.ts';
import { type Lab, openLab } from './lab.ts';

describe.runIf(findBitcoind())('a real node answers every case as its table says', () => {
  let bitcoind: Bitcoind;
  let real: Lab;

  beforeAll(async () => {
    bitcoind = await startBitcoind();
    real = await openLab(bitcoind.call);
  });
  afterAll(() => bitcoind?.stop());

  for (const [theme, cases] of Object.entries(CASES)) {
    describe(theme, () => {
      test.each(cases)('$title', async ({ run, expects }) => {
        expect((await run(real)).verdict).toBe(expects);
      });
    });
  }
});
