import type { TSchema } from '@fastify/type-provider-typebox';
import { patternDemand } from '@ordbook/api/fields/patterns';
import { Refusal } from '@ordbook/protocol/refusals';
import type { FastifySchemaCompiler } from 'fastify';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/** The part of a validation error that sentences are made of (the shape that AJV made common). */
interface Flaw {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
}

/** The demand of a rule that has no words of its own. */
const UNNAMED_FORM = 'must have the form that the API reference gives';

const PARTS: Record<string, string> = {
  body: 'body',
  params: 'path',
  querystring: 'query',
  headers: 'headers',
};

/**
 * Compiles a route's schema. Bodies are checked as sent: nothing is coerced, defaulted or removed. Queries
 * and paths are text: whole numbers are parsed where the schema asks for them, and defaults are filled in. A
 * flaw becomes `Refusal('malformed')` or `Refusal('unknown_field')`: one sentence with the field and its
 * value. The first request is what compiles it, so that a start does not wait for all routes.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ReturnType<typeof Compile> | null = null;
  const part = PARTS[httpPart ?? 'body'] ?? 'body';
  return (input: unknown) => {
    const value = part === 'query' || part === 'path' ? readText(schema, input) : input;
    const excess = excessIn(schema as Bounded, value, '');
    if (excess) return { error: refusalOf(schema, [excess], value, part) };
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return { value };
    return { error: refusalOf(schema, compiled.Errors(value) as Flaw[], value, part) };
  };
};

/** The parts of a schema that `excessIn` reads. */
interface Bounded {
  readonly properties?: Readonly<Record<string, Bounded>>;
  readonly items?: Bounded;
  readonly anyOf?: readonly Bounded[];
  readonly maxItems?: number;
}

/**
 * The first list that is longer than its schema allows, or null. Checked before anything else: the validator
 * would check every item of a list that is too long, and report the flaws of all of them.
 */
function excessIn(schema: Bounded, value: unknown, instancePath: string): Flaw | null {
  const { properties, items, anyOf = [], maxItems = Number.POSITIVE_INFINITY } = schema;
  if (typeof value !== 'object' || value === null) return null;
  const within = (parts: readonly (readonly [Bounded, unknown, string])[]): Flaw | null => {
    for (const [part, inside, path] of parts) {
      const excess = excessIn(part, inside, path);
      if (excess) return excess;
    }
    return null;
  };
  if (Array.isArray(value)) {
    if (value.length > maxItems) return { keyword: 'maxItems', instancePath, params: { limit: maxItems } };
    return items ? within(value.map((item, i) => [items, item, `${instancePath}/${i}`])) : null;
  }
  const fields = Object.entries(properties ?? {});
  return within([
    ...anyOf.map((branch) => [branch, value, instancePath] as const),
    ...fields.map(
      ([name, field]) =>
        [field, (value as Record<string, unknown>)[name], `${instancePath}/${name}`] as const,
    ),
  ]);
}

function readText(schema: TSchema, input: unknown): unknown {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  const read = Object.entries((input ?? {}) as Record<string, unknown>).map(([name, text]) => {
    const type = properties[name]?.type;
    if (type === 'integer' && typeof text === 'string' && /^-?\d{1,15}$/.test(text))
      return [name, Number(text)];
    return [name, text];
  });
  return Value.Default(schema, Object.fromEntries(read));
}

function refusalOf(schema: TSchema, flaws: readonly Flaw[], value: unknown, part: string): Refusal {
  const extra = flaws.find((flaw) => flaw.keyword === 'additionalProperties');
  if (extra) {
    const [name] = (extra.params as { additionalProperties: string[] }).additionalProperties;
    const known = fieldsAt(schema as Bounded, extra.instancePath);
    return new Refusal(
      'unknown_field',
      `${fieldName(extra.instancePath, part)} must not have the field ${quote(name)}${meant(name!, known)}`,
    );
  }
  const flaw = tellingFlaw(flaws);
  const field = fieldName(flaw.instancePath, part);
  if (flaw.keyword === 'required') {
    const missing = (flaw.params as { requiredProperties: string[] }).requiredProperties;
    const given = valueAt(value, flaw.instancePath);
    const expected = new Set(fieldsAt(schema as Bounded, flaw.instancePath));
    const others = Object.keys((given ?? {}) as object).filter((name) => !expected.has(name));
    const hint = missing.map((name) => insteadOf(name, others)).find((text) => text !== '') ?? '';
    return new Refusal('malformed', `${field} must have ${missing.join(', ')}${hint}`);
  }
  const seen = valueAt(value, flaw.instancePath);
  if (part === 'query' && Array.isArray(seen))
    return new Refusal(
      'malformed',
      `${field} is given ${seen.length === 2 ? 'twice' : `${seen.length} times`}; send it once`,
    );
  return new Refusal('malformed', `${field} ${demand(flaw, seen)}, but is ${describe(seen)}`);
}

