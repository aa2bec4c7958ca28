/** The documents for programs in other languages, made from the routes and the schemas of events. */
import { EVENT_SCHEMAS, TYPES } from '@ordbook/api/event/event';
import { openapiDocument } from '../server/src/cli/openapi-document.ts';

/** `docs/openapi.json`: what `/openapi.json` of a service returns, without what only its settings know. */
export async function openapiFile(): Promise<string> {
  return `${JSON.stringify(await openapiDocument(), null, 2)}\n`;
}

/**
 * `docs/events.schema.json`: the JSON schema of the events of each topic, and of types that are still to come:
 * a receiver that validates with it takes them too.
 */
export function eventSchemasFile(): string {
  const known = Object.entries(TYPES).flatMap(([topic, names]) => names.map((name) => `${topic}.${name}`));
  const other = {
    description: 'An event of a type that this version does not know: ignore it.',
    ...{ type: 'object', required: ['type'] },
    properties: { type: { type: 'string', not: { enum: known } } },
  };
  const $defs = { ...EVENT_SCHEMAS, other };
  const oneOf = Object.keys($defs).map((topic) => ({ $ref: `#/$defs/${topic}` }));
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', oneOf, $defs }, null, 2)}\n`;
}
