import { EVENT_SCHEMAS } from './event/event.ts';
import { OPERATIONS } from './operations.ts';

type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The part of JSON schema that describes an answer: what a client checks, without prose and examples. */
export interface AnswerSchema {
  /** Objects that differ in the one value that a property of theirs may have. */
  readonly anyOf?: readonly AnswerSchema[];
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly required?: readonly string[];
  readonly items?: AnswerSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'uuid' | 'date-time' | 'bitcoin-address' | 'bitcoin-address-or-none' | 'psbt';
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Keywords that tell a client nothing: it leaves unknown fields out, whatever a schema says of them. */
const PROSE: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  'default',
  'x-absent',
  'additionalProperties',
]);
/** Keywords that are kept as they are. */
const KEPT: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'required',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
]);

type Json = Readonly<Record<string, unknown>>;

/**
 * The schema of the answer with status 200, by operation, and of an event, by its topic (`event listing`).
 * Loading this module throws an Error for a schema that clients cannot check. In the published package it is
 * data (`answersModule`), so that a page loads neither prose nor TypeBox.
 */
export const ANSWERS: Readonly<Record<string, AnswerSchema>> = Object.fromEntries(
  [
    ...Object.entries(OPERATIONS).map(([name, { answer }]) => [name, answer] as const),
    ...Object.entries(EVENT_SCHEMAS).map(([topic, schema]) => [`event ${topic}`, schema] as const),
  ].map(([name, schema]) => [name, checkable(schema as unknown as Json, name)]),
);

/**
 * A schema without its prose. Formats are added by the name of the property: `bitcoin-address` and `psbt`;
 * and `bitcoin-address-or-none` where `x-absent` names the text that stands for no address. Throws an Error
 * for a keyword that clients do not check.
 */
export function checkable(schema: Json, name: string): AnswerSchema {
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (PROSE.has(keyword)) return [];
    if (KEPT.has(keyword)) return [[keyword, value]];
    if (keyword === 'const') return [['enum', [value]]];
    if (keyword === 'items') return [[keyword, checkable(value as Json, name)]];
    if (keyword === 'anyOf') return [[keyword, (value as Json[]).map((branch) => checkable(branch, name))]];
    if (keyword !== 'properties') throw new Error(`no client knows the keyword ${keyword} of ${name}`);
    const properties = Object.entries(value as Record<string, Json>);
    return [[keyword, Object.fromEntries(properties.map(([key, one]) => [key, checkable(one, key)]))]];
  });
  const format = formatOf(schema, name);
  return Object.fromEntries(format === undefined ? kept : [...kept, ['format', format]]);
}

function formatOf(schema: Json, name: string): AnswerSchema['format'] {
  const isText = [schema['type']].flat().includes('string');
  if (isText && /(^a|A)ddress$|^owner$/.test(name))
    return schema['x-absent'] === undefined ? 'bitcoin-address' : 'bitcoin-address-or-none';
  return name === 'psbtBase64' ? 'psbt' : undefined;
}
