/** The admin API, typed by the schemas of its routes. */
import type { AdminOperation, AdminPart } from '@ordbook/api/admin/operations';
import { words } from '../text.ts';
import { AdminError } from './admin-error.ts';
import { person, token } from './token.ts';

type PathOf<Method extends 'GET' | 'POST'> = AdminOperation extends infer One
  ? One extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;
type GetPath = PathOf<'GET'>;
type PostPath = PathOf<'POST'>;

/** What a path returns. */
export type Answer<Path extends GetPath> = AdminPart<`GET ${Path}` & AdminOperation, 'answer'>;
type Done<Path extends PostPath> = AdminPart<`POST ${Path}` & AdminOperation, 'answer'>;
export type Sent<Path extends PostPath> = AdminPart<`POST ${Path}` & AdminOperation, 'body'>;

type Parts = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, string | number | undefined>>;

interface Reading {
  /** Values of the `{name}` parts of the path. */
  readonly parts?: Parts;
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

/** Reads. Throws an `AdminError`; may be repeated. */
export async function read<Path extends GetPath>(
  path: Path,
  { parts = {}, query = {}, signal }: Reading = {},
): Promise<Answer<Path>> {
  return send(`${filled(path, parts)}${searchOf(query)}`, { method: 'GET', ...(signal ? { signal } : {}) });
}

/** Acts, or rehearses. Throws an `AdminError`; what it says decides whether to repeat it. */
export type Post = <Path extends PostPath>(
  path: Path,
  body: Sent<Path>,
  parts?: Parts,
) => Promise<Done<Path>>;

export const post: Post = (path, body, parts = {}) => posted(path, body, parts, namedBy(person.get()));

/** The log of acts keeps it beside the user of the socket. A header takes ASCII alone. */
const namedBy = (name: string): Readonly<Record<string, string>> =>
  token.get() !== null || name === '' ? {} : { 'x-ordbook-by': name };

/** Returns what the act would return, and changes nothing. */
export const rehearse: Post = (path, body, parts = {}) =>
  posted(path, body, parts, { 'x-ordbook-dry-run': '1' });

function posted<Body>(
  path: string,
  body: unknown,
  parts: Parts,
  headers: Readonly<Record<string, string>>,
): Promise<Body> {
  return send(filled(path, parts), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Every row of a list as CSV, read page by page. Throws an `AdminError`; may be repeated. */
export async function readCsv(path: GetPath, query: Query = {}): Promise<string> {
  let text = '';
  for (let page: string | undefined = `${path}${searchOf(query)}`; page !== undefined; ) {
    const answer: Response = await ask(page, { method: 'GET', headers: { accept: 'text/csv' } });
    const rows = await answer.text();
    // heads once
    text += text === '' ? rows : rows.slice(rows.indexOf('\n') + 1);
    page = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return text;
}

function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

function filled(path: string, parts: Parts): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
}

async function send<Body>(path: string, init: RequestInit): Promise<Body> {
  return (await (await ask(path, init)).json()) as Body;
}

/** An answer that is no refusal. */
async function ask(path: string, { headers = {}, ...init }: RequestInit): Promise<Response> {
  const secret = token.get();
  const response = await fetch(path, {
    ...init,
    headers: { ...headers, ...(secret === null ? {} : { authorization: `Bearer ${secret}` }) },
    credentials: 'omit',
    redirect: 'error',
  }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new AdminError(0, words.access.silent);
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as unknown;
  const said = (body as { error?: unknown } | null)?.error;
  const sentence = typeof said === 'string' ? said : words.access.wrong(response.status);
  if (response.status === 401) token.refused(sentence);
  throw new AdminError(response.status, sentence);
}
