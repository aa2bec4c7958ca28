import { readTransaction } from '@ordbook/protocol/bitcoin/transaction';
import { ask } from '../edge/replica.ts';
import type { Market } from './market.ts';
import type { Attempt } from './trader.ts';

interface SaleRow {
  readonly id: string;
  readonly state: string;
  readonly sale_type: string;
  readonly txid: string;
  readonly listing_id: string | null;
  readonly inscription_id: string;
  readonly seller_address: string | null;
  readonly buyer_address: string | null;
  readonly block_height: number | null;
}

/** The chain as the node has it: what is mined where, and which transaction spends which coin. */
interface ChainView {
  readonly heights: ReadonlyMap<string, number>;
  /** Place of each transaction in the whole chain. */
  readonly places: ReadonlyMap<string, number>;
  readonly spenders: ReadonlyMap<string, string>;
}

/** What of the end of a soak is not as it must be: a sentence each. Reads the node, `ord` and the database. */
export async function findAnomalies(market: Market, attempts: readonly Attempt[]): Promise<string[]> {
  const chain = await readChain(market);
  const databaseUrl = market.postgres.url;
  const rows = await ask<SaleRow & Record<string, unknown>>(databaseUrl, 'select * from sales');
  // in the order of the chain, and not in one that the service gave them
  const placeOf = ({ txid }: SaleRow) => chain.places.get(txid) ?? Infinity;
  const sales = rows.sort((a, b) => placeOf(a) - placeOf(b));
  const packages = await ask<{ settlement_txid: string; state: string; package: string[] }>(
    databaseUrl,
    'select settlement_txid, state, package from purchases',
  );
  return [
    ...sales.flatMap((sale) => saleFaults(sale, chain)),
    ...doubled(sales),
    ...packages.flatMap((purchase) => failureFaults(purchase, chain)),
    ...(await ownerFaults(market, sales)),
    ...attempts.flatMap((attempt) => answerFaults(attempt, sales)),
    ...(await auditFaults(market)),
  ];
}

/** The verdict of `ordbook audit`, in a version that has the command. */
async function auditFaults({ ordbook }: Market): Promise<string[]> {
  if (!/^ *audit\b/m.test((await ordbook('--help')).output)) return [];
  const { code, output } = await ordbook('audit');
  return code === 0 ? [] : [`ordbook audit ended with ${code}: ${output.trim()}`];
}

async function readChain({ node }: Market): Promise<ChainView> {
  const heights = new Map<string, number>();
  const places = new Map<string, number>();
  const spenders = new Map<string, string>();
  const tip = (await node.call('getblockcount')) as number;
  for (let height = 1; height <= tip; height += 1) {
    const hash = await node.call('getblockhash', [height]);
    const block = (await node.call('getblock', [hash, 2])) as {
      tx: { txid: string; vin: { txid?: string; vout?: number }[] }[];
    };
    for (const { txid, vin } of block.tx) {
      heights.set(txid, height);
      places.set(txid, places.size);
      for (const input of vin) if (input.txid) spenders.set(`${input.txid}:${input.vout}`, txid);
    }
  }
  return { heights, places, spenders };
}

function saleFaults({ id, state, txid, block_height }: SaleRow, { heights }: ChainView): string[] {
  const mined = heights.get(txid);
  if (state === 'pending')
    return [`sale ${id} is still pending; its transaction ${txid} is in block ${mined}`];
  if (state === 'confirmed' && mined !== block_height)
    return [`sale ${id} is confirmed at ${block_height}, but ${txid} is in block ${mined}`];
  if (state === 'failed' && mined !== undefined)
    return [`sale ${id} failed, but ${txid} is in block ${mined}`];
  return [];
}

/** A listing is sold once, and who sells an inscription is who bought it last. */
function doubled(sales: readonly SaleRow[]): string[] {
  const faults: string[] = [];
  const sold = new Set<string>();
  const owners = new Map<string, string | null>();
  for (const sale of sales.filter(({ state }) => state === 'confirmed')) {
    if (sale.listing_id && sold.has(sale.listing_id))
      faults.push(`listing ${sale.listing_id} was sold twice`);
    if (sale.listing_id) sold.add(sale.listing_id);
    const before = owners.get(sale.inscription_id);
    if (before && before !== sale.seller_address)
      faults.push(
        `sale ${sale.id} (${sale.sale_type}, ${sale.txid}) of ${sale.inscription_id} is by ${sale.seller_address}, but ${before} had bought it`,
      );
    owners.set(sale.inscription_id, sale.buyer_address);
  }
  return faults;
}

/** A purchase fails only when a different transaction, in a block, spends one of its coins. */
function failureFaults(
  { settlement_txid, state, package: raws }: { settlement_txid: string; state: string; package: string[] },
  { heights, spenders }: ChainView,
): string[] {
  if (state === 'confirmed' && !heights.has(settlement_txid))
    return [`purchase ${settlement_txid} is confirmed, but in no block`];
  if (state !== 'failed')
    return state === 'confirmed' ? [] : [`purchase ${settlement_txid} is still ${state}`];
  const transactions = raws.map(readTransaction);
  const own = new Set(transactions.map(({ txid }) => txid));
  const isLost = transactions.some(({ inputs }) =>
    inputs.some(({ txid, vout }) => {
      const spender = spenders.get(`${txid}:${vout}`);
      return spender !== undefined && !own.has(spender);
    }),
  );
  return isLost ? [] : [`purchase ${settlement_txid} failed, but nothing else spent its coins`];
}

async function ownerFaults({ ord }: Market, sales: readonly SaleRow[]): Promise<string[]> {
  const last = new Map<string, SaleRow>();
  for (const sale of sales) if (sale.state === 'confirmed') last.set(sale.inscription_id, sale);
  const faults: string[] = [];
  for (const [id, { buyer_address }] of last) {
    const answer = await fetch(`${ord.url}/inscription/${id}`, { headers: { accept: 'application/json' } });
    const { address } = (await answer.json()) as { address: string | null };
    if (address !== buyer_address)
      faults.push(`inscription ${id} was bought by ${buyer_address}, but ord has it at ${address}`);
  }
  return faults;
}

/**
 * A clear answer must be true: 200 is a sale in the books, and after a refusal what was signed buys nothing. The
 * same buyer may have bought the listing with another signature.
 */
function answerFaults({ listingId, told, txid, signedTxid }: Attempt, sales: readonly SaleRow[]): string[] {
  if (told === 'yes' && !sales.some((one) => one.txid === txid))
    return [`a buyer was told that ${txid} buys listing ${listingId}, but there is no such sale`];
  const sale = sales.find((one) => one.listing_id === listingId && one.txid === signedTxid);
  if (typeof told === 'number' && sale?.state === 'confirmed')
    return [`a buyer got ${told} for listing ${listingId}, but the refused ${signedTxid} bought it`];
  return [];
}
