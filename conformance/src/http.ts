import { type OperationName, wrongField } from './fields.ts';
import { equal, holds, Mismatch } from './mismatch.ts';

export type Fetch = typeof globalThis.fetch;

/** A body as it came: the checks look at any field of it. */
// biome-ignore lint/suspicious/noExplicitAny: what a server of others sends has no type
export type Json = any;

export interface Request {
  readonly token?: string | undefined;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Json;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

const PREFIX = '/api/v1';
const MOST_WAITS = 10;
const WINDOW_SECONDS = 60;

/** "Declared statuses per endpoint" of the specification, besides 200: the first row that fits. */
const DECLARED: readonly (readonly [statuses: string, operations: RegExp])[] = [
  ['400 401 403 409 429 500', /^POST \/auth\/challenge$/],
  ['400 401 403 404 409 410 429 500 503', /^POST \/auth\/verify$/],
  ['401 403 429 503', /^GET \/me$/],
  // the specification leaves 400 and 404 out: a malformed id, and a path that names nothing
  ['400 401 403 404 429 503', /^GET \/inscriptions\/\{id\}\/offers$/],
  ['400 401 403 429 500', /^GET \/(sales|collection-stats\/floors)$/],
  ['400 401 403 404 429 500', /^GET \/collection\/\{slug\}\/inscriptions$/],
  ['400 401 403 404 409 429 500 503', /collection-offers/],
  ['400 401 403 429 503', /^GET |\/listings\/preflight$/],
  ['400 401 403 409 429 503', /^POST /],
];

/** Plain HTTP to the server that is checked. It waits after 429 and 503, and repeats nothing else. */
export class Service {
  readonly #url: string;
  readonly #fetch: Fetch;

  /** `baseUrl`: with or without `/api/v1`. */
  constructor(baseUrl: string, fetch: Fetch) {
    const origin = baseUrl.replace(/\/+$/, '');
    this.#url = origin.endsWith(PREFIX) ? origin : origin + PREFIX;
    this.#fetch = fetch;
  }

  /**
   * One request. Throws `Mismatch` for a status that the specification does not declare for the operation, for
   * an error without `{error}`, and for a success without the fields of the operation.
   */
  async send(operation: OperationName, request: Request): Promise<Answer> {
    const [method, path] = operation.split(' ') as [string, string];
    const answer = await this.request(method, withParameters(path, request), request);
    const { status, body } = answer;
    if (status === 200) {
      const wrong = wrongField(operation, body);
      if (wrong) throw new Mismatch(`${operation}: fields`, wrong.expected, wrong.came);
      return answer;
    }
    const [declared] = DECLARED.find(([, operations]) => operations.test(operation))!;
    holds(`${operation}: status`, declared.includes(`${status}`), `200 ${declared}`, saying(answer));
    const isError = typeof body?.error === 'string' && body.error.trim() !== '';
    holds(`${operation}: body of ${status}`, isError, '{ error: string }', body);
    return answer;
  }

  /** The body of a success. Throws `Mismatch` for another status. */
  async ok(operation: OperationName, request: Request): Promise<Json> {
    const answer = await this.send(operation, request);
    holds(`${operation}: status`, answer.status === 200, '200', saying(answer));
    return answer.body;
  }

  /** Sends what must be refused with one of these statuses, and returns the sentence. */
  async refused(operation: OperationName, statuses: readonly number[], request: Request, what = '') {
    const answer = await this.send(operation, request);
    const expected = statuses.join(' or ');
    holds(`${operation} ${what}`.trim(), statuses.includes(answer.status), expected, saying(answer));
    return answer.body.error as string;
  }

  /** A request of any form; it waits as long as a 429 or 503 says. */
  async request(
    method: string,
    path: string,
    { token, body }: Request,
    headers: object = {},
  ): Promise<Answer> {
    const auth = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    for (let waits = 0; ; waits += 1) {
      const init = { method, headers: { ...auth, ...type, ...headers }, ...sent };
      const response = await this.#fetch(this.#url + path, init);
      const text = await response.text();
      const { status, headers: sentBack } = response;
      const after = sentBack.get('retry-after') ?? (status === 429 ? WINDOW_SECONDS : null);
      // an index that is behind a new block says 503 for a moment
      if (after === null || (status !== 429 && status !== 503) || waits === MOST_WAITS)
        return { status, headers: sentBack, body: parsed(text) };
      const seconds = Number(after);
      await new Promise((resolve) => setTimeout(resolve, 1_000 * (seconds || WINDOW_SECONDS)));
    }
  }

  /** Every row of a list, by its cursor. Throws `Mismatch` where a page miscounts or has too many rows. */
  async pages(operation: OperationName, request: Request, rows: string, limit: number): Promise<Json[]> {
    const all: Json[] = [];
    for (let cursor: Json = null; ; ) {
      const query = { ...request.query, limit, ...(cursor === null ? {} : { cursor }) };
      const { pagination, [rows]: page } = await this.ok(operation, { ...request, query });
      equal(`${operation}: pageSize`, pagination.pageSize, page.length);
      holds(`${operation}: rows of a page`, page.length <= limit, `at most ${limit}`, page.length);
      cursor = pagination.nextCursor;
      equal(`${operation}: nextCursor is null on the last page only`, cursor !== null, pagination.hasNext);
      all.push(...page);
      if (cursor === null || page.length === 0) return all;
    }
  }
}

function withParameters(path: string, { params = {}, query = {} }: Request): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${filled}?${asked.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function saying({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)}`;
}
