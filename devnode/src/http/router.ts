import {
  type Answer,
  emptyAnswer,
  notFound,
  Refused,
  refusalAnswer,
  textAnswer,
  withHeaders,
} from './answer.ts';

/** A request as a handler sees it; `params` are the path's variable parts in order. */
export interface Request<Context> {
  readonly context: Context;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: string;
  readonly acceptEncoding: string | undefined;
}

export type Handler<Context> = (request: Request<Context>) => Answer | Promise<Answer>;

/** A path, with `*` for its variable parts, and its handlers of GET and POST. */
export interface Route<Context> {
  readonly path: string;
  readonly get?: Handler<Context>;
  readonly post?: Handler<Context>;
}

/** How a request comes in. Header names are lower case. */
export interface HandleOptions {
  readonly method?: string | undefined;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface RouterOptions<Context> {
  readonly routes: readonly Route<Context>[];
  /** The context of the handlers, created for each request. */
  readonly context: () => Context | Promise<Context>;
  /** Headers of every response that does not set them itself. */
  readonly headers: Answer['headers'];
  /** Called with errors other than refusals, which return 500 without detail. */
  readonly report: (error: unknown) => void;
}

/** Returns a function that responds to requests and never rejects. */
export function createRouter<Context>({ routes, context, headers, report }: RouterOptions<Context>) {
  return async (path: string, options: HandleOptions = {}): Promise<Answer> => {
    try {
      const url = new URL(path, 'http://localhost');
      return withHeaders(await answerTo(routes, context, url, options), headers);
    } catch (error) {
      if (error instanceof Refused) return withHeaders(refusalAnswer(error), headers);
      report(error);
      return withHeaders(textAnswer('Internal Server Error', 500), headers);
    }
  };
}

async function answerTo<Context>(
  routes: readonly Route<Context>[],
  context: () => Context | Promise<Context>,
  url: URL,
  { method = 'GET', body = '', headers = {} }: HandleOptions,
): Promise<Answer> {
  const matched = match(routes, url.pathname);
  if (matched === undefined) throw new Refused(404, missing(url.pathname, routes));
  const { get, post } = matched.route;
  const handler = method === 'POST' ? post : method === 'GET' || method === 'HEAD' ? get : undefined;
  if (handler === undefined) {
    return emptyAnswer(405, { allow: [get && 'GET,HEAD', post && 'POST'].filter(Boolean).join() });
  }
  const answer = await handler({
    context: await context(),
    params: matched.params,
    query: url.searchParams,
    body,
    acceptEncoding: headers['accept-encoding'],
  });
  return method === 'HEAD' ? { ...answer, body: new Uint8Array() } : answer;
}

const missing = (path: string, routes: readonly { readonly path: string }[]): string =>
  `devnode has no ${path} here; it has ${routes
    .map((route) => route.path)
    .sort()
    .join(' ')}`;

/** Fixed parts win over variable ones. */
function match<R extends { readonly path: string }>(
  routes: readonly R[],
  pathname: string,
): { route: R; params: string[] } | undefined {
  const parts = pathname.split('/');
  const fits = (pattern: readonly string[]) =>
    pattern.length === parts.length &&
    pattern.every((part, i) => (part === '*' ? parts[i] !== '' : part === parts[i]));
  const variables = (each: R) => each.path.split('*').length;
  const [route] = routes
    .filter((each) => fits(each.path.split('/')))
    .sort((a, b) => variables(a) - variables(b));
  if (route === undefined) return undefined;
  const pattern = route.path.split('/');
  return { route, params: parts.filter((_, i) => pattern[i] === '*').map(decodePart) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refused(400, `Invalid URL: Invalid UTF-8 in \`${part}\``);
  }
}

/** The value, or a 404 that names what was looked for. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}
