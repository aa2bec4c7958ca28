/** Lists of the admin API: a link to the next page, and rows as CSV for a caller that accepts it. */
import { refuse } from '@ordbook/protocol/refusals';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { snakeCase } from '../../base/snake-case.ts';

interface ListSchema {
  readonly type?: string;
  readonly properties?: { readonly rows?: ListSchema };
  readonly items?: { readonly properties?: object };
}
type Row = Readonly<Record<string, unknown>>;

/** Installs both on every route. Asking for CSV where there are no rows is refused before anything runs. */
export function serveRows(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    if (wantsCsv(request) && !columnsOf(request))
      refuse('malformed', `${request.method} ${request.url} has no rows, so there is no CSV; accept JSON`);
  });
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { rows, next } = payload as { rows?: readonly Row[]; next?: string | null };
    if (next) linkNext(request, reply, { after: next });
    const columns = wantsCsv(request) && reply.statusCode === 200 ? columnsOf(request) : null;
    if (columns) {
      reply.type('text/csv; charset=utf-8');
      reply.serializer(() => csvOf(rows ?? (payload as readonly Row[]), columns));
    }
    return payload;
  });
}

/** Names the next page in the header `Link`: the same request with these query parameters. */
export function linkNext({ url }: FastifyRequest, reply: FastifyReply, change: Record<string, string>): void {
  const next = new URL(url, 'http://admin');
  for (const [name, value] of Object.entries(change)) next.searchParams.set(name, value);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}

function wantsCsv({ headers }: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(headers.accept ?? '');
}

/** The fields of a row, in the order of the schema; null: the route has no rows. */
function columnsOf({ method, routeOptions }: FastifyRequest): string[] | null {
  const { 200: schema } = (routeOptions.schema?.response ?? {}) as { 200?: ListSchema };
  const list = schema?.type === 'array' ? schema : schema?.properties?.rows;
  const fields = list?.items?.properties;
  return method === 'GET' && fields ? Object.keys(fields) : null;
}

/** RFC 4180, with heads. Text that a spreadsheet would run as a formula gets an apostrophe in front of it. */
function csvOf(rows: readonly Row[], columns: readonly string[]): string {
  return stringify([...rows], {
    header: true,
    columns: columns.map((key) => ({ key, header: snakeCase(key) })),
    escape_formulas: true,
    cast: { date: (moment) => moment.toISOString(), boolean: String },
  });
}
