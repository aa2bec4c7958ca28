import { EVENT_SCHEMAS } from '@ordbook/api/event/event';
import * as MARKET from '@ordbook/api/market/market';
import { MyTrades, TradeStory } from '@ordbook/api/trade/trade';
import openapiTs, { astToString, NULL } from 'openapi-typescript';
import ts from 'typescript';

/** The document as the file `docs/openapi.json` holds it. */
export function documentFile(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

const NOTE = '// Generated from the routes by `npm run generate`. Do not edit.\n';

type Json = { [key: string]: unknown };
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Record<string, Json> };
}

const COMPONENT = '#/components/schemas/';
/** Marks an amount of a response for `typesFile`. It is in no published file. */
const SATS = 'sats';

/**
 * The client's types of the document, as the file `client/src/generated/openapi.ts` holds them. Amounts of
 * responses are `Sats`, which only the client's parser makes. Requests take plain numbers: a schema that both
 * use is written twice, the second time under the name of the first with `Sent`.
 */
export async function typesFile(document: object): Promise<string> {
  const copy = structuredClone(asJson(document)) as Document;
  separateRequests(copy);
  const types = await openapiTs(copy as never, {
    transform: ({ format, type }: { format?: string; type?: string | string[] }) => {
      if (format !== SATS) return undefined;
      const sats = ts.factory.createTypeReferenceNode('Sats');
      return Array.isArray(type) && type.includes('null')
        ? ts.factory.createUnionTypeNode([sats, NULL])
        : sats;
    },
  });
  return `${NOTE}\nimport type { Sats } from '../responses/sats.ts';\n\n${astToString(types)}`;
}

/**
 * The client's types of what `GET /market/…` takes and returns, and of the trades of a profile, as the file
 * `client/src/generated/market.ts` holds them. Amounts are plain numbers: they are for showing.
 */
export async function marketTypesFile(): Promise<string> {
  // in the order of names, whatever runs this: a namespace has no order of its own everywhere
  const named = Object.entries({ ...MARKET, MyTrades, TradeStory }).filter(
    ([name]) => name !== 'TraitGroups',
  );
  const schemas = Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  const info = { title: 'The market for visitors', version: '1' };
  const types = await openapiTs({ openapi: '3.1.0', info, paths: {}, components: { schemas } } as never, {
    immutable: true,
    defaultNonNullable: false,
  });
  return `${NOTE}\n${astToString(types)}`;
}

/**
 * The types of the admin API for the operator's console, as the file `console/src/operator/generated/admin.ts`
 * holds them. Amounts are plain numbers: they are for showing.
 */
export async function adminTypesFile(document: object): Promise<string> {
  const types = await openapiTs(structuredClone(asJson(document)) as never, {
    immutable: true,
    defaultNonNullable: false,
  });
  return `${NOTE}\n${astToString(types)}`;
}

function separateRequests({ paths, components: { schemas } }: Document): void {
  const sent = new Set<string>();
  const rename = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rename);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: string };
    if (!$ref) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rename(value)]));
    const name = $ref.slice(COMPONENT.length);
    if (!amountsIn(schemas[name], schemas)) return node;
    sent.add(name);
    return { $ref: `${$ref}Sent` };
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    operation['requestBody'] = rename(operation['requestBody']);
    if (operation['requestBody'] === undefined) delete operation['requestBody'];
    markAmounts(operation['responses']);
  }
  const copies: Record<string, unknown> = {};
  for (const name of sent) copies[`${name}Sent`] = rename(schemas[name]);
  for (const schema of Object.values(schemas)) markAmounts(schema);
  Object.assign(schemas, copies);
}

/** Whether a schema, or one that it refers to, has an amount. */
function amountsIn(node: unknown, schemas: Readonly<Record<string, Json>>): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { $ref } = node as { $ref?: string };
  if ($ref) return amountsIn(schemas[$ref.slice(COMPONENT.length)], schemas);
  return Object.entries(node).some(
    ([key, value]) => (key.endsWith('Sats') && typeof value === 'object') || amountsIn(value, schemas),
  );
}

function markAmounts(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key.endsWith('Sats') && typeof value === 'object') {
      const { items } = value as { items?: Json };
      (items ?? (value as Json))['format'] = SATS;
    } else markAmounts(value);
  }
}

