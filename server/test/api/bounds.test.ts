/** Sends to every operation what each field of its request takes at its bounds, and one past them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOUNDS, OPTIONAL } from '../../../conformance/src/bounds.ts';
import { many } from '../../../conformance/src/probes.ts';
import { openapiDocument } from '../../src/cli/openapi-document.ts';
import { storeExternalSales } from '../../src/store/sale/external-sales.ts';
import {
  makeCollection,
  makeInscriptions,
  makeListing,
  makeSeller,
  saleElsewhere,
} from '../store/contract/rows.ts';
import { type TestApi, testApi, testWallet } from '../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
interface Operation {
  readonly parameters?: readonly { in: 'path' | 'query'; name: string; schema: Schema; example?: unknown }[];
  readonly requestBody?: { content: { 'application/json': { schema: Schema; example: object } } };
}
interface Field {
  readonly operation: string;
  /** As a sentence names it, with `[]` for an item of a list. */
  readonly path: string;
  readonly place: 'path' | 'query' | 'body';
}

const document = (await openapiDocument()) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const resolved = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;

/** The paths of all fields in a schema. */
function pathsIn(schema: Schema, path = ''): string[] {
  const { properties = {}, items, anyOf = [] } = resolved(schema);
  const below = [
    ...Object.entries(properties).flatMap(([name, part]) =>
      pathsIn(part, path === '' ? name : `${path}.${name}`),
    ),
    ...(items ? pathsIn(items, `${path}[]`) : []),
    ...anyOf.flatMap((part) => pathsIn(part, path)),
  ];
  const isValue = below.length === 0 || items !== undefined;
  return [...new Set([...(isValue && path !== '' ? [path] : []), ...below])].filter(
    // an object in a list is no field of its own
    (one) => !one.endsWith('[]') || !below.some((other) => other.startsWith(`${one}.`)),
  );
}

const operations = new Map<string, Operation>();
for (const [url, methods] of Object.entries(document.paths))
  for (const [method, operation] of Object.entries(methods))
    operations.set(`${method.toUpperCase()} ${url}`, operation);

const fields: readonly Field[] = [...operations].flatMap(([operation, { parameters = [], requestBody }]) => [
  ...parameters.map(({ in: place, name }): Field => ({ operation, path: name, place })),
  ...(requestBody ? pathsIn(requestBody.content['application/json'].schema) : []).map(
    (path): Field => ({ operation, path, place: 'body' }),
  ),
]);

const nameOf = ({ path }: Field) => path.split('.').at(-1)!;
/** The names under which the tables have a field, the narrowest first. */
const namesOf = (field: Field) => [
  `${field.operation} ${field.path}`,
  `${field.operation} ${nameOf(field)}`,
  nameOf(field),
];
const boundOf = (field: Field) =>
  namesOf(field)
    .map((name) => BOUNDS[name])
    .find(Boolean);
const isOptional = (field: Field) =>
  OPTIONAL.has(`${field.operation} ${field.path}`) || OPTIONAL.has(nameOf(field));

const MISSING = Symbol('left out');
const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
/** Of a sale below the top offer, which the example is not. */
const CONFIRMATION = {
  selectedOffer: { offerId: UUID, priceSats: 50_000 },
  topOffer: { offerId: UUID, priceSats: 60_000 },
};
const TRAITS = { kind: 'traits', traits: [{ type: 'Fur', values: ['Grey'] }] };

/** A copy of `body` in which the field at `path`, of the first item of every list, is `change` of what it was. */
function changed(body: object, path: string, change: (was: unknown) => unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  if (path.startsWith('target.traits')) copy['target'] = structuredClone(TRAITS);
  if (path.startsWith('belowTopOfferConfirmation'))
    copy['belowTopOfferConfirmation'] = structuredClone(CONFIRMATION);
  if (/^(signerAddress|inputsToSign|psbtBase64)\b/.test(path))
    Object.assign(copy, structuredClone(copy['signedSellerStep']));
  const steps = path.replaceAll('[]', '.0').split('.');
  const last = steps.pop()!;
  // biome-ignore lint/suspicious/noExplicitAny: any body
  let at: any = copy;
  for (const step of steps) {
    if (at[step] === undefined)
      at[step] = step === 'signedSteps' ? [{ stepIndex: 0, ...structuredClone(at) }] : {};
    at = at[step];
  }
  const value = change(at[last]);
  if (value === MISSING) delete at[last];
  else at[last] = value;
  return copy;
}

let database: TestDatabase;
let api: TestApi;
let token: string;
beforeAll(async () => {
  database = await openTestDatabase();
  api = await testApi(database.db);
  ({ token } = await api.signIn(testWallet('caller')));
});
afterAll(async () => {
  await api.app.close();
  await database.close();
});

