import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { documentFile, typesFile } from '../../../scripts/openapi.ts';
import { openapiDocument } from '../../src/cli/openapi-document.ts';

const root = new URL('../../../', import.meta.url);
const published = (path: string) => readFile(new URL(path, root), 'utf8');

test('the published OpenAPI document is that of the routes (npm run generate)', async () => {
  expect(await published('docs/openapi.json')).toBe(documentFile(await openapiDocument()));
});

test('the types of the client are those of the routes (npm run generate)', async () => {
  const types = await typesFile(await openapiDocument());
  expect(await published('client/src/generated/openapi.ts')).toBe(types);
});
