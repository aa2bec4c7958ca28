/** A trade that was signed by all and stored with its transactions, of whatever product. */
import { scriptOf } from '@ordbook/protocol/bitcoin/keys';
import { type RawTransaction, readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import type { NetworkName } from '@ordbook/protocol/network';
import { type Outpoint, outpointText, type Utxo } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { BlockTransaction } from '../chain/port.ts';
import type { Database } from '../store/port.ts';
import type { FindingCode, Suspicion } from './finding.ts';

/**
 * unsent: nobody else has its transactions. open: they may be anywhere. displaced: open, and another trade
 * may have what it sold.
 */
export type Phase = 'unsent' | 'open' | 'displaced' | 'confirmed' | 'failed';

export interface Trade {
  readonly id: string;
  /** For sentences, e.g. `purchase 5f0c…`. */
  readonly subject: string;
  readonly phase: Phase;
  readonly settlementTxid: string;
  /** Raw hex in the order of submission; null where it is not kept. */
  readonly package: readonly string[] | null;
  /** What its transactions spend, without what they make themselves. */
  readonly coins: readonly Outpoint[];
  readonly createdAt: Date;
  readonly confirmedHeight: number | null;
  /** Whether only a conflicting spend in a block makes it fail. False: it may also fail before it is sent. */
  readonly failsBySpend: boolean;
  readonly sales: readonly StoredSale[];
  /** How many sales a trade of its phase has; null: any number. */
  readonly expectedSales: number | null;
  /** What its own columns say otherwise than each other, in sentences. */
  readonly faults: readonly string[];
  readonly goods: readonly Good[];
  /** What the mined settlement must pay. Returns a sentence for what it finds wrong by itself. */
  readonly pays: (mined: BlockTransaction) => { expected: ExpectedOutput[]; wrong: Wrong[] };
}

export interface StoredSale {
  readonly id: string;
  readonly state: 'pending' | 'confirmed' | 'failed';
  readonly saleType: 'internal' | 'external';
  readonly txid: string;
  readonly inscriptionId: string;
  readonly blockHeight: number | null;
}

/** An inscription that the trade moves from a coin of its seller to the script of its buyer. */
export interface Good {
  readonly id: string;
  readonly coin: Utxo;
  readonly offset: Sats;
  readonly buyerScript: string;
}

export interface ExpectedOutput {
  readonly vout: number;
  readonly what: string;
  readonly valueSats: Sats;
  /** Hex. */
  readonly script: string;
}

export interface Wrong {
  readonly code: FindingCode;
  readonly message: string;
}

/** The script of a stored address, hex; what no output has, when it is none. */
export function storedScript(address: string, network: NetworkName): string {
  try {
    return scriptOf(address, network);
  } catch {
    return `of ${address}, which is not an address`;
  }
}

/** What a package spends, without what its own transactions make. */
export function coinsOf(rawPackage: readonly string[]): Outpoint[] {
  const transactions = ownTransactions({ package: rawPackage });
  const own = new Set(transactions.map(({ txid }) => txid));
  return transactions
    .flatMap(({ inputs }) => inputs.map(({ txid, vout }) => ({ txid, vout })))
    .filter(({ txid }) => !own.has(txid));
}

/** The transactions of its package, without what is none. */
export function ownTransactions({ package: rawPackage }: Pick<Trade, 'package'>): RawTransaction[] {
  return (rawPackage ?? []).flatMap((hex) => {
    try {
      return [readTransaction(hex)];
    } catch {
      return [];
    }
  });
}

/** The sales of trades, by the column that names the trade. */
export async function salesBy(
  db: Database,
  column: 'purchaseId' | 'offerId' | 'txid',
  ids: readonly string[],
): Promise<Map<string, StoredSale[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sales')
    .select(['id', 'state', 'saleType', 'txid', 'inscriptionId', 'blockHeight', `${column} as tradeKey`])
    .where(sql`${sql.ref(column)}::text`, 'in', ids)
    .orderBy('id')
    .execute();
  return grouped(rows, ({ tradeKey }) => tradeKey as string);
}

/** The rows by key, each list in their order. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

export function suspicionAbout(
  { id, subject, settlementTxid }: Trade,
  code: FindingCode,
  message: string,
  outpoint?: Outpoint,
): Suspicion {
  return {
    key: id,
    code,
    subject,
    message,
    txid: settlementTxid,
    ...(outpoint ? { outpoint: outpointText(outpoint) } : {}),
  };
}
