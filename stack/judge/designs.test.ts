import { expect, test } from 'vitest';
import { designsInPage, designsTable } from '../../bench/designs.ts';
import { findNode } from '../real/parts.ts';

test.runIf(findNode('core'))(
  'the page of designs says what the node answers to each attack',
  { timeout: 300_000 },
  async () => {
    expect(designsInPage()).toContain(await designsTable());
  },
);
