import { OPERATIONS } from '@ordbook/api/operations';
import { BOUNDS, OPTIONAL } from './bounds.ts';
import type { OperationName } from './fields.ts';
import type { Json, Request } from './http.ts';
import type { Market } from './market.ts';

/** Fields whose bounds the specification leaves open. */
const OPEN: ReadonlySet<string> = new Set([
  ...['inputsToSign', 'signingIndexes', 'signingIndexes[]', 'sigHash', 'stepIndex', 'disableTweakSigner'],
  ...['traits', 'values', 'values[]', 'type', 'cursor', 'belowTopOfferConfirmation'],
]);
/** Fields of the specification that a request may leave out, and that ours do. */
const LEFT_OUT = ['durationDays', 'validityHours', 'roundUpDonation', 'offerCount'];

/** A request with one field that is not as the specification says. */
export interface Probe {
  readonly what: string;
  readonly request: Request;
}

type Place = 'params' | 'query' | 'body';

/**
 * For each field of a request: one past its bounds, of another type, and left out where it is required. Each
 * must be refused with 400 and change nothing; the request itself must be accepted.
 */
export function probesOf(operation: OperationName, request: Request): Probe[] {
  const { params, query, body } = OPERATIONS[operation] as { [part in Place]?: { properties?: object } };
  const names = (part: typeof body) => Object.keys(part?.properties ?? {});
  const optional = names(body).filter((name) => LEFT_OUT.includes(name));
  return [
    ...names(params).flatMap((name) => probesAt(operation, request, 'params', name)),
    ...names(query).flatMap((name) => probesAt(operation, request, 'query', name)),
    ...[...new Set([...pathsIn(request.body), ...optional])].flatMap((path) =>
      probesAt(operation, request, 'body', path),
    ),
  ];
}

function probesAt(operation: OperationName, request: Request, place: Place, path: string): Probe[] {
  const name = path.split('.').at(-1)!;
  const names = [`${operation} ${path}`, `${operation} ${name}`, name];
  const bound = names.map((one) => BOUNDS[one]).find(Boolean);
  if (!bound || names.some((one) => OPEN.has(one))) return [];
  const probe = (value: Json, what: string): Probe => ({
    what: `with ${path} ${what}`,
    request: { ...request, [place]: changed(request[place] ?? {}, path, value) },
  });
  const isOptional = names.some((one) => OPTIONAL.has(one));
  const missing =
    isOptional || place === 'params' || path.endsWith('[]') ? [] : [probe(undefined, 'left out')];
  if ('least' in bound) {
    const item = valueAt(request.body, path)?.[0];
    const counts = [...(bound.least > 0 ? [bound.least - 1] : []), bound.most + 1];
    return [...missing, ...counts.map((count) => probe(many(count, item), `of ${count} items`))];
  }
  // A URL has text alone, and no empty part in its path.
  const fits = (value: unknown) =>
    place === 'body' || (typeof value === typeof bound.takes[0] && (value !== '' || place === 'query'));
  const refused = bound.refuses.filter(fits);
  return [...missing, ...refused.map((value) => probe(value, JSON.stringify(value).slice(0, 80)))];
}

/** Sends every probe of an operation. Throws `Mismatch` for the first that is not refused with 400. */
export async function refuseBeyondBounds(market: Market, operation: OperationName): Promise<void> {
  const request = await market.request(operation);
  for (const { what, request: sent } of probesOf(operation, request))
    await market.service.refused(operation, [400], sent, what);
  await market.act(operation);
}

/** The paths of all values and lists in a body, of the first item of each list. */
function pathsIn(value: Json, path = ''): string[] {
  const own = path === '' ? [] : [path];
  if (Array.isArray(value)) return [...own, ...pathsIn(value[0], `${path}[]`)];
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : own;
  return Object.entries(value).flatMap(([name, one]) => pathsIn(one, path === '' ? name : `${path}.${name}`));
}

const stepsOf = (path: string) => path.replaceAll('[]', '.0').split('.');

function valueAt(body: Json, path: string): Json {
  return stepsOf(path).reduce((value, step) => value?.[step], body);
}

/** A copy of a body with another value at `path`: of what it was, by a function; undefined: without it. */
export function changed(body: Json, path: string, value: unknown): Json {
  const copy = structuredClone(body);
  const steps = stepsOf(path);
  const last = steps.pop()!;
  const holder = steps.reduce((part, step) => part[step], copy);
  const now = typeof value === 'function' ? value(holder[last]) : value;
  if (now === undefined) delete holder[last];
  else holder[last] = now;
  return copy;
}

/** As many items, which no two have an id in common. */
export function many(count: number, item: unknown): unknown[] {
  return Array.from({ length: count }, (_, index) => {
    const [four, eight] = [4, 8].map((length) => index.toString(16).padStart(length, '0'));
    const text = JSON.stringify(item ?? 0)
      .replaceAll(/"[0-9a-f]{4}(?=[0-9a-f]{60}(i\d+)?")/g, `"${four}`)
      .replaceAll(/"[0-9a-f]{8}(?=-[0-9a-f]{4}-)/g, `"${eight}`);
    return JSON.parse(text) as unknown;
  });
}
