import { ADMIN_OPERATIONS } from '@ordbook/api/admin/operations';
import { PATTERNS } from '@ordbook/api/fields/patterns';
import { OPERATIONS } from '@ordbook/api/operations';
import { PAGE_OPERATIONS } from '@ordbook/api/page-operations';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { PREFIX } from '../../src/api/edge/route-config.ts';
import { documentedAdminApi, documentedApi, openapiDocument } from '../../src/cli/openapi-document.ts';

const PARTS = ['params', 'query', 'body', 'answer'] as const;
type Parts = { readonly [Part in (typeof PARTS)[number]]?: unknown };

interface Routes {
  /** The schemas of each route, by method and path as clients write them. */
  readonly schemas: ReadonlyMap<string, Parts>;
  /** Names of those that the document shows. */
  readonly documented: readonly string[];
}

async function routesOf(app: FastifyInstance): Promise<Routes> {
  const schemas = new Map<string, Parts>();
  const documented: string[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!schema?.response || method === 'HEAD') return;
    const { params, querystring: query, body, response } = schema;
    const name = `${String(method)} ${url.replace(PREFIX, '').replace(/:(\w+)/g, '{$1}')}`;
    schemas.set(name, { params, query, body, answer: (response as { 200: unknown })[200] });
    if (!schema.hide) documented.push(name);
  });
  await app.ready();
  await app.close();
  return { schemas, documented };
}

describe('the operations that clients know', () => {
  test('are the routes of the API, with their schemas', async () => {
    const { schemas, documented } = await routesOf(documentedApi());
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(documented.toSorted());
    expect(differing(OPERATIONS, schemas)).toEqual([]);
    expect(differing(PAGE_OPERATIONS, schemas)).toEqual([]);
  });

  test('of the admin API have the schemas of its routes', async () => {
    const { schemas } = await routesOf(documentedAdminApi());
    expect(differing(ADMIN_OPERATIONS, schemas)).toEqual([]);
  });
});

/** The parts of operations that are not the very objects of the routes. */
function differing(operations: Readonly<Record<string, Parts>>, routes: Routes['schemas']): string[] {
  return Object.entries(operations).flatMap(([name, operation]) =>
    PARTS.filter((part) => operation[part] !== routes.get(name)?.[part]).map((part) => `${name}: ${part}`),
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
