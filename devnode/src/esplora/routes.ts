import { hex } from '@scure/base';
import { readAddress } from '../address/address.ts';
import { type Answer, badRequest, jsonAnswer, Refused, textAnswer } from '../http/answer.ts';
import type { Json } from '../http/json.ts';
import type { Request, Route } from '../http/router.ts';
import { type RpcCall, RpcError } from '../rpc/call.ts';
import { serializeTransaction } from '../transaction/serialize.ts';
import { addressJson, utxosJson } from './address-json.ts';
import { feeEstimates } from './fee-estimates.ts';
import { type Outpoint, outpointOf } from './tables.ts';
import { statusJson, transactionJson } from './transaction-json.ts';
import { type ChainView, type FoundTransaction, findTransaction, spenderOf } from './view.ts';

export interface EsploraContext extends ChainView {
  readonly call: RpcCall;
}

type EsploraRequest = Request<EsploraContext>;

function requestedScript({ params }: EsploraRequest): Uint8Array {
  const reading = readAddress(params[0]!);
  if (reading === 'no address') throw badRequest('Invalid Bitcoin address');
  if (reading === 'other network') throw badRequest('Address on invalid network');
  return reading.script;
}

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

const tip = ({ tables }: EsploraContext): number => tables.blocks.size - 1;

export const esploraRoutes: readonly Route<EsploraContext>[] = [
  {
    path: '/address/*/utxo',
    get: (request) => jsonAnswer(utxosJson(request.context, requestedScript(request))),
  },
  {
    path: '/address/*',
    get: (request) => jsonAnswer(addressJson(request.context, request.params[0]!, requestedScript(request))),
  },
  {
    path: '/tx/*',
    get: (request) => jsonAnswer(transactionJson(request.context, requestedTransaction(request))),
  },
  { path: '/tx/*/hex', get: (request) => textAnswer(transactionHex(requestedTransaction(request))) },
  {
    path: '/tx/*/status',
    get: (request) => jsonAnswer(statusJson(request.context, requestedTransaction(request).height)),
  },
  { path: '/tx/*/outspend/*', get: outspend },
  { path: '/tx/*/outspends', get: outspends },
  { path: '/tx', post: broadcast },
  { path: '/txs/package', post: broadcastPackage },
  { path: '/blocks/tip/height', get: ({ context }) => textAnswer(String(tip(context))) },
  {
    path: '/blocks/tip/hash',
    get: ({ context }) => textAnswer(context.tables.blocks.get(tip(context))!.hash),
  },
  { path: '/fee-estimates', get: async ({ context }) => jsonAnswer(await feeEstimates(context.call)) },
];
