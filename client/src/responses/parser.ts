import type { AnswerSchema } from '@ordbook/api/answers';
import { patternDemand } from '@ordbook/api/fields/patterns';
import type { NetworkName } from '../wallet/network.ts';
import { formatOf } from './formats.ts';
import { shown, UnexpectedResponse, WHOLE } from './unexpected-response.ts';

/** Reads a value at a path. Returns a copy that has the known fields only. */
type Read = (value: unknown, field: string) => unknown;

/** A rule for a value of the right type: whether it holds. */
type Rule = (value: never) => boolean;

/**
 * Compiles a schema into a parser of the response of `operation`. The parser returns a copy that has the
 * fields of the schema only; it throws `UnexpectedResponse` for the first field that is not as the schema
 * says. Every refusal names the field, its value and what is allowed.
 *
 * It does not use `eval`, and it does not recurse into fields that the schema does not have.
 */
export function compile(schema: AnswerSchema, operation: string, network: NetworkName | undefined): Read {
  const reader = (node: AnswerSchema): Read => {
    if (node.anyOf) return union(node.anyOf);
    const types = typesOf(node);
    const type = types.find((one) => one !== 'null');
    const orNull = types.includes('null');
    const demand = demandOf(node, network);
    const refuse = (value: unknown, field: string): never => {
      // a token opens a session: it is never shown, not even a bad one
      const seen = field === 'sessionToken' ? 'a text that is not shown' : shown(value);
      throw new UnexpectedResponse(operation, field, `is ${seen}; it must be ${demand}`);
    };
    const base = type === 'object' ? object(node, refuse) : type === 'array' ? array(node, refuse) : null;
    const rules = base ? [] : rulesOf(node, network);
    const plain: Read = (value, field) => {
      if (typeof value !== JS_TYPES[type ?? 'null']) return refuse(value, field);
      for (const rule of rules) if (!rule(value as never)) return refuse(value, field);
      return value === 0 ? 0 : value; // JSON has -0, amounts have not
    };
    const read = base ?? plain;
    return orNull ? (value, field) => (value === null ? null : read(value, field)) : read;
  };

  const object = ({ properties = {}, required = [] }: AnswerSchema, refuse: Read): Read => {
    const fields = Object.entries(properties).map(([name, schema]) => ({
      name,
      read: reader(schema),
      isRequired: required.includes(name),
    }));
    return (value, field) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(value, field);
      const copy: Record<string, unknown> = {};
      for (const { name, read, isRequired } of fields) {
        const found = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
        if (found !== undefined || isRequired) copy[name] = read(found, inside(field, name));
      }
      return copy;
    };
  };

  const array = (
    { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: AnswerSchema,
    refuse: Read,
  ): Read => {
    const read = reader(items!);
    return (value, field) => {
      if (!Array.isArray(value) || value.length < minItems || value.length > maxItems)
        return refuse(value, field);
      const at = field === WHOLE ? '' : field;
      return value.map((item, index) => read(item, `${at}[${index}]`));
    };
  };

  const union = (branches: readonly AnswerSchema[]): Read => {
    const { name, readers } = discriminated(branches, reader);
    return (value, field) => {
      const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
      const kind = isObject ? (value as Record<string, unknown>)[name] : undefined;
      const read = readers.get(kind);
      if (read) return read(value, field);
      const allowed = [...readers.keys()].join(', ');
      throw new UnexpectedResponse(
        operation,
        inside(field, name),
        `is ${shown(kind)}; it must be one of ${allowed}`,
      );
    };
  };

  return reader(schema);
}

function inside(field: string, name: string): string {
  return field === WHOLE ? name : `${field}.${name}`;
}

/** The property whose only value differs between the branches of a union, and the reader of each value. */
function discriminated(branches: readonly AnswerSchema[], reader: (schema: AnswerSchema) => Read) {
  const name = Object.keys(branches[0]?.properties ?? {}).find((property) =>
    branches.every((branch) => branch.properties?.[property]?.enum?.length === 1),
  );
  if (name === undefined)
    throw new Error('a union of response schemas has no property that differs in each branch');
  const readers = new Map(
    branches.map((branch) => [branch.properties![name]!.enum![0] as unknown, reader(branch)]),
  );
  return { name, readers };
}

const JS_TYPES = {
  null: 'null',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  string: 'string',
  array: 'object',
  object: 'object',
} as const;

function typesOf({ type = [] }: AnswerSchema) {
  return typeof type === 'string' ? [type] : type;
}

/** What holds of a value of a type other than object and array; the length of a text first. */
function rulesOf(schema: AnswerSchema, network: NetworkName | undefined): Rule[] {
  const { enum: values, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const types = typesOf(schema);
  const rules: Rule[] = [];
  if (types.includes('integer')) rules.push((value: number) => Number.isSafeInteger(value));
  if (types.includes('integer') || types.includes('number'))
    rules.push((value: number) => Number.isFinite(value) && value >= minimum && value <= maximum);
  if (types.includes('string')) rules.push(...textRules(schema, network));
  if (values) rules.push((value: never) => values.includes(value));
  return rules;
}

function textRules(
  { minLength = 0, maxLength, pattern, format }: AnswerSchema,
  network: NetworkName | undefined,
) {
  const rules: Rule[] = [];
  if (maxLength !== undefined)
    rules.push((text: string) => text.length <= maxLength || charactersOf(text, maxLength) <= maxLength);
  if (minLength > 0) rules.push((text: string) => charactersOf(text, minLength) >= minLength);
  rules.push((text: string) => !/\p{Surrogate}/u.test(text));
  if (pattern !== undefined) {
    const form = new RegExp(pattern, 'u');
    rules.push((text: string) => form.test(text));
  }
  if (format !== undefined) rules.push(formatOf(format, network).holds);
  return rules;
}

/** Unicode characters of a text, as schemas count them; some number above `limit` when there are more. */
function charactersOf(text: string, limit: number): number {
  return text.length > 2 * limit ? limit + 1 : [...text].length;
}

/** What a value must be, in words. */
function demandOf(schema: AnswerSchema, network: NetworkName | undefined): string {
  const words = typesOf(schema).map((type) => (type === 'null' ? 'null' : typeDemand(type, schema, network)));
  return words.join(' or ');
}

function typeDemand(
  type: keyof typeof JS_TYPES,
  schema: AnswerSchema,
  network: NetworkName | undefined,
): string {
  const { enum: values, minItems = 0, minLength = 0, maxLength, maxItems, pattern, format } = schema;
  if (values) return `one of ${values.filter((value) => value !== null).join(', ')}`;
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
    case 'number':
      return `a ${type === 'integer' ? 'whole ' : ''}number${range(schema)}`;
    case 'string': {
      const form = format
        ? formatOf(format, network).demand
        : pattern !== undefined
          ? patternDemand(pattern)!.replace(/^must be /, '')
          : 'text';
      if (format?.startsWith('bitcoin-address')) return form;
      const least = minLength > 0 ? `${figure(minLength)} to ` : 'at most ';
      return maxLength === undefined ? form : `${form} of ${least}${figure(maxLength)} characters`;
    }
    case 'array':
      return `an array${minItems > 0 ? ` of at least ${minItems}` : ''}${maxItems === undefined ? '' : ` of at most ${maxItems}`}`;
    default:
      return 'an object';
  }
}

function range({ minimum, maximum }: AnswerSchema): string {
  if (minimum === undefined) return '';
  return maximum === undefined
    ? ` of at least ${figure(minimum)}`
    : ` from ${figure(minimum)} to ${figure(maximum)}`;
}

function figure(value: number): string {
  return value.toLocaleString('en-US');
}
