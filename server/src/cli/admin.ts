/** One request to the admin API of the running service, from a terminal. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { adminTokens } from '../composition/admin-access.ts';
import { type AdminPlace, adminFlaws, adminPlace } from '../composition/admin-settings.ts';
import { jsonText, readJsonText } from '../composition/json-list.ts';
import { readSettings } from '../composition/settings.ts';
import { SETTINGS_GUIDE, wrongSettings } from '../composition/wrong-settings.ts';
import type { Plan } from './acting.ts';

export interface AdminOptions {
  readonly field?: readonly string[];
  readonly input?: string;
  readonly csv?: boolean;
  readonly all?: boolean;
}

interface AdminRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface AdminAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
  /** Path of the next page; null: this was the last. */
  readonly next: string | null;
}

/** Exit codes of `ordbook admin`. */
export const ADMIN_EXIT = { done: 0, refused: 1, failed: 2 } as const;

/** The service refused (1), or it or its answer failed (2). */
class AdminFailure extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

const TIMEOUT_MS = 120_000;
const TOKEN_ADVICE = 'set ADMIN_TOKEN, or ADMIN_TOKEN_FILE, to a token that the service has';

/**
 * Prints what the running service returns, at the ADMIN_LISTEN and with the token of `env`: JSON, or rows as
 * CSV; null: that was all. A POST is sent as a dry run, and its plan says what the service would return.
 * Throws an Error for a wrong command line, and one with an `exitCode` and its sentence when the service
 * refuses.
 */
export async function planAdmin(
  {
    method: given,
    path,
    ...options
  }: AdminOptions & {
    readonly method?: string | undefined;
    readonly path?: string | undefined;
  },
  env: NodeJS.ProcessEnv,
): Promise<Plan | null> {
  if (path === undefined && given !== undefined)
    throw new Error(`a path is missing after ${given}; name one, such as /v1/trades`);
  const method = given ?? 'GET';
  const { send: ask, hasToken } = await connection(env);
  const asked =
    path === undefined ? { path: '/openapi.json', body: undefined } : await content(method, path, options);
  const accept = options.csv ? 'text/csv' : 'application/json';
  if (method === 'POST') {
    const body = (asked.body ?? {}) as { readonly reason?: unknown };
    const post = async (own: Record<string, string>, reason: unknown) => {
      const text = JSON.stringify(Array.isArray(body) ? body : { ...body, reason });
      return answered(ask({ method, path: asked.path, headers: { accept, ...own }, body: text }));
    };
    const would = await post({ 'x-ordbook-dry-run': 'true' }, body.reason ?? 'a dry run');
    return {
      says: [`POST ${asked.path} would return:`, shown(would, true).trimEnd()],
      reason: typeof body.reason === 'string' ? body.reason : undefined,
      isNamed: hasToken,
      async run({ actor: { onBehalfOf }, reason }) {
        const done = await post(onBehalfOf === undefined ? {} : { 'x-ordbook-by': onBehalfOf }, reason);
        return [shown(done, true).trimEnd()];
      },
    };
  }
  let isFirst = true;
  for (let next: string | null = asked.path; next !== null; isFirst = false) {
    const answer = await answered(ask({ method, path: next, headers: { accept }, body: undefined }));
    process.stdout.write(path === undefined ? routesIn(answer.text) : shown(answer, isFirst));
    next = options.all ? answer.next : null;
  }
  return null;
}

/** The answer, unless it is a refusal. */
async function answered(asked: Promise<AdminAnswer>): Promise<AdminAnswer> {
  const answer = await asked.catch((error: Error) => {
    throw new AdminFailure(error.message, ADMIN_EXIT.failed);
  });
  if (answer.status >= 400)
    throw new AdminFailure(sentenceOf(answer), answer.status < 500 ? ADMIN_EXIT.refused : ADMIN_EXIT.failed);
  return answer;
}

/** Sends requests to where the settings say, with the token that they have. */
async function connection(env: NodeJS.ProcessEnv): Promise<{
  readonly send: (asked: AdminRequest) => Promise<AdminAnswer>;
  readonly hasToken: boolean;
}> {
  const settings = readSettings(env);
  const flaws = adminFlaws(settings);
  if (flaws.length > 0) throw wrongSettings(flaws, SETTINGS_GUIDE);
  const place = adminPlace(settings, settings.PORT, env);
  if (!place) throw new Error('ADMIN_LISTEN is off: set it to where the service has its admin API');
  const [token] = await adminTokens(settings);
  const own = token ? { authorization: `Bearer ${token.token}` } : {};
  return {
    send: (asked) => send(place, { ...asked, headers: { ...own, ...asked.headers } }),
    hasToken: token !== undefined,
  };
}

