import { ADMIN_OPERATIONS } from '@ordbook/api/admin/operations';
import { PATTERNS } from '@ordbook/api/fields/patterns';
import { OPERATIONS } from '@ordbook/api/operations';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { PREFIX } from '../../src/api/edge/route-config.ts';
import { documentedAdminApi, documentedApi, openapiDocument } from '../../src/cli/openapi-document.ts';

type Parts = Readonly<Record<string, unknown>>;

/** The schemas of each documented route, by method and path as clients write them. */
async function schemasOf(app: FastifyInstance): Promise<ReadonlyMap<string, Parts>> {
  const found = new Map<string, Parts>();
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!schema?.response || schema.hide || method === 'HEAD') return;
    const { params, querystring: query, body, response } = schema;
    const parts = { params, query, body, answer: (response as { 200: unknown })[200] };
    const path = url.replace(PREFIX, '').replace(/:(\w+)/g, '{$1}');
    found.set(`${String(method)} ${path}`, parts);
  });
  await app.ready();
  await app.close();
  return found;
}

describe('the operations that clients know', () => {
  test('are the routes of the API, with their schemas', async () => {
    const routes = await schemasOf(documentedApi());
    expect(Object.keys(OPERATIONS).toSorted()).toEqual([...routes.keys()].toSorted());
    expect(differing(OPERATIONS, routes)).toEqual([]);
  });

  test('of the admin API have the schemas of its routes', async () => {
    expect(differing(ADMIN_OPERATIONS, await schemasOf(documentedAdminApi()))).toEqual([]);
  });
});

/** The parts of operations that are not the very objects of the routes. */
function differing(
  operations: Readonly<Record<string, Parts>>,
  routes: ReadonlyMap<string, Parts>,
): string[] {
  return Object.entries(operations).flatMap(([name, operation]) =>
    ['params', 'query', 'body', 'answer']
      .filter((part) => operation[part] !== routes.get(name)?.[part])
      .map((part) => `${name}: ${part}`),
  );
}

/** Patterns of one or two lengths. */
const FIXED: readonly string[] = [PATTERNS.hash, PATTERNS.publicKey];

test('no response has a text without a length, or a whole number without a range', async () => {
  const document = JSON.stringify(await openapiDocument());
  const open: string[] = [];
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, ...schema } = node as Record<string, unknown>;
    const types = [type].flat();
    const has = (...keywords: string[]) => keywords.some((keyword) => schema[keyword] !== undefined);
    if (
      types.includes('string') &&
      !has('maxLength', 'format', 'enum') &&
      !FIXED.includes(String(schema['pattern']))
    )
      open.push(path);
    if (types.includes('integer') && !has('enum') && !(has('minimum') && has('maximum'))) open.push(path);
    for (const [key, value] of Object.entries(node)) walk(value, `${path}/${key}`);
  };
  const { paths, components } = JSON.parse(document) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    components: { schemas: Record<string, unknown> };
  };
  for (const [path, methods] of Object.entries(paths))
    for (const { responses } of Object.values(methods)) walk(responses['200'], path);
  const { ErrorResponse: _, ...schemas } = components.schemas;
  walk(schemas, 'components');
  expect(open).toEqual([]);
});
