import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BODY_LIMITS } from '../../../src/api/edge/json-body.ts';
import { openapiDocument } from '../../../src/cli/openapi-document.ts';
import { type TestApi, testApi, testWallet } from '../../support/api.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: Content } }>>;
}
type Content = { readonly content: { readonly 'application/json': { readonly schema: Schema } } };

const document = (await openapiDocument()) as Document;
const bodies = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post?.requestBody ? [[path, post.requestBody.content['application/json'].schema] as const] : [],
);

const resolved = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').pop()!]! : schema;

/** Every schema inside a body's, with its path. */
function parts(schema: Schema, path = 'body'): [path: string, schema: Schema][] {
  const own = resolved(schema);
  return [
    [path, own],
    ...Object.entries(own.properties ?? {}).flatMap(([name, part]) => parts(part, `${path}.${name}`)),
    ...(own.items ? parts(own.items, `${path}[]`) : []),
    ...(own.anyOf ?? []).flatMap((part) => parts(part, path)),
  ];
}

const isOf = (type: string, schema: Schema) => [schema.type].flat().includes(type);
const hasEnd = (schema: Schema) =>
  schema['maxLength'] !== undefined ||
  schema['enum'] !== undefined ||
  schema['const'] !== undefined ||
  schema['format'] === 'uuid' ||
  (typeof schema['pattern'] === 'string' && /^\^[^+*]*\$$/.test(schema['pattern']));

test('every list and every text of every body has a greatest length', () => {
  expect(bodies.length).toBeGreaterThan(15);
  const endless = bodies.flatMap(([path, body]) =>
    parts(body)
      .filter(([, schema]) =>
        isOf('array', schema) ? schema['maxItems'] === undefined : isOf('string', schema) && !hasEnd(schema),
      )
      .map(([part]) => `${path}: ${part}`),
  );
  expect(endless).toEqual([]);
});

describe('the largest body', () => {
  let database: TestDatabase;
  let api: TestApi;
  let token: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    api = await testApi(database.db);
    ({ token } = await api.signIn(testWallet('bodies')));
  });
  afterAll(async () => {
    await api.app.close();
    await database.close();
  });

  const example = (path: string) =>
    path
      .replace('{slug}', 'mice')
      .replace('{id}', `${'ab'.repeat(32)}i0`)
      .replace(/\{(offerId|listingId)\}/, '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11');

  test.each(bodies)('of %s is no larger than what goes into it', async (path, body) => {
    const names = parts(body).map(([part]) => part);
    const has = (field: string) => names.some((name) => name.includes(field));
    const limit = has('psbtBase64')
      ? has('selectedPaymentUtxos')
        ? BODY_LIMITS.payments
        : BODY_LIMITS.signed
      : has('spendableUtxos') || has('target')
        ? BODY_LIMITS.coins
        : BODY_LIMITS.plain;
    const send = (bytes: number) =>
      api.app.inject({
        method: 'POST',
        url: `/api/v1${example(path)}`,
        payload: `{"a":"${'x'.repeat(bytes - 8)}"}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      });
    expect((await send(limit)).statusCode).not.toBe(413);
    const over = await send(limit + 1);
    expect([over.statusCode, over.json().error]).toEqual([413, `body must be at most ${limit} bytes`]);
  });

  test('has no more values than a thousand coins need, signed in or not', async () => {
    for (const path of ['/auth/verify', '/collection/mice/purchases/preflight']) {
      const answer = await api.post(path, { spendableUtxos: Array(31_000).fill(0) }, token);
      expect(answer).toMatchObject({ status: 400, body: { error: 'body must have at most 30000 values' } });
    }
  });
});
