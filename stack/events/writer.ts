/**
 * A process that changes sales for ever, on four connections at a time: each transaction raises the price of
 * one or two of them, waits in the middle, and is sometimes rolled back. It is killed at any moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { withMoves } from '../../server/src/store/database/machine.ts';
import { openPostgres } from '../../server/src/store/database/postgres.ts';
import { repricingSales } from '../../server/src/store/sale/write-sales.ts';

const [url = '', sales = '20'] = process.argv.slice(2);
const pick = (below: number) => Math.floor(Math.random() * below);
const { db } = openPostgres(url, { poolSize: 4 });

async function work(): Promise<void> {
  for (;;) {
    const changing = db.transaction().execute(async (transaction) => {
      // In one order, so that two transactions do not wait for each other.
      const chosen = [...new Set([pick(Number(sales)), pick(Number(sales))])].sort((a, b) => a - b);
      for (const n of chosen) {
        const txid = n.toString(16).padStart(64, '0');
        const priced = repricingSales(sql`txid = ${txid}`, sql`r.price_usd + 1`);
        await sql`with ${withMoves(priced)} select`.execute(transaction);
        if (pick(3) === 0) await sleep(pick(20));
      }
      if (pick(10) === 0) throw new RolledBack();
    });
    await changing.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
    await sleep(pick(10));
  }
}

class RolledBack extends Error {}

await Promise.all(Array.from({ length: 4 }, work));
