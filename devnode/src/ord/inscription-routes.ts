import { jsonAnswer } from '../http/answer.ts';
import { found } from '../http/router.ts';
import { inscriptionsInBlock } from './block-json.ts';
import { contentAnswer } from './content.ts';
import type { OrdRequest, OrdRoute } from './context.ts';
import { entryById, findInscription, idOf, idsOf, inscriptionJson } from './inscription-json.ts';
import { PAGE_SIZE, pageOf } from './pages.ts';
import * as read from './params.ts';
import { propertiesOf } from './properties.ts';
import type { InscriptionEntry, Tables } from './tables.ts';

/** The inscription that the first variable part of the path names by id. */
export function requestedEntry({ context, params }: OrdRequest, index?: number): InscriptionEntry {
  const id = read.inscriptionIdParam(params[0]!, index);
  return found(entryById(context.tables, id), `inscription ${id}`);
}

const listing = (ids: readonly string[], more: boolean, page: number) =>
  jsonAnswer({ ids, more, page_index: page });

function inscription({ context: { tables }, params }: OrdRequest) {
  const query = read.inscriptionParam(params[0]!);
  const child = params[1] === undefined ? undefined : read.integerParam(params[1], 'u64', 1);
  const entry = findInscription(tables, query, child);
  return entry === undefined ? jsonAnswer(null, 404) : jsonAnswer(inscriptionJson(tables, entry));
}

function inscriptionBatch({ context: { tables }, body }: OrdRequest) {
  const entries = read
    .inscriptionIdBatch(body)
    .map((id) => found(entryById(tables, id), `inscription ${id}`));
  return jsonAnswer(entries.map((entry) => inscriptionJson(tables, entry)));
}

/** Newest first. A page past the end shows the oldest inscription again, as in `ord`. */
function latest(tables: Tables, page: number) {
  const newest = Math.max(0, tables.inscriptions.size - 1);
  const start = Math.max(0, newest - PAGE_SIZE * page);
  const count = Math.min(start + 1, tables.inscriptions.size);
  const ids = Array.from({ length: Math.min(count, PAGE_SIZE) }, (_, i) => idOf(tables, start - i));
  return listing(ids, count > PAGE_SIZE, page);
}

function inBlock(tables: Tables, height: number, page: number) {
  const { rows, more } = pageOf(inscriptionsInBlock(tables, height), page);
  return listing(rows, more, page);
}

function galleries(tables: Tables, page: number) {
  const sequences = [...tables.galleries.entries()].map(([sequence]) => sequence).sort((a, b) => b - a);
  const { rows, more } = pageOf(sequences, page);
  return listing(idsOf(tables, rows), more, page);
}

export function children(request: OrdRequest) {
  const { context, params } = request;
  const page = params[1] === undefined ? 0 : read.integerParam(params[1], 'u64', 1);
  const entry = requestedEntry(request, params[1] === undefined ? undefined : 0);
  const { rows, more } = pageOf(context.tables.children.get(entry.sequence), page);
  return jsonAnswer({ ids: idsOf(context.tables, rows), more, page });
}

function gallery(request: OrdRequest) {
  const { params } = request;
  const page = params[1] === undefined ? 0 : read.integerParam(params[1], 'u64', 1);
  const entry = requestedEntry(request, params[1] === undefined ? undefined : 0);
  const { rows, more } = pageOf(propertiesOf(entry.payload).gallery, page);
  return jsonAnswer({ ids: rows.map((item) => item.id), more, page });
}

export const inscriptionRoutes: readonly OrdRoute[] = [
  { path: '/inscription/*', get: inscription },
  { path: '/inscription/*/*', get: inscription },
  {
    path: '/inscriptions',
    get: ({ context }) => latest(context.tables, 0),
    post: inscriptionBatch,
  },
  {
    path: '/inscriptions/*',
    get: ({ context, params }) => latest(context.tables, read.integerParam(params[0]!, 'u32')),
  },
  {
    path: '/inscriptions/block/*',
    get: ({ context, params }) => inBlock(context.tables, read.integerParam(params[0]!, 'u32'), 0),
  },
  {
    path: '/inscriptions/block/*/*',
    get: ({ context, params }) =>
      inBlock(
        context.tables,
        read.integerParam(params[0]!, 'u32', 0),
        read.integerParam(params[1]!, 'u32', 1),
      ),
  },
  { path: '/children/*', get: children },
  { path: '/children/*/*', get: children },
  { path: '/galleries', get: ({ context }) => galleries(context.tables, 0) },
  {
    path: '/galleries/*',
    get: ({ context, params }) => galleries(context.tables, read.integerParam(params[0]!, 'u32')),
  },
  { path: '/gallery/*', get: gallery },
  { path: '/gallery/*/page/*', get: gallery },
  {
    path: '/content/*',
    get: ({ context, params, acceptEncoding }) =>
      contentAnswer(context.tables, read.inscriptionIdParam(params[0]!), {
        acceptEncoding,
        followDelegate: true,
        cacheable: true,
      }),
  },
];