/** Path with query, and body. Throws an Error for fields or files that cannot be read. */
async function content(
  method: string,
  path: string,
  { field = [], input }: AdminOptions,
): Promise<{ path: string; body: unknown }> {
  if (!/^(GET|POST)$/.test(method)) throw new Error(`the method is ${method}; it must be GET or POST`);
  if (!path.startsWith('/'))
    throw new Error(`the path is ${path}; it must start with a slash, as /v1/trades`);
  const pairs = field.map((one): [string, string] => {
    const at = one.indexOf('=');
    if (at < 1) throw new Error(`--field is ${one}; it must be name=value`);
    return [one.slice(0, at), one.slice(at + 1)];
  });
  if (method === 'GET') {
    if (input !== undefined) throw new Error('--input goes with POST; use --field for a query');
    const query = new URLSearchParams(pairs).toString();
    return {
      path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
      body: undefined,
    };
  }
  const whole = input === undefined ? {} : await jsonAt(input);
  const fields: Record<string, unknown> = {};
  for (const [name, value] of pairs)
    fields[name] = value.startsWith('@') ? await jsonAt(value.slice(1)) : jsonOrText(value);
  if (pairs.length > 0 && (typeof whole !== 'object' || whole === null || Array.isArray(whole)))
    throw new Error(`${input} is no JSON object, so --field cannot add to it`);
  return { path, body: pairs.length === 0 ? whole : { ...(whole as object), ...fields } };
}

async function jsonAt(path: string): Promise<unknown> {
  const read =
    path === '-'
      ? jsonText('the standard input', await text(process.stdin))
      : await readJsonText(path, 'the file');
  return read.content;
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function send(place: AdminPlace, { method, path, headers, body }: AdminRequest): Promise<AdminAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...('port' in place ? place : { socketPath: place.socketPath }),
        method,
        path,
        timeout: TIMEOUT_MS,
        headers: {
          ...headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        const { 'content-type': contentType = '', link = '' } = response.headers;
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(parts).toString();
          if (!/^(application\/json|text\/csv)/.test(contentType))
            reject(new Error(`what listens at ${nameOf(place)} is not the admin API; check ADMIN_LISTEN`));
          const next = /<([^>]+)>; rel="next"/.exec(String(link))?.[1] ?? null;
          resolve({ status: response.statusCode ?? 0, text: body, contentType, next });
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', (error) => reject(unreachable(place, error)));
    sent.end(body);
  });
}

function unreachable(place: AdminPlace, error: Error): Error {
  return new Error(
    `the admin API at ${nameOf(place)} does not answer (${error.message}); run the command as the service's user and with its ADMIN_LISTEN and PORT, while the service runs`,
  );
}

function nameOf(place: AdminPlace): string {
  return 'port' in place ? `${place.host}:${place.port}` : place.socketPath;
}

/** The service's sentence, and what to do about a token that it does not know. */
function sentenceOf({ status, text: body }: AdminAnswer): string {
  const said = (jsonOrText(body) as { error?: string }).error ?? `the service returned ${status}`;
  return status === 401 ? `${said}; ${TOKEN_ADVICE}` : said;
}

/** JSON as people read it; of CSV, the heads once. */
function shown({ contentType, text: body }: AdminAnswer, isFirst: boolean): string {
  if (contentType.startsWith('text/csv')) return isFirst ? body : body.slice(body.indexOf('\n') + 1);
  return `${JSON.stringify(JSON.parse(body), null, 2).replace(MOVES_A_CURSOR, escaped)}\n`;
}

/** Members write names: in a terminal these would move the cursor, or turn a line around. */
const MOVES_A_CURSOR = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A line per route of the OpenAPI document. */
function routesIn(document: string): string {
  const { paths } = JSON.parse(document) as {
    paths: Record<string, Record<string, { readonly summary?: string }>>;
  };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { summary = '' }]) => `${method.toUpperCase().padEnd(5)}${path.padEnd(38)}${summary}\n`,
      ),
    )
    .join('');
}
