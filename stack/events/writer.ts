/**
 * A process that changes sales for ever, on four connections at a time: each transaction raises the price of
 * one or two of them, waits in the middle, and is sometimes rolled back. It is killed at any moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const [url = '', sales = '20'] = process.argv.slice(2);
const pick = (below: number) => Math.floor(Math.random() * below);

async function work(): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (;;) {
    await client.query('begin');
    // In one order, so that two transactions do not wait for each other.
    const chosen = [...new Set([pick(Number(sales)), pick(Number(sales))])].sort((a, b) => a - b);
    for (const n of chosen) {
      await client.query(
        "update sales set price_usd = price_usd + 1 where txid = lpad(to_hex($1::int), 64, '0')",
        [n],
      );
      if (pick(3) === 0) await sleep(pick(20));
    }
    await client.query(pick(10) === 0 ? 'rollback' : 'commit');
    await sleep(pick(10));
  }
}

await Promise.all(Array.from({ length: 4 }, work));
