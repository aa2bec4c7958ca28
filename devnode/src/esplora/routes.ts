import { hex } from '@scure/base';
import { type Answer, badRequest, bytesAnswer, jsonAnswer, Refused, textAnswer } from '../http/answer.ts';
import type { Json } from '../http/json.ts';
import type { Request, Route } from '../http/router.ts';
import { RpcError } from '../rpc/call.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { sumSats } from '../transaction/transaction.ts';
import { blockRoutes } from './block-routes.ts';
import type { EsploraContext } from './context.ts';
import { feeEstimates } from './fee-estimates.ts';
import { merkleBlock, merkleBranch } from './merkle.ts';
import { projectedBlocks, recommendedFees } from './recommended-fees.ts';
import { scriptRoutes } from './script-routes.ts';
import { type Outpoint, outpointOf } from './tables.ts';
import { statusJson, transactionJson } from './transaction-json.ts';
import { type FoundTransaction, findTransaction, spenderOf } from './view.ts';

type EsploraRequest = Request<EsploraContext>;

/** How many transactions `/mempool/recent` lists at most. */
const NEWEST_TRANSACTIONS = 10;

function requestedTxid({ params }: EsploraRequest): string {
  if (!/^[0-9a-f]{64}$/i.test(params[0]!)) throw badRequest('Invalid hex string');
  return params[0]!.toLowerCase();
}

function requestedTransaction(request: EsploraRequest): FoundTransaction {
  const found = findTransaction(request.context, requestedTxid(request));
  if (found === undefined) throw new Refused(404, 'Transaction not found');
  return found;
}

/** The spend of an output. An output that does not exist counts as unspent. */
function spendingJson(context: EsploraContext, outpoint: Outpoint) {
  const spender = spenderOf(context, outpoint);
  if (spender === undefined) return { spent: false };
  const height = findTransaction(context, spender.txid)?.height;
  return { spent: true, ...spender, status: statusJson(context, height) };
}

function outspend(request: EsploraRequest): Answer {
  const txid = requestedTxid(request);
  const vout = Number(request.params[1]);
  if (!/^\d{1,10}$/.test(request.params[1]!) || vout > 0xffff_ffff) throw badRequest('Invalid number');
  return jsonAnswer(spendingJson(request.context, outpointOf(txid, vout)));
}

function outspends(request: EsploraRequest): Answer {
  const { transaction } = requestedTransaction(request);
  const txid = requestedTxid(request);
  const rows = transaction.outputs.map((_, vout) => spendingJson(request.context, outpointOf(txid, vout)));
  return jsonAnswer(rows);
}

/** Sends a transaction to the node. Returns its txid, or 400 with the node's reason. */
async function broadcast({ context, body }: EsploraRequest): Promise<Answer> {
  try {
    return textAnswer((await context.call('sendrawtransaction', [body.trim()])) as string);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message } = error;
    throw badRequest(`sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`);
  }
}

/** Sends a package, a JSON list of raw transactions. Returns what `submitpackage` of the node returns. */
async function broadcastPackage({ context, body }: EsploraRequest): Promise<Answer> {
  let raws: unknown;
  try {
    raws = JSON.parse(body);
  } catch {
    throw badRequest('Invalid JSON');
  }
  try {
    return jsonAnswer((await context.call('submitpackage', [raws])) as Json);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message } = error;
    throw badRequest(`submitpackage RPC error: ${JSON.stringify({ code, message })}`);
  }
}

const transactionHex = ({ transaction }: FoundTransaction): string =>
  hex.encode(serializeTransaction(transaction));

/** The block of a confirmed transaction and its place there. */
async function placeOf({ context }: EsploraRequest, txid: string) {
  const row = context.tables.transactions.get(txid);
  if (row === undefined) throw new Refused(404, 'Transaction not found or is unconfirmed');
  const { hash } = context.tables.blocks.get(row.height)!;
  const { tx } = (await context.call('getblock', [hash, 1])) as { tx: string[] };
  return { height: row.height, hash, position: row.position, txids: tx };
}

