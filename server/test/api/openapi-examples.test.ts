import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../src/cli/openapi-document.ts';

type Json = { readonly [key: string]: unknown };

const document = (await openapiDocument()) as Json;

/** Every schema of the document that has examples, with where it stands. */
function withExamples(node: unknown, path = ''): { path: string; schema: Json; examples: unknown[] }[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.entries(node).flatMap(([key, value]) => withExamples(value, `${path}/${key}`));
  const { examples, example } = node as { examples?: unknown; example?: unknown };
  // a property called `examples` is a schema, not a list of examples
  const own = Array.isArray(examples) ? examples : example === undefined ? [] : [example];
  if (own.length === 0 || !('type' in node)) return below;
  return [{ path, schema: node as Json, examples: own }, ...below];
}

/** The schema with every `$ref` written out. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value)]));
  const named = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Json)[step], document);
  return resolved(named);
}

describe('the OpenAPI document', () => {
  const found = withExamples(document);

  test('has examples, and each is valid for its schema', () => {
    expect(found.length).toBeGreaterThan(50);
    const invalid = found.filter(({ schema, examples }) => {
      const validator = Compile(resolved(schema) as Json);
      return examples.some((example) => !validator.Check(example));
    });
    expect(invalid.map(({ path, examples }) => ({ path, examples }))).toEqual([]);
  });

  test('names only schemas that it has', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name!,
    );
    const { schemas } = document['components'] as { schemas: Json };
    expect([...new Set(names)].filter((name) => !(name in schemas))).toEqual([]);
  });

  test('declares a body {error} for every error, and names every operation in camel case', () => {
    for (const [path, methods] of Object.entries(document['paths'] as Json)) {
      for (const operation of Object.values(methods as Json) as { operationId: string; responses: Json }[]) {
        expect(operation.operationId, path).toMatch(/^[a-z][A-Za-z]+$/);
        for (const [status, response] of Object.entries(operation.responses)) {
          if (status === '200') continue;
          expect(JSON.stringify(response), `${path} ${status}`).toContain(
            '#/components/schemas/ErrorResponse',
          );
        }
      }
    }
  });
});
