import { hex } from '@scure/base';
import { type Answer, jsonAnswer, notFound, withHeaders } from '../http/answer.ts';
import { found } from '../http/router.ts';
import { blockHash, blockHeight, blockTime } from './chain-routes.ts';
import { contentAnswer } from './content.ts';
import type { OrdRequest, OrdRoute } from './context.ts';
import { idOf, idsOf, recursiveInscriptionJson, relativeJson } from './inscription-json.ts';
import { children, requestedEntry } from './inscription-routes.ts';
import { findTransaction, utxoJson } from './output-json.ts';
import { pageOf } from './pages.ts';
import * as read from './params.ts';

function inscription(request: OrdRequest): Answer {
  const entry = requestedEntry(request);
  const json = recursiveInscriptionJson(request.context.tables, entry);
  return jsonAnswer(found(json, `inscription ${entry.id} current transaction`));
}

/** The page that the second variable part of the path names, the first one without it. */
const pageParam = ({ params }: OrdRequest): number =>
  params[1] === undefined ? 0 : read.integerParam(params[1], 'u64', 1);

const indexOfId = ({ params }: OrdRequest): number | undefined => (params[1] === undefined ? undefined : 0);

function childInscriptions(request: OrdRequest): Answer {
  const { tables } = request.context;
  const page = pageParam(request);
  const entry = requestedEntry(request, indexOfId(request));
  const { rows, more } = pageOf(tables.children.get(entry.sequence), page);
  return jsonAnswer({ children: rows.map((sequence) => relativeJson(tables, sequence)), more, page });
}

function parentInscriptions(request: OrdRequest): Answer {
  const { tables } = request.context;
  const page = pageParam(request);
  const { rows, more } = pageOf(requestedEntry(request, indexOfId(request)).parents, page);
  return jsonAnswer({ parents: rows.map((sequence) => relativeJson(tables, sequence)), more, page });
}

function parents(request: OrdRequest): Answer {
  const page = pageParam(request);
  const { rows, more } = pageOf(requestedEntry(request, indexOfId(request)).parents, page);
  return jsonAnswer({ ids: idsOf(request.context.tables, rows), more, page_index: page });
}

function metadata(request: OrdRequest): Answer {
  const { id, payload } = requestedEntry(request);
  return jsonAnswer(hex.encode(found(payload.metadata, `inscription ${id} metadata`)));
}

function sat(request: OrdRequest): Answer {
  const { context, params } = request;
  const page = pageParam(request);
  const number = read.integerParam(params[0]!, 'u64', indexOfId(request));
  const { rows, more } = pageOf(context.tables.sequencesBySat.get(number), page);
  return jsonAnswer({ ids: idsOf(context.tables, rows), more, page });
}

/** The inscription on a sat by index; negative indices count from the newest. */
function idOnSat({ context: { tables }, params }: OrdRequest): { id: string | undefined; index: number } {
  const sequences = tables.sequencesBySat.get(read.satParam(params[0]!));
  const index = read.integerParam(params[1]!, 'isize', 1);
  const sequence = sequences.at(index);
  return { id: sequence === undefined ? undefined : idOf(tables, sequence), index };
}

function satAtIndex(request: OrdRequest): Answer {
  const { id, index } = idOnSat(request);
  const answer = jsonAnswer({ id: id ?? null });
  return index < 0 ? withHeaders(answer, { 'cache-control': 'no-store' }) : answer;
}

function satContent(request: OrdRequest): Answer {
  const { context, params, acceptEncoding } = request;
  const { id, index } = idOnSat(request);
  if (id === undefined) throw notFound(`inscription on sat ${read.satParam(params[0]!)}`);
  return contentAnswer(context.tables, id, { acceptEncoding, followDelegate: true, cacheable: index >= 0 });
}

async function transactionHex({ context, params }: OrdRequest): Promise<Answer> {
  const txid = read.txidParam(params[0]!);
  return jsonAnswer(found(await findTransaction(context.call, txid), `transaction ${txid}`).hex);
}

function utxo({ context, params }: OrdRequest): Answer {
  const outpoint = read.outpointParam(params[0]!);
  return jsonAnswer(found(utxoJson(context, outpoint), `output ${outpoint}`));
}

export const recursiveRoutes: readonly OrdRoute[] = [
  { path: '/r/inscription/*', get: inscription },
  { path: '/r/children/*', get: children },
  { path: '/r/children/*/*', get: children },
  { path: '/r/children/*/inscriptions', get: childInscriptions },
  { path: '/r/children/*/inscriptions/*', get: childInscriptions },
  { path: '/r/parents/*', get: parents },
  { path: '/r/parents/*/*', get: parents },
  { path: '/r/parents/*/inscriptions', get: parentInscriptions },
  { path: '/r/parents/*/inscriptions/*', get: parentInscriptions },
  { path: '/r/metadata/*', get: metadata },
  { path: '/r/sat/*', get: sat },
  { path: '/r/sat/*/*', get: sat },
  { path: '/r/sat/*/at/*', get: satAtIndex },
  { path: '/r/sat/*/at/*/content', get: satContent },
  { path: '/r/tx/*', get: transactionHex },
  { path: '/r/utxo/*', get: utxo },
  { path: '/r/blockheight', get: blockHeight },
  { path: '/r/blocktime', get: blockTime },
  { path: '/r/blockhash', get: (request) => jsonAnswer(blockHash(request)) },
  { path: '/r/blockhash/*', get: (request) => jsonAnswer(blockHash(request)) },
  {
    path: '/r/undelegated-content/*',
    get: ({ context, params, acceptEncoding }) =>
      contentAnswer(context.tables, read.inscriptionIdParam(params[0]!), {
        acceptEncoding,
        followDelegate: false,
        cacheable: true,
      }),
  },
];
