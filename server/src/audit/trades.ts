/**
 * What every trade must be: of a state that the chain bears out, with the sales of its state, and once it is
 * in a block, with every sat and every inscription where the stored trade says.
 */
import { type Outpoint, outpointText, sameOutpoint } from '@ordbook/protocol/outpoint';
import type { Sats } from '@ordbook/protocol/sats';
import { sql } from 'kysely';
import type { BlockTransaction } from '../chain/port.ts';
import type { Database } from '../store/port.ts';
import type { Check, Examined, Range } from './check.ts';
import type { Suspicion } from './finding.ts';
import { walk } from './sat-walk.ts';
import { ownTransactions, suspicionAbout, type Trade } from './trade.ts';
import { SLACK_BLOCKS, unmakingSpend } from './undone.ts';

export function tradeCheck(
  what: string,
  read: (db: Database, range: Range) => Promise<Trade[]>,
): Check<TradeRow> {
  return {
    what,
    async read(db, range) {
      const trades = await read(db, range);
      const begins = await heightsAt(
        db,
        trades.map(({ createdAt }) => createdAt),
      );
      return trades.map((trade, i) => ({ trade, begin: begins[i]! }));
    },
    keyOf: ({ trade }) => trade.id,
    async examine(parts, rows) {
      const found: Suspicion[] = [];
      for (const row of rows) found.push(...(await examineTrade(parts, row)));
      return found;
    },
  };
}

export interface TradeRow {
  readonly trade: Trade;
  /** No block below this height can have it. */
  readonly begin: number;
}

/** For each time, the height of a stored block that is surely older: miners' clocks differ by hours. */
async function heightsAt(db: Database, times: readonly Date[]): Promise<number[]> {
  if (times.length === 0) return [];
  const { rows } = await sql<{ height: number | null }>`
    select coalesce(
      (select max(b.height) from blocks b where b.block_time < t.at - interval '3 hours'),
      (select min(b.height) from blocks b)) as height
    from unnest(${times.map((time) => time.toISOString())}::timestamptz[]) with ordinality as t (at, place)
    order by t.place`.execute(db);
  return rows.map(({ height }) => height ?? 0);
}

async function examineTrade(parts: Examined, row: TradeRow): Promise<Suspicion[]> {
  const { trade } = row;
  const sales = [
    ...salesFaults(trade),
    ...packageFaults(trade),
    ...trade.faults.map((fault) => suspicionAbout(trade, 'trade_differs', fault)),
  ];
  if (trade.phase === 'confirmed') return [...sales, ...(await examineConfirmed(parts, trade))];
  if (trade.phase === 'failed') return [...sales, ...(await examineFailed(parts, row))];
  if (trade.phase === 'unsent') return sales;
  return [...sales, ...(await examineOpen(parts, row))];
}

const SALE_STATES = {
  unsent: 'pending',
  open: 'pending',
  displaced: 'pending',
  confirmed: 'confirmed',
  failed: 'failed',
} as const;

/** A sale for each item, in the state of its trade. */
function salesFaults(trade: Trade): Suspicion[] {
  const { sales, phase, expectedSales, settlementTxid, confirmedHeight } = trade;
  const faults: string[] = [];
  if (expectedSales !== null && (sales.length !== expectedSales || sales.length === 0))
    faults.push(`it has ${sales.length} sales for ${expectedSales} items`);
  for (const sale of sales) {
    if (sale.state !== SALE_STATES[phase])
      faults.push(`its sale ${sale.id} is ${sale.state}, and it is ${phase}`);
    if (sale.saleType !== 'internal') faults.push(`its sale ${sale.id} is stored as external`);
    if (sale.txid !== settlementTxid) faults.push(`its sale ${sale.id} has transaction ${sale.txid}`);
    if (sale.state === 'confirmed' && sale.blockHeight !== confirmedHeight)
      faults.push(`its sale ${sale.id} has block ${sale.blockHeight}, and it has ${confirmedHeight}`);
  }
  return faults.map((fault) => suspicionAbout(trade, 'sale_differs', fault));
}

/** Its package is whole transactions, one of them its settlement. */
function packageFaults(trade: Trade): Suspicion[] {
  const own = ownTransactions(trade);
  if (trade.package === null || own.some(({ txid }) => txid === trade.settlementTxid)) return [];
  return [suspicionAbout(trade, 'trade_differs', 'its stored transactions lack its settlement')];
}

/** In its block, with every output and every inscription as stored. */
async function examineConfirmed(parts: Examined, trade: Trade): Promise<Suspicion[]> {
  const { confirmedHeight: height, settlementTxid } = trade;
  const mined = height === null ? null : await parts.evidence.mined(settlementTxid, height);
  if (!mined)
    return [
      suspicionAbout(
        trade,
        'unmined_confirmed',
        `it is confirmed, and block ${height} does not have ${settlementTxid}`,
      ),
    ];
  const { expected, wrong } = trade.pays(mined);
  const found = wrong.map(({ code, message }) => suspicionAbout(trade, code, message));
  for (const { vout, what, valueSats, script } of expected) {
    const output = mined.outputs[vout];
    if (output?.valueSats === valueSats && output.script === script) continue;
    const seen = output ? `${output.valueSats} sats to ${output.address ?? output.script}` : 'nothing';
    const message = `output ${vout} must pay ${what} ${valueSats} sats to script ${script}, and pays ${seen}`;
    found.push(suspicionAbout(trade, 'wrong_output', message, { txid: settlementTxid, vout }));
  }
  return [...found, ...(await inscriptionFaults(parts, trade, mined))];
}

