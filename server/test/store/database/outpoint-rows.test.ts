import { coinKey, type Outpoint } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { askedKeys } from '../../../src/store/database/outpoint-rows.ts';
import { openTestDatabase } from '../../support/database.ts';
import { txidOf } from '../contract/rows.ts';

test('the keys of coins are asked for in their order, as one text', async () => {
  const coins: Outpoint[] = Array.from({ length: 1_000 }, (_, vout) => ({ txid: txidOf(vout % 700), vout }));
  const { db, close } = await openTestDatabase();
  const { rows } = await sql<{ keys: string }>`
    with ${askedKeys(coins)} select keys::text as keys from asked`.execute(db);
  const sorted = coins.map(coinKey).sort((a, b) => a - b);
  expect(rows[0]!.keys).toBe(`{${sorted.join(',')}}`);
  await close();
});
