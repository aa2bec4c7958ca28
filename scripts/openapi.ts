/** The documents for programs in other languages, made from the routes and the schemas of events. */
import { EVENT_SCHEMAS } from '@ordbook/api/event/event';
import { openapiDocument } from '../server/src/cli/openapi-document.ts';

/** `docs/openapi.json`: what `/openapi.json` of a service returns, without what only its settings know. */
export async function openapiFile(): Promise<string> {
  return `${JSON.stringify(await openapiDocument(), null, 2)}\n`;
}

/** `docs/events.schema.json`: the JSON schema of the events of each topic. */
export function eventSchemasFile(): string {
  const $defs = Object.fromEntries(Object.entries(EVENT_SCHEMAS));
  const oneOf = Object.keys($defs).map((topic) => ({ $ref: `#/$defs/${topic}` }));
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', oneOf, $defs }, null, 2)}\n`;
}
