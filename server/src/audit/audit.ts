/**
 * The audit: reads the database, the node and the index, and reports what does not agree. It changes nothing.
 * It runs beside a live service. A page of rows is read in one snapshot of the database. Suspects
 * are checked again once the store is at the node's tip; trades in flight are not reported.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '@ordbook/protocol/refusals';
import { sql } from 'kysely';
import { storedTip } from '../store/chain/blocks.ts';
import { ownerOf } from '../store/database/identity.ts';
import type { Database } from '../store/port.ts';
import { answerCheck } from './answers.ts';
import { chainEvidence } from './chain-evidence.ts';
import { blockCheck, locationCheck } from './chain-tables.ts';
import type { AuditedParts, Check, Examined, Range } from './check.ts';
import { collectionOfferCheck } from './collection-offers.ts';
import { collectionCheck } from './collections.ts';
import { custodyCheck } from './custody.ts';
import { readFills } from './fills.ts';
import { type Finding, findingOf, type Suspicion } from './finding.ts';
import { listingCheck } from './listings.ts';
import { offerCountCheck } from './offer-counts.ts';
import { offerCheck } from './offers.ts';
import { admissionCheck, anchorCheck, balanceCheck, paymentCheck } from './operator-coins.ts';
import { readPurchases } from './purchases.ts';
import { saleCheck, saleTermsCheck } from './sales.ts';
import { readSettlements } from './settlements.ts';
import { sharedCoinCheck } from './shared-coins.ts';
import { tradeCheck } from './trades.ts';

const PAGE_ROWS = 200;
/** Suspicions that are looked at again together. */
const MOST_SUSPICIONS = 100;
/** Waits for the follower before the audit gives up. */
const WAITS = 60;

export interface AuditOptions {
  /** Trades confirmed below this height are left out. Default 0: none. */
  readonly since?: number;
  /** How long the follower has to finish what it does at a tip before a suspicion is looked at again, ms. */
  readonly pauseMs: number;
  /** Called before each page. Throws to end the audit. */
  readonly progress?: (what: string, rows: number) => void;
}

export interface AuditReport {
  /** Height of the stored tip at the end. */
  readonly height: number;
  /** Rows examined, by what they are. */
  readonly rows: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

/**
 * Audits everything. Retry-safe. Throws `Refusal('unavailable')` when the node, the index or the database is
 * unreachable, or the follower does not reach the node's tip.
 */
export async function audit(parts: AuditedParts, options: AuditOptions): Promise<AuditReport> {
  const findings: Finding[] = [];
  const rows: Record<string, number> = {};
  for (const check of checksOf(parts)) rows[check.what] = await run(parts, check, options, findings);
  return { height: await heightOf(parts.db), rows, findings };
}

function checksOf({ network, sighted }: AuditedParts): readonly Check<unknown>[] {
  const trades = [
    tradeCheck('purchases', (db, range) => readPurchases(db, range, network)),
    tradeCheck('settlements of offers', (db, range) => readSettlements(db, range, network)),
    tradeCheck('fills', (db, range) => readFills(db, range, network)),
  ];
  return [
    blockCheck,
    ...trades,
    saleCheck,
    saleTermsCheck,
    collectionCheck,
    answerCheck,
    listingCheck,
    offerCheck,
    offerCountCheck,
    collectionOfferCheck,
    sharedCoinCheck,
    anchorCheck,
    admissionCheck,
    paymentCheck,
    balanceCheck,
    locationCheck,
    ...(sighted ? [custodyCheck] : []),
  ] as readonly Check<unknown>[];
}

/** Goes through the rows of one check page by page. Returns how many there were. */
async function run(
  parts: AuditedParts,
  check: Check<unknown>,
  options: AuditOptions,
  findings: Finding[],
): Promise<number> {
  let count = 0;
  let suspicions: Suspicion[] = [];
  const evidence = chainEvidence(parts.chain);
  const keys = await ownerOf(parts.db);
  for (let after: string | null = null; ; ) {
    options.progress?.(check.what, count);
    const range = { after, limit: PAGE_ROWS, since: options.since ?? 0 };
    const { height, rows } = await page(parts.db, check, range);
    suspicions.push(...(await check.examine({ ...parts, evidence, height, keys }, rows)));
    count += rows.length;
    const isLast = rows.length < PAGE_ROWS;
    if (suspicions.length > 0 && (isLast || suspicions.length >= MOST_SUSPICIONS)) {
      findings.push(...(await lookAgain(parts, check, options, suspicions)));
      suspicions = [];
    }
    if (isLast) return count;
    after = check.keyOf(rows.at(-1));
  }
}

/** Rows and the stored tip, of one moment. Joins a transaction that is open. */
async function page(db: Database, check: Check<unknown>, range: Range) {
  const read = async (snapshot: Database) => ({
    rows: await check.read(snapshot, range),
    height: await heightOf(snapshot),
  });
  if (db.isTransaction) return read(db);
  return db.transaction().execute(async (snapshot) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(snapshot);
    return read(snapshot);
  });
}

/**
 * Which of the suspicions stand at a tip that store and node share before and after, when the follower had
 * time for its steps.
 */
async function lookAgain(
  parts: AuditedParts,
  check: Check<unknown>,
  { pauseMs, progress }: AuditOptions,
  suspicions: readonly Suspicion[],
): Promise<Finding[]> {
  const keys = [...new Set(suspicions.map(({ key }) => key))];
  for (let wait = 0; wait < WAITS; wait += 1) {
    progress?.(`${check.what} again`, keys.length);
    const before = await sharedTip(parts);
    await sleep(pauseMs);
    if (before === null) continue;
    const { height, rows } = await page(parts.db, check, { keys });
    const owner = await ownerOf(parts.db);
    const examined: Examined = { ...parts, evidence: chainEvidence(parts.chain), height, keys: owner };
    const again = await check.examine(examined, rows);
    if ((await sharedTip(parts)) !== before) continue;
    return again
      .filter(({ key, code }) => suspicions.some((first) => first.key === key && first.code === code))
      .map(findingOf);
  }
  return refuse('unavailable', 'the follower does not keep up with the node; audit again once it does');
}

/** The hash of the tip, when store, node and index have the same one; null while they do not. */
async function sharedTip({ db, chain, ordinals }: AuditedParts): Promise<string | null> {
  const [ours, tip] = await Promise.all([storedTip(db), chain.tip()]);
  if (ours?.hash !== tip.hash) return null;
  return (await ordinals.blockHash(tip.height)) === tip.hash ? tip.hash : null;
}

async function heightOf(db: Database): Promise<number> {
  return (await storedTip(db))?.height ?? 0;
}
