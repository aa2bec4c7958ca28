import { describe, expect, test } from 'vitest';
import { unnestedRows } from '../../../src/store/database/unnested-rows.ts';

const columns = { key: 'bigint', address: 'text' } as const;

describe('a table of rows in one text for each column', () => {
  test.each(['a,b', ''])('has no text that would read as another value: "%s"', async (address) => {
    await expect(unnestedRows([{ key: 1, address }], columns, 'r')).rejects.toThrow(
      `"${address}" cannot be one of several values in a text`,
    );
  });
});
