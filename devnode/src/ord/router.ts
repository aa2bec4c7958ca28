import {
  type Answer,
  emptyAnswer,
  notFound,
  Refused,
  refusalAnswer,
  textAnswer,
  withHeaders,
} from './answer.ts';
import type { OrdContext } from './context.ts';

/** A request as a handler sees it; `params` are the path's variable parts in order. */
export interface OrdRequest {
  readonly context: OrdContext;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: string;
  readonly acceptEncoding: string | undefined;
}

export type Handler = (request: OrdRequest) => Answer | Promise<Answer>;

/** A path, with `*` for its variable parts, and what answers GET and POST there. */
export interface Route {
  readonly path: string;
  readonly get?: Handler;
  readonly post?: Handler;
}

/** How a request comes in. Header names are lower case. */
export interface HandleOptions {
  readonly method?: string | undefined;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** What every answer of `ord` carries unless it sets it itself. */
const EVERYWHERE = {
  'content-security-policy': "default-src 'self'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
  'access-control-allow-origin': '*',
};

/** Answers one request. A handler's error that is no refusal goes to `report` and is answered 500 without detail. */
export async function route(
  routes: readonly Route[],
  context: OrdContext,
  path: string,
  options: HandleOptions,
  report: (error: unknown) => void,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await answerTo(routes, context, new URL(path, 'http://ord.invalid'), options);
  } catch (error) {
    if (error instanceof Refused) answer = refusalAnswer(error);
    else {
      report(error);
      answer = textAnswer('Internal Server Error', 500);
    }
  }
  return withHeaders(answer, EVERYWHERE);
}

async function answerTo(
  routes: readonly Route[],
  context: OrdContext,
  url: URL,
  { method = 'GET', body = '', headers = {} }: HandleOptions,
): Promise<Answer> {
  const found = match(routes, url.pathname);
  if (found === undefined) return emptyAnswer(404);
  const { get, post } = found.route;
  const handler = method === 'POST' ? post : method === 'GET' || method === 'HEAD' ? get : undefined;
  if (handler === undefined) {
    return emptyAnswer(405, { allow: [get && 'GET,HEAD', post && 'POST'].filter(Boolean).join() });
  }
  const { params } = found;
  const answer = await handler({
    context,
    params,
    query: url.searchParams,
    body,
    acceptEncoding: headers['accept-encoding'],
  });
  return method === 'HEAD' ? { ...answer, body: new Uint8Array() } : answer;
}

/** Fixed parts win over variable ones. */
function match(routes: readonly Route[], pathname: string): { route: Route; params: string[] } | undefined {
  const parts = pathname.split('/');
  const fits = (pattern: readonly string[]) =>
    pattern.length === parts.length &&
    pattern.every((part, i) => (part === '*' ? parts[i] !== '' : part === parts[i]));
  const candidates = routes.filter((each) => fits(each.path.split('/')));
  const variables = (each: Route) => each.path.split('*').length;
  const [route] = candidates.sort((a, b) => variables(a) - variables(b));
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
