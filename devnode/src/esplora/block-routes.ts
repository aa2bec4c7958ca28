import { hex } from '@scure/base';
import { type Answer, badRequest, bytesAnswer, jsonAnswer, Refused, textAnswer } from '../http/answer.ts';
import type { Json } from '../http/json.ts';
import type { Request, Route } from '../http/router.ts';
import { RPC, RpcError } from '../rpc/call.ts';
import { type EsploraContext, tipHeight } from './context.ts';
import { transactionJson } from './transaction-json.ts';
import { findTransaction } from './view.ts';

type BlockRequest = Request<EsploraContext>;

/** Blocks on one page of the list of blocks. */
const BLOCKS_PER_PAGE = 10;
/** Transactions on one page of a block. */
const TRANSACTIONS_PER_PAGE = 25;

interface NodeBlock {
  readonly hash: string;
  readonly height: number;
  readonly version: number;
  readonly time: number;
  readonly mediantime: number;
  readonly nonce: number;
  readonly difficulty: number;
  readonly merkleroot: string;
  readonly previousblockhash?: string;
  readonly size: number;
  readonly weight: number;
  readonly tx: readonly string[];
}

/** Null: the node does not know it. */
async function findBlock({ context }: BlockRequest, hash: string): Promise<NodeBlock | null> {
  if (!/^[0-9a-f]{64}$/i.test(hash)) throw badRequest('Invalid hex string');
  try {
    return (await context.call('getblock', [hash, 1])) as NodeBlock;
  } catch (error) {
    if (error instanceof RpcError && error.code === RPC.INVALID_ADDRESS_OR_KEY) return null;
    throw error;
  }
}

async function block(request: BlockRequest, hash: string): Promise<NodeBlock> {
  const found = await findBlock(request, hash);
  if (found === null) throw new Refused(404, 'Block not found');
  return found;
}

const requested = (request: BlockRequest): Promise<NodeBlock> => block(request, request.params[0]!);

function blockJson(found: NodeBlock): Json {
  return {
    id: found.hash,
    height: found.height,
    version: found.version,
    timestamp: found.time,
    tx_count: found.tx.length,
    size: found.size,
    weight: found.weight,
    merkle_root: found.merkleroot,
    previousblockhash: found.previousblockhash ?? null,
    mediantime: found.mediantime,
    nonce: found.nonce,
    bits: 0x207fffff,
    difficulty: found.difficulty,
  };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw badRequest('Invalid number');
  return Number(text);
}

/** Blocks from a height downwards. */
async function blocksFrom(request: BlockRequest, start: number): Promise<Answer> {
  const { tables } = request.context;
  const rows: Json[] = [];
  for (let height = start; height >= 0 && rows.length < BLOCKS_PER_PAGE; height--) {
    const summary = tables.blocks.get(height);
    if (summary) rows.push(blockJson(await block(request, summary.hash)));
  }
  return jsonAnswer(rows);
}

/** Esplora gives an unknown block the status of one that a reorg replaced. */
async function status(request: BlockRequest): Promise<Answer> {
  const found = await findBlock(request, request.params[0]!);
  const { tables } = request.context;
  if (!found || tables.blocks.get(found.height)?.hash !== found.hash)
    return jsonAnswer({ in_best_chain: false });
  const { height } = found;
  return jsonAnswer({ in_best_chain: true, height, next_best: tables.blocks.get(height + 1)?.hash ?? null });
}

async function transactions(request: BlockRequest): Promise<Answer> {
  const { tx } = await requested(request);
  const start = wholeNumber(request.params[1] ?? '0');
  if (start % TRANSACTIONS_PER_PAGE !== 0) throw badRequest('start index must be a multiple of 25');
  if (start >= tx.length) throw badRequest('start index out of range');
  const page = tx.slice(start, start + TRANSACTIONS_PER_PAGE);
  return jsonAnswer(
    page.flatMap((txid) => {
      const found = findTransaction(request.context, txid);
      return found ? [transactionJson(request.context, found)] : [];
    }),
  );
}

async function header(request: BlockRequest): Promise<Answer> {
  const { hash } = await requested(request);
  return textAnswer((await request.context.call('getblockheader', [hash, false])) as string);
}

async function raw(request: BlockRequest): Promise<Answer> {
  const { hash } = await requested(request);
  return bytesAnswer(hex.decode((await request.context.call('getblock', [hash, 0])) as string));
}

async function txidAt(request: BlockRequest): Promise<Answer> {
  const txid = (await requested(request)).tx[wholeNumber(request.params[1]!)];
  if (txid === undefined) throw new Refused(404, 'tx not found');
  return textAnswer(txid);
}

function hashAt({ context, params }: BlockRequest): Answer {
  const summary = context.tables.blocks.get(wholeNumber(params[0]!));
  if (!summary) throw new Refused(404, 'Block not found');
  return textAnswer(summary.hash);
}

export const blockRoutes: readonly Route<EsploraContext>[] = [
  { path: '/blocks', get: (request) => blocksFrom(request, tipHeight(request.context)) },
  { path: '/blocks/*', get: (request) => blocksFrom(request, wholeNumber(request.params[0]!)) },
  { path: '/blocks/tip/height', get: ({ context }) => textAnswer(String(tipHeight(context))) },
  {
    path: '/blocks/tip/hash',
    get: ({ context }) => textAnswer(context.tables.blocks.get(tipHeight(context))!.hash),
  },
  { path: '/block-height/*', get: hashAt },
  { path: '/block/*', get: async (request) => jsonAnswer(blockJson(await requested(request))) },
  { path: '/block/*/header', get: header },
  { path: '/block/*/raw', get: raw },
  { path: '/block/*/status', get: status },
  { path: '/block/*/txids', get: async (request) => jsonAnswer([...(await requested(request)).tx]) },
  { path: '/block/*/txid/*', get: txidAt },
  { path: '/block/*/txs', get: transactions },
  { path: '/block/*/txs/*', get: transactions },
];
