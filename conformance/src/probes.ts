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

/** A request with another value of one field, at its bounds or past them. */
export interface Probe {
  readonly what: string;
  readonly request: Request;
  readonly isTaken: boolean;
}

export type Place = 'params' | 'query' | 'body';

/** The names under which the tables have a field, the narrowest first. */
export function namesOf(operation: string, path: string): string[] {
  const name = path.split('.').at(-1)!;
  return [`${operation} ${path}`, `${operation} ${name}`, name];
}

/**
 * A field at each of its bounds, one past them, of another type, and left out. `path`: with `[]` for the first item of
 * a list. None where the tables lack the field.
 */
export function probesAt(operation: string, request: Request, place: Place, path: string): Probe[] {
  const names = namesOf(operation, path);
  const bound = names.map((one) => BOUNDS[one]).find(Boolean);
  if (!bound) return [];
  const probe = (isTaken: boolean, value: Json, what = JSON.stringify(value)): Probe => ({
    what: `with ${path} ${what.slice(0, 80)}`,
    request: { ...request, [place]: changed(request[place] ?? {}, path, value) },
    isTaken,
  });
  // a field of the same name deeper in the body may be required
  const isOptional = OPTIONAL.has(names[0]!) || OPTIONAL.has(names[2]!);
  const leftOut = place === 'params' || path.endsWith('[]') ? [] : [probe(isOptional, undefined, 'left out')];
  if ('least' in bound) {
    const { least, most } = bound;
    const item = valueAt(request.body, path)?.[0];
    const counts = [...(least > 0 ? [least - 1] : []), least, most, most + 1];
    const taken = (count: number) => count >= least && count <= most;
    return [
      ...leftOut,
      ...counts.map((count) => probe(taken(count), many(count, item), `of ${count} items`)),
    ];
  }
  const { takes, refuses } = bound;
  // A URL has text alone, and no empty part in its path.
  const fits = (value: unknown) =>
    place === 'body' ||
    ((takes.length === 0 || typeof value === typeof takes[0]) && (value !== '' || place === 'query'));
  return [
    ...leftOut,
    ...takes.map((value) => probe(true, value)),
    ...refuses.filter(fits).map((value) => probe(false, value)),
  ];
}

/** Sends every probe that must be refused. Throws `Mismatch` for the first that is not refused with 400. */
export async function refuseBeyondBounds(market: Market, operation: OperationName): Promise<void> {
  const request = await market.request(operation);
  const parts = OPERATIONS[operation] as { [part in Place]?: { properties?: object } };
  const names = (place: Place) => Object.keys(parts[place]?.properties ?? {});
  const inBody = new Set([
    ...pathsIn(request.body),
    ...names('body').filter((name) => LEFT_OUT.includes(name)),
  ]);
  const fields = [
    ...names('params').map((name) => ['params', name] as const),
    ...names('query').map((name) => ['query', name] as const),
    ...[...inBody].map((path) => ['body', path] as const),
  ].filter(([, path]) => !namesOf(operation, path).some((one) => OPEN.has(one)));
  for (const [place, path] of fields)
    for (const { what, request: sent, isTaken } of probesAt(operation, request, place, path))
      if (!isTaken) await market.service.refused(operation, [400], sent, what);
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
