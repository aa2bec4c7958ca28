import openapiTs, { astToString } from 'openapi-typescript';

/** The document as the file `docs/openapi.json` holds it. */
export function documentFile(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The client's types of the document, as the file `client/src/generated/openapi.ts` holds them. */
export async function typesFile(document: object): Promise<string> {
  const types = await openapiTs(JSON.parse(JSON.stringify(document)));
  return `// Generated from the routes by \`npm run generate\`. Do not edit.\n\n${astToString(types)}`;
}