/** Every inscription is at its buyer, and while it is still there, the index says so too. */
async function inscriptionFaults(
  parts: Examined,
  trade: Trade,
  mined: BlockTransaction,
): Promise<Suspicion[]> {
  const values = new Map<string, Sats>(mined.inputs.map((input) => [outpointText(input), input.valueSats]));
  for (const { txid, outputs } of ownTransactions(trade))
    for (const [vout, { valueSats }] of outputs.entries())
      values.set(outpointText({ txid, vout }), valueSats);
  for (const { coin } of trade.goods) values.set(outpointText(coin), coin.valueSats);
  const before = ownTransactions(trade).filter(({ txid }) => spendsInto(mined, txid));
  const route = [...before, { ...mined, inputs: mined.inputs.map((input) => ({ ...input, witness: [] })) }];
  const found: Suspicion[] = [];
  const places = trade.goods.map((good) => ({
    good,
    at: walk({ ...good.coin, offset: good.offset }, route, values),
  }));
  for (const { good, at } of places) {
    const output = at?.txid === mined.txid ? mined.outputs[at.vout] : undefined;
    if (output?.script === good.buyerScript) continue;
    const where = at ? `${outpointText(at)}, offset ${at.offset}` : 'a fee';
    found.push(
      suspicionAbout(trade, 'wrong_inscription', `inscription ${good.id} went to ${where}, not to its buyer`),
    );
  }
  const fates = await parts.evidence.fates(places.map(({ at, good }) => at ?? good.coin));
  const resting = places.filter((_, i) => fates[i] === 'there');
  const indexed = await parts.ordinals.inscriptions(
    resting.map(({ good }) => good.id),
    { undisputed: true },
  );
  for (const [i, { good, at }] of resting.entries()) {
    const seen = indexed[i];
    if (!at || (seen && sameOutpoint(seen.location, at) && seen.offset === at.offset)) continue;
    const where = seen ? `${outpointText(seen.location)}, offset ${seen.offset}` : 'unknown';
    const message = `inscription ${good.id} rests on ${outpointText(at)}, offset ${at.offset}; the index says ${where}`;
    found.push(suspicionAbout(trade, 'index_disagrees', message, at));
  }
  return found;
}

const spendsInto = (mined: BlockTransaction, txid: string) =>
  mined.inputs.some((input) => input.txid === txid);

/** Not in a block, and another transaction in a block spends one of its coins. */
async function examineFailed(parts: Examined, row: TradeRow): Promise<Suspicion[]> {
  const { trade } = row;
  const lost = await lostCoins(parts, trade);
  // A conflicting spend follows soon, as a rule.
  const spend = lost.length > 0 ? await conflictingSpend(parts, row, lost, row.begin) : null;
  if (spend?.isOwn)
    return [
      suspicionAbout(
        trade,
        'mined_failed',
        `it is failed, and block ${spend.height} has ${trade.settlementTxid}`,
      ),
    ];
  if (spend || !trade.failsBySpend) return [];
  const message = 'it is failed, and no block has another transaction that spends one of its coins';
  return [suspicionAbout(trade, 'failed_without_spend', message)];
}

/** Known to the node, or sendable again, or lost to a spend that is not buried yet. */
async function examineOpen(parts: Examined, row: TradeRow): Promise<Suspicion[]> {
  const { trade } = row;
  const lost = await lostCoins(parts, trade);
  if (lost.length === 0) return [];
  const spend = await conflictingSpend(parts, row, lost, parts.height);
  if (spend?.isOwn)
    return [suspicionAbout(trade, 'open_mined', `it is ${trade.phase}, and block ${spend.height} has it`)];
  const deep = parts.failureDepth + SLACK_BLOCKS;
  if (!spend || parts.height - spend.height <= deep) return [];
  const message = `it is ${trade.phase}, and ${spend.txid} in block ${spend.height} spends one of its coins`;
  return [suspicionAbout(trade, 'open_lost', message)];
}

async function lostCoins(parts: Examined, { coins }: Trade): Promise<Outpoint[]> {
  const fates = await parts.evidence.fates(coins);
  return coins.filter((_, i) => fates[i] === 'lost');
}

/**
 * A spend of the coins in a block by another transaction, or by the settlement itself. A supporting
 * transaction of the package may be mined alone: what it made is then looked for in place of what it spent.
 * Of coins that a reorg removed, the spend of what made them.
 */
async function conflictingSpend(
  parts: Examined,
  { trade, begin }: TradeRow,
  lost: readonly Outpoint[],
  near: number,
) {
  const own = ownTransactions(trade);
  let left = lost;
  while (left.length > 0) {
    const spend = await parts.evidence.spendOf(left, { near, from: begin, to: parts.height });
    if (!spend) {
      const gone = await unmakingSpend(parts, lost, { near, from: begin, to: parts.height });
      return gone && { ...gone, isOwn: false };
    }
    if (spend.txid === trade.settlementTxid) return { ...spend, isOwn: true };
    const supporting = own.find(({ txid }) => txid === spend.txid);
    if (!supporting) return { ...spend, isOwn: false };
    const made = own.flatMap(({ inputs }) => inputs).filter(({ txid }) => txid === supporting.txid);
    const fates = await parts.evidence.fates(made);
    left = [
      ...left.filter((coin) => !supporting.inputs.some((input) => sameOutpoint(input, coin))),
      ...made.filter((_, i) => fates[i] === 'lost'),
    ];
  }
  return null;
}