/** Sends the example of an operation with one field changed; returns the sentence if the form of it is refused. */
async function refusalOf(field: Field, change: (was: unknown) => unknown): Promise<string | null> {
  const { operation, path, place } = field;
  const { parameters = [], requestBody } = operations.get(operation)!;
  let [method, url] = operation.split(' ') as [string, string];
  const query = new URLSearchParams();
  for (const { in: where, name, example } of parameters) {
    const value = where === place && name === path ? change(example) : example;
    if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (where === place && name === path && value !== MISSING) query.set(name, String(value));
  }
  const body = requestBody?.content['application/json'].example;
  const at = `${url}?${query}`;
  const {
    status,
    body: answer,
    headers,
  } = method === 'GET'
    ? await api.get(at, token)
    : await api.post(at, place === 'body' ? changed(body!, path, change) : body, token);
  const isOfForm = status === 400 && headers['x-error-code'] === 'malformed';
  // The example selects a coin that it offers, and names the offer of its path; others have the right form.
  return isOfForm && !/( which spendableUtxos lacks|; send the same)$/.test(answer.error)
    ? answer.error
    : null;
}

test('every field of every request has a bound', () => {
  expect(fields.length).toBeGreaterThan(300);
  const without = fields.filter((field) => !boundOf(field));
  expect(without.map(({ operation, path }) => `${operation}: ${path}`)).toEqual([]);
  const used = new Set(fields.flatMap(namesOf));
  expect([...Object.keys(BOUNDS), ...OPTIONAL].filter((name) => !used.has(name))).toEqual([]);
});

interface Case {
  readonly what: string;
  readonly change: (was: unknown) => unknown;
  readonly isTaken: boolean;
}

function casesOf(field: Field): Case[] {
  const bound = boundOf(field)!;
  const leftOut: Case = { what: 'none', change: () => MISSING, isTaken: isOptional(field) };
  const isItem = field.place === 'path' || field.path.endsWith('[]');
  if ('least' in bound) {
    const items = (count: number, isTaken: boolean): Case => ({
      what: `${count} items`,
      change: (was) => many(count, (was as unknown[] | undefined)?.[0]),
      isTaken,
    });
    const { least, most } = bound;
    const few = least > 0 ? [items(least - 1, false)] : [];
    return [...few, items(least, true), items(most, true), items(most + 1, false), leftOut];
  }
  const value = (isTaken: boolean) => (one: unknown) => ({ what: shown(one), change: () => one, isTaken });
  // A URL has text alone, and no empty part in its path.
  const fits = (one: unknown) =>
    field.place === 'body' ||
    (typeof one === typeof bound.takes[0] && (one !== '' || field.place === 'query'));
  return [
    ...bound.takes.map(value(true)),
    ...bound.refuses.filter((one) => fits(one) || bound.takes.length === 0).map(value(false)),
    ...(isItem ? [] : [leftOut]),
  ];
}

test.each([...operations.keys()].filter((one) => fields.some(({ operation }) => operation === one)))(
  '%s takes each field up to its bound and not beyond',
  async (operation) => {
    const wrong: string[] = [];
    for (const field of fields.filter((one) => one.operation === operation)) {
      const path = field.path.replaceAll('[]', '[0]');
      for (const { what, change, isTaken } of casesOf(field)) {
        const sentence = await refusalOf(field, change);
        const isRefused = sentence?.startsWith(`${path} `) || sentence?.endsWith(` have ${nameOf(field)}`);
        if (isTaken === (isRefused ?? false))
          wrong.push(`${path} ${what} is ${isTaken ? 'refused' : 'taken'}: ${sentence}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 70)}… (${text.length - 2})` : text;
}

test('a page has as many rows as its limit says, else 50, and 48 inscriptions', async () => {
  const { db } = database;
  const seller = await makeSeller(db);
  await makeCollection(db, 'many', { verified: true });
  const numbers = Array.from({ length: 101 }, (_, number) => number);
  await makeInscriptions(
    db,
    numbers.map((number) => ({ number })),
    'many',
  );
  for (const number of numbers) await makeListing(db, seller, 'many', [number]);
  const sold = numbers.map((number) => saleElsewhere(db, [number], { blockHeight: 101 }));
  await storeExternalSales(db, await Promise.all(sold));
  const rows = async (url: string, of: string) => (await api.get(url, token)).body[of].length as number;
  const inscriptions = '/collection/many/inscriptions';
  for (const limit of [1, 100]) {
    expect(await rows(`/listings?limit=${limit}`, 'listings')).toBe(limit);
    expect(await rows(`/sales?limit=${limit}`, 'sales')).toBe(limit);
    expect(await rows(`${inscriptions}?limit=${limit}`, 'items')).toBe(limit);
  }
  expect(await rows('/listings', 'listings')).toBe(50);
  expect(await rows('/sales', 'sales')).toBe(50);
  expect(await rows(inscriptions, 'items')).toBe(48);
});