async function merkleProof(request: EsploraRequest): Promise<Answer> {
  const { height, position, txids } = await placeOf(request, requestedTxid(request));
  return jsonAnswer({ block_height: height, merkle: merkleBranch(txids, position), pos: position });
}

async function merkleBlockProof(request: EsploraRequest): Promise<Answer> {
  const { hash, position, txids } = await placeOf(request, requestedTxid(request));
  const header = hex.decode((await request.context.call('getblockheader', [hash, false])) as string);
  return textAnswer(merkleBlock(header, txids, position));
}

/** Count, vB and fees of what waits; the histogram lists fee rates in sat/vB with the vB at each. */
async function mempoolSummary({ context }: EsploraRequest): Promise<Answer> {
  const entries = Object.values((await context.call('getrawmempool', [true])) as Record<string, MempoolRow>);
  const rows = entries.map(({ vsize, fees }) => ({ vsize, feeSats: Math.round(fees.base * 1e8) }));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return jsonAnswer({
    count: rows.length,
    vsize: sum(rows.map(({ vsize }) => vsize)),
    total_fee: sum(rows.map(({ feeSats }) => feeSats)),
    fee_histogram: rows.map(({ vsize, feeSats }) => [feeSats / vsize, vsize]).sort((a, b) => b[0]! - a[0]!),
  });
}

/** The newest transactions that wait, newest first: `fee` and `value`, the sum of the outputs, in sats. */
async function newestInMempool({ context }: EsploraRequest): Promise<Answer> {
  const entries = (await context.call('getrawmempool', [true])) as Record<string, MempoolRow>;
  const newest = [...context.mempool.transactions].flatMap(([txid, transaction]) => {
    const entry = entries[txid];
    return entry ? [{ txid, transaction, ...entry }] : [];
  });
  newest.sort((a, b) => b.time - a.time);
  return jsonAnswer(
    newest.slice(0, NEWEST_TRANSACTIONS).map(({ txid, transaction, vsize, fees }) => ({
      txid,
      fee: Math.round(fees.base * 1e8),
      vsize,
      value: sumSats(transaction.outputs),
    })),
  );
}

type MempoolRow = {
  readonly vsize: number;
  /** When it came, in s since 1970. */
  readonly time: number;
  readonly fees: { readonly base: number };
};

export const esploraRoutes: readonly Route<EsploraContext>[] = [
  ...blockRoutes,
  ...scriptRoutes,
  {
    path: '/tx/*',
    get: (request) => jsonAnswer(transactionJson(request.context, requestedTransaction(request))),
  },
  { path: '/tx/*/hex', get: (request) => textAnswer(transactionHex(requestedTransaction(request))) },
  {
    path: '/tx/*/status',
    // Esplora gives an unknown transaction the status of an unconfirmed one.
    get: (request) =>
      jsonAnswer(
        statusJson(request.context, findTransaction(request.context, requestedTxid(request))?.height),
      ),
  },
  { path: '/tx/*/outspend/*', get: outspend },
  { path: '/tx/*/outspends', get: outspends },
  { path: '/tx', post: broadcast },
  { path: '/txs/package', post: broadcastPackage },
  {
    path: '/tx/*/raw',
    get: (request) => bytesAnswer(serializeTransaction(requestedTransaction(request).transaction)),
  },
  { path: '/tx/*/merkle-proof', get: merkleProof },
  { path: '/tx/*/merkleblock-proof', get: merkleBlockProof },
  { path: '/mempool', get: mempoolSummary },
  { path: '/mempool/txids', get: ({ context }) => jsonAnswer([...context.mempool.transactions.keys()]) },
  { path: '/mempool/recent', get: newestInMempool },
  { path: '/fee-estimates', get: async ({ context }) => jsonAnswer(await feeEstimates(context.call)) },
  // What clients of mempool.space ask for.
  {
    path: '/v1/fees/recommended',
    get: async ({ context }) => jsonAnswer(await recommendedFees(context.call)),
  },
  {
    path: '/v1/fees/mempool-blocks',
    get: async ({ context }) => jsonAnswer(await projectedBlocks(context.call)),
  },
];