/** Keywords that tell nothing about whether a response is valid. */
const PROSE = ['description', 'examples', 'default', 'x-absent'];
/** Keywords that the client's parser knows. A schema with another one cannot be generated. */
const KNOWN = new Set([
  '$ref',
  'anyOf',
  'type',
  'enum',
  'properties',
  'required',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
]);

/**
 * The schemas of the responses with status 200, as the file `client/src/generated/response-schemas.ts` holds
 * them. Formats are added by the name of a property: `bitcoin-address` and `psbt`; and
 * `bitcoin-address-or-none` where `x-absent` names the text that stands for no address. Throws an Error for a
 * schema that the client's parser cannot read, and for a pattern that `demandOf` has no words for.
 */
export function responseSchemasFile(
  document: object,
  demandOf: (pattern: string) => string | undefined,
): string {
  const { paths, components } = asJson(document) as Document;
  const patterns = new Set<string>();
  const used = new Set<string>();
  const read = (node: Json, name: string): Json => {
    const kept = Object.entries(node).filter(([keyword]) => !PROSE.includes(keyword));
    for (const [keyword] of kept)
      if (!KNOWN.has(keyword)) throw new Error(`the client does not know the keyword ${keyword} of ${name}`);
    const schema: Json = Object.fromEntries(kept);
    if (typeof schema['$ref'] === 'string') {
      const component = schema['$ref'].slice(COMPONENT.length);
      used.add(component);
      return { $ref: `#/$defs/${component}` };
    }
    if (typeof schema['pattern'] === 'string') patterns.add(schema['pattern']);
    if (/(^a|A)ddress$|^owner$/.test(name) && isText(schema))
      schema['format'] = node['x-absent'] === undefined ? 'bitcoin-address' : 'bitcoin-address-or-none';
    if (schema['format'] === 'int64') delete schema['format'];
    if (name === 'psbtBase64') schema['format'] = 'psbt';
    if (schema['items']) schema['items'] = read(schema['items'] as Json, name);
    if (schema['anyOf']) schema['anyOf'] = (schema['anyOf'] as Json[]).map((branch) => read(branch, name));
    if (schema['properties'])
      schema['properties'] = Object.fromEntries(
        Object.entries(schema['properties'] as Record<string, Json>).map(([key, value]) => [
          key,
          read(value, key),
        ]),
      );
    return schema;
  };
  const responses: [string, Json][] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses: byStatus }] of Object.entries(methods)) {
      const { content } = (byStatus as Record<string, { content: Record<string, { schema: Json }> }>)['200']!;
      const operation = `${method.toUpperCase()} ${path}`;
      responses.push([operation, read(content['application/json']!.schema, operation)]);
    }
  }
  const defs = Object.entries(components.schemas).map(
    ([name, schema]) => [name, read(schema, name)] as [string, Json],
  );
  const demands = [...patterns].map((pattern) => {
    const words = demandOf(pattern);
    if (words === undefined) throw new Error(`the pattern ${pattern} has no words`);
    return [pattern, words] as [string, string];
  });
  return [
    NOTE,
    "import type { Schema } from '../responses/schema.ts';",
    '',
    '/** JSON schema of the response with status 200, by method and path. */',
    table('RESPONSES', 'Schema', responses),
    '/** What `#/$defs/…` refers to. */',
    table(
      'DEFS',
      'Schema',
      defs.filter(([name]) => used.has(name)),
    ),
    '/** What a text must be to match a pattern, in words. */',
    table('DEMANDS', 'string', demands),
  ].join('\n');
}

function isText({ type }: Json): boolean {
  return [type].flat().includes('string');
}

function table(name: string, type: string, entries: readonly (readonly [string, unknown])[]): string {
  const lines = entries.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  return `export const ${name}: Readonly<Record<string, ${type}>> = {\n${lines.join('\n')}\n};\n`;
}

function asJson(document: object): unknown {
  return JSON.parse(JSON.stringify(document));
}

/** `docs/events.schema.json`: the JSON schema of the events of each topic. */
export function eventSchemasFile(): string {
  const $defs = Object.fromEntries(Object.entries(EVENT_SCHEMAS));
  const oneOf = Object.keys($defs).map((topic) => ({ $ref: `#/$defs/${topic}` }));
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', oneOf, $defs }, null, 2)}\n`;
}
