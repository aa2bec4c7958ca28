import { readFile } from 'node:fs/promises';
import { PATTERNS, patternDemand } from '@ordbook/api/fields/patterns';
import { expect, test } from 'vitest';
import {
  adminTypesFile,
  documentFile,
  marketTypesFile,
  responseSchemasFile,
  typesFile,
} from '../../../scripts/openapi.ts';
import { adminDocument, openapiDocument } from '../../src/cli/openapi-document.ts';

const root = new URL('../../../', import.meta.url);
const published = (path: string) => readFile(new URL(path, root), 'utf8');

test('the published OpenAPI document is that of the routes (npm run generate)', async () => {
  expect(await published('docs/openapi.json')).toBe(documentFile(await openapiDocument()));
});

test('the types of the client are those of the routes (npm run generate)', async () => {
  const types = await typesFile(await openapiDocument());
  expect(await published('client/src/generated/openapi.ts')).toBe(types);
});

test('the types of the market in the client are those of its routes (npm run generate)', async () => {
  expect(await published('client/src/generated/market.ts')).toBe(await marketTypesFile());
});

test("the types of the operator's console are those of the admin API (npm run generate)", async () => {
  const types = await adminTypesFile(await adminDocument());
  expect(await published('console/src/operator/generated/admin.ts')).toBe(types);
});

test('the schemas by which the client checks responses are those of the routes (npm run generate)', async () => {
  const schemas = responseSchemasFile(await openapiDocument(), patternDemand);
  expect(await published('client/src/generated/response-schemas.ts')).toBe(schemas);
});

test('the client checks every text under the name of an address as an address', async () => {
  const schemas = await published('client/src/generated/response-schemas.ts');
  const named = [...schemas.matchAll(/"(\w*[aA]ddress|owner)":(\{[^}]*\})/g)];
  expect(named.length).toBeGreaterThan(15);
  for (const [, name, schema] of named)
    expect(JSON.parse(schema!), name).toMatchObject({
      format: expect.stringMatching(/^bitcoin-address(-or-none)?$/),
      maxLength: 120,
    });
});

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
