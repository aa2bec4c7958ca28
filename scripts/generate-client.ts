import { writeFile } from 'node:fs/promises';
import { patternDemand } from '@ordbook/api/fields/patterns';
import { adminDocument, openapiDocument } from '../server/src/cli/openapi-document.ts';
import {
  adminTypesFile,
  documentFile,
  eventSchemasFile,
  marketTypesFile,
  responseSchemasFile,
  typesFile,
} from './openapi.ts';

/**
 * `npm run generate`: writes the files that are generated from the routes. `server/test/api/openapi.test.ts`
 * compares them.
 */
const root = new URL('../', import.meta.url);
const document = await openapiDocument();
await writeFile(new URL('docs/openapi.json', root), documentFile(document));
await writeFile(new URL('docs/events.schema.json', root), eventSchemasFile());
await writeFile(new URL('client/src/generated/openapi.ts', root), await typesFile(document));
await writeFile(new URL('client/src/generated/market.ts', root), await marketTypesFile());
await writeFile(
  new URL('console/src/operator/generated/admin.ts', root),
  await adminTypesFile(await adminDocument()),
);
await writeFile(
  new URL('client/src/generated/response-schemas.ts', root),
  responseSchemasFile(document, patternDemand),
);
