/** The admin API, typed by the schemas of its routes. */
import type { AdminOperation, AdminPart } from '@ordbook/api/admin/operations';
import { words } from '../text.ts';
import { AdminError } from './admin-error.ts';
import { token } from './token.ts';

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
type Sent<Path extends PostPath> = AdminPart<`POST ${Path}` & AdminOperation, 'body'>;

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
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.size === 0 ? '' : `?${search}`;
  return send(`${filled(path, parts)}${text}`, { method: 'GET', ...(signal ? { signal } : {}) });
}

/** Acts. Throws an `AdminError`; what it says decides whether to repeat it. */
export async function post<Path extends PostPath>(
  path: Path,
  body: Sent<Path>,
  parts: Parts = {},
): Promise<Done<Path>> {
  const headers = { 'content-type': 'application/json' };
  return send(filled(path, parts), { method: 'POST', body: JSON.stringify(body), headers });
}

function filled(path: string, parts: Parts): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
}

async function send<Body>(path: string, { headers = {}, ...init }: RequestInit): Promise<Body> {
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
  const body = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return body as Body;
  const said = (body as { error?: unknown } | null)?.error;
  const sentence = typeof said === 'string' ? said : words.access.wrong(response.status);
  if (response.status === 401) token.refused(sentence);
  throw new AdminError(response.status, sentence);
}