/**
 * A union reports the flaws of all its branches. The branch that was meant is the one whose constant (`kind`)
 * matches.
 */
function tellingFlaw(flaws: readonly Flaw[]): Flaw {
  const first = flaws[0]!;
  if (first.keyword !== 'const') return first;
  const constants = flaws.filter(
    ({ keyword, instancePath }) => keyword === 'const' && instancePath === first.instancePath,
  );
  if (constants.length === 1)
    return flaws.find(({ keyword }) => keyword !== 'const' && keyword !== 'anyOf') ?? first;
  const allowedValues = constants.map(({ params }) => (params as { allowedValue?: unknown }).allowedValue);
  return { ...first, keyword: 'enum', params: { allowedValues } };
}

/** What a field must be, without the words of the schema language. */
function demand({ keyword, params }: Flaw, seen: unknown): string {
  const limits = params as {
    limit?: number;
    allowedValue?: unknown;
    pattern?: string;
    multipleOf?: number;
    allowedValues?: unknown[];
    type?: string | string[];
    format?: string;
  };
  const article = (noun: string) =>
    noun === 'null' ? noun : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  const counted = (noun: string) => `${limits.limit} ${noun}${limits.limit === 1 ? '' : 's'}`;
  switch (keyword) {
    case 'type':
      return `must be ${[limits.type ?? []].flat().map(article).join(' or ')}`;
    case 'enum':
      return `must be one of ${(limits.allowedValues ?? []).map((value) => String(value)).join(', ')}`;
    case 'format':
      return `must be ${limits.format === 'uuid' ? 'a UUID' : `a ${limits.format}`}`;
    case 'minItems':
      return `must have at least ${counted('item')}`;
    case 'maxItems':
      return `must have at most ${counted('item')}`;
    case 'minLength':
      return `must have at least ${counted('character')}`;
    case 'maxLength':
      return `must have at most ${counted('character')} (it has ${String(seen).length})`;
    case 'minimum':
      return `must be at least ${limits.limit}`;
    case 'maximum':
      return `must be at most ${limits.limit}`;
    case 'multipleOf':
      return `must be a multiple of ${limits.multipleOf}`;
    case 'const':
      return `must be ${String(limits.allowedValue)}`;
    case 'pattern':
      return patternDemand(limits.pattern ?? '', seen) ?? UNNAMED_FORM;
    default:
      return UNNAMED_FORM;
  }
}

/** Names of the fields that a schema describes at a path. */
function fieldsAt(schema: Bounded, instancePath: string): string[] {
  let at: Bounded | undefined = schema;
  for (const step of instancePath.split('/').slice(1))
    at = /^\d+$/.test(step) ? at?.items : at?.properties?.[step];
  return Object.keys(at?.properties ?? {});
}

/** A hint when one of the known fields was probably meant by `name`, else nothing. */
function meant(name: string, known: readonly string[]): string {
  const found = known.find((one) => isLike(one, name));
  return found ? `; did you mean ${found}?` : '';
}

/** A hint when one of the fields sent was probably meant to be `missing`, else nothing. */
function insteadOf(missing: string, sent: readonly string[]): string {
  const found = sent.find((one) => isLike(missing, one));
  return found ? `; did you mean ${missing} where it has ${quote(found)}?` : '';
}

/** Are two field names the same but for case, underscores, one typing error, or words left out at an end? */
function isLike(name: string, other: string): boolean {
  const [a, b] = [name, other].map((text) => text.toLowerCase().replaceAll(/[_-]/g, '')) as [string, string];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 4 || long.length > 60) return false;
  return long.startsWith(short) || long.endsWith(short) || isOneEditApart(short, long);
}

function isOneEditApart(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = long.slice(at + 1);
  return rest === short.slice(at) || rest === short.slice(at + 1);
}

/** `/items/0/priceSats` becomes `items[0].priceSats`; the empty path becomes `body`, `query` or `path`. */
function fieldName(instancePath: string, part: string): string {
  const name = instancePath
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('');
  return name === '' ? part : name.replace(/^\./, '');
}

function valueAt(value: unknown, instancePath: string): unknown {
  let at = value;
  for (const step of instancePath.split('/').slice(1)) {
    at = (at as Record<string, unknown> | null | undefined)?.[
      step.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  return at;
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return quote(value);
}

/** At most 60 characters of a value as JSON, so that an error does not echo a whole body. */
function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
