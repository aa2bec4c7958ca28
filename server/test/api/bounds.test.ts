/** Sends to every operation what each field of its request takes at its bounds, and one past them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BOUNDS, OPTIONAL } from '../../../conformance/src/bounds.ts';
import { namesOf, type Place, type Probe, probesAt } from '../../../conformance/src/probes.ts';
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
  readonly place: Place;
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
  ...parameters.map(
    ({ in: place, name }): Field => ({ operation, path: name, place: place === 'path' ? 'params' : 'query' }),
  ),
  ...(requestBody ? pathsIn(requestBody.content['application/json'].schema) : []).map(
    (path): Field => ({ operation, path, place: 'body' }),
  ),
]);

const UUID = '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11';
/** Of a sale below the top offer, which the example is not. */
const CONFIRMATION = {
  selectedOffer: { offerId: UUID, priceSats: 50_000 },
  topOffer: { offerId: UUID, priceSats: 60_000 },
};
const TRAITS = { kind: 'traits', traits: [{ type: 'Fur', values: ['Grey'] }] };

/** The example of an operation, with what the field at `path` is in where the example leaves that out. */
function exampleFor({ operation, path }: Field): Probe['request'] {
  const { parameters = [], requestBody } = operations.get(operation)!;
  const params = parameters.flatMap(({ in: place, name, example }) =>
    place === 'path' ? [[name, String(example)]] : [],
  );
  const body = structuredClone(requestBody?.content['application/json'].example ?? {}) as Record<
    string,
    unknown
  >;
  if (path.startsWith('target.traits')) body['target'] = structuredClone(TRAITS);
  if (path.startsWith('belowTopOfferConfirmation'))
    body['belowTopOfferConfirmation'] = structuredClone(CONFIRMATION);
  if (/^(signerAddress|inputsToSign|psbtBase64)\b/.test(path))
    Object.assign(body, structuredClone(body['signedSellerStep']));
  // biome-ignore lint/suspicious/noExplicitAny: any body
  let at: any = body;
  for (const step of path.replaceAll('[]', '.0').split('.').slice(0, -1)) {
    if (requestBody && at[step] === undefined)
      at[step] = step === 'signedSteps' ? [{ stepIndex: 0, ...structuredClone(at) }] : {};
    at = at[step];
  }
  return { params: Object.fromEntries(params), query: {}, body };
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

/** Sends a request; returns the sentence if the form of it is refused. */
async function refusalOf(operation: string, { params = {}, query = {}, body }: Probe['request']) {
  const [method, path] = operation.split(' ') as [string, string];
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  const at = `${url}?${new URLSearchParams(query as Record<string, string>)}`;
  const {
    status,
    body: answer,
    headers,
  } = method === 'GET' ? await api.get(at, token) : await api.post(at, body, token);
  const isOfForm = status === 400 && headers['x-error-code'] === 'malformed';
  // The example selects a coin that it offers, and names the offer of its path; others have the right form.
  return isOfForm && !/( which spendableUtxos lacks|; send the same)$/.test(answer.error)
    ? (answer.error as string)
    : null;
}

test('every field of every request has a bound', () => {
  expect(fields.length).toBeGreaterThan(300);
  const namesIn = ({ operation, path }: Field) => namesOf(operation, path);
  const without = fields.filter((field) => !namesIn(field).some((name) => BOUNDS[name]));
  expect(without.map(({ operation, path }) => `${operation}: ${path}`)).toEqual([]);
  const used = new Set(fields.flatMap(namesIn));
  expect([...Object.keys(BOUNDS), ...OPTIONAL].filter((name) => !used.has(name))).toEqual([]);
});

test.each([...operations.keys()].filter((one) => fields.some(({ operation }) => operation === one)))(
  '%s takes each field up to its bound and not beyond',
  async (operation) => {
    const wrong: string[] = [];
    for (const field of fields.filter((one) => one.operation === operation)) {
      const path = field.path.replaceAll('[]', '[0]');
      const name = field.path.split('.').at(-1)!;
      for (const { what, request, isTaken } of probesAt(
        operation,
        exampleFor(field),
        field.place,
        field.path,
      )) {
        const sentence = await refusalOf(operation, request);
        const isRefused = sentence?.startsWith(`${path} `) || sentence?.endsWith(` have ${name}`);
        if (isTaken === (isRefused ?? false))
          wrong.push(`${what} is ${isTaken ? 'refused' : 'taken'}: ${sentence}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

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
