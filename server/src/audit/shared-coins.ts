import { type Outpoint, outpointText } from '@ordbook/protocol/outpoint';
import { sql } from 'kysely';
import type { Database } from '../store/port.ts';
import type { Check } from './check.ts';
import type { Suspicion } from './finding.ts';
import { coinsOf } from './trade.ts';

interface Held {
  readonly subject: string;
  /** `txid:vout`, or the name of an anchor. */
  readonly coins: readonly string[];
  /** What its transactions spend. */
  readonly spends: readonly Outpoint[];
}

interface OpenTrades {
  readonly held: readonly Held[];
}

/**
 * No coin is in two trades that are on their way. One that has lost a coin to a block is no rival: it fails
 * once that is buried. One row holds all open trades: there are never more than the mempool takes.
 */
export const sharedCoinCheck: Check<OpenTrades> = {
  what: 'coins of open trades',
  read: async (db, range) =>
    'keys' in range || range.after === null ? [{ held: [...(await sent(db)), ...(await anchored(db))] }] : [],
  keyOf: () => 'open trades',
  async examine({ evidence }, [open]) {
    const holders = new Map<string, Held>();
    const found: Suspicion[] = [];
    for (const trade of open?.held ?? []) {
      for (const coin of trade.coins) {
        const other = holders.get(coin);
        holders.set(coin, trade);
        if (!other || (await evidence.fates([...trade.spends, ...other.spends])).includes('lost')) continue;
        const message = `it has the coin ${coin}, and so has ${other.subject}`;
        found.push({ key: 'open trades', code: 'coin_twice', subject: trade.subject, message });
      }
    }
    return found;
  },
};

async function sent(db: Database): Promise<Held[]> {
  const { rows } = await sql<{ subject: string; package: string[] }>`
    select 'purchase ' || id as subject, package from purchases
      where state in ('broadcasting', 'pending')
    union all
    select 'settlement ' || id, package from offer_settlements
      where state in ('broadcasting', 'pending')
    union all
    select 'fill ' || id, package from fill_attempts
      where state in ('sending', 'broadcast') and package is not null`.execute(db);
  return rows.map(({ subject, package: rawPackage }) => {
    const spends = coinsOf(rawPackage);
    return { subject, coins: spends.map(outpointText), spends };
  });
}

/** Listings and counters that wait for a buyer: each has an anchor of its own. */
async function anchored(db: Database): Promise<Held[]> {
  const { rows } = await sql<{ subject: string; coin: string }>`
    select 'listing ' || l.id as subject, 'anchor ' || l.anchor_id as coin from listings l
      where l.state in ('pending_public', 'buyable', 'hidden_locked')
    union all
    select 'purchase ' || p.id, 'anchor ' || p.anchor_id from purchases p where p.state in ('broadcasting', 'pending')
    union all
    select 'counter ' || o.id, 'anchor ' || o.anchor_id from offers o
      where o.kind = 'seller_counter' and o.state = 'active'`.execute(db);
  return rows.map(({ subject, coin }) => ({ subject, coins: [coin], spends: [] }));
}
