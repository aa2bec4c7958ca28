import { coinKey, type Outpoint } from '@ordbook/protocol/outpoint';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { inSlices } from '../../../src/base/in-slices.ts';
import { askedKeys, askedKeysInSlices } from '../../../src/store/database/outpoint-rows.ts';
import { openTestDatabase } from '../../support/database.ts';
import { txidOf } from '../contract/rows.ts';

test.each([0, 1, 20_000])('the keys of %i coins are the same with pauses and without', async (count) => {
  const coins: Outpoint[] = Array.from({ length: count }, (_, vout) => ({
    txid: txidOf(vout % 7_000),
    vout,
  }));
  const { db, close } = await openTestDatabase();
  const read = async (keys: RawBuilder<unknown>) => {
    const { rows } = await sql<{ keys: string }>`with ${keys} select keys::text as keys from asked`.execute(
      db,
    );
    return rows[0]!.keys;
  };
  const keys = await read(await inSlices(askedKeysInSlices(coins)));
  expect(keys).toBe(await read(askedKeys(coins)));
  expect(keys).toBe(
    `{${coins
      .map(coinKey)
      .sort((a, b) => a - b)
      .join(',')}}`,
  );
  await close();
});
