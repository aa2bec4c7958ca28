/** The documents for programs in other languages, made from the routes and the schemas of events. */
import { EVENT_SCHEMAS, TYPES } from '@ordbook/api/event/event';
import { openapiDocument } from '../server/src/cli/openapi-document.ts';

/** `docs/openapi.json`: what `/openapi.json` of a service returns, without what only its settings know. */
export async function openapiFile(): Promise<string> {
  return `${JSON.stringify(await openapiDocument(), null, 2)}\n`;
}

/** `docs/events.schema.json`: the JSON schema of the events of each topic, and of types that are to come. */
export function eventSchemasFile(): string {
  const known = Object.entries(TYPES).flatMap(([topic, names]) => names.map((name) => `${topic}.${name}`));
  const type = { type: 'string', not: { enum: known }, description: 'A type that is to come: ignore it.' };
  const $defs = { ...EVENT_SCHEMAS, other: { type: 'object', required: ['type'], properties: { type } } };
  const oneOf = Object.keys($defs).map((topic) => ({ $ref: `#/$defs/${topic}` }));
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', oneOf, $defs }, null, 2)}\n`;
}
