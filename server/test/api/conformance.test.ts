import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FIELD_TABLES } from '../../../scripts/conformance/fields.ts';
import { STATEMENTS } from '../../../scripts/conformance/statements.ts';
import { openapiDocument } from '../../src/cli/openapi-document.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}
interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        responses: Record<string, { content: Record<string, { schema: Schema }> }>;
      }
    >
  >;
  readonly components: { readonly schemas: Record<string, Schema> };
}

const document = (await openapiDocument()) as unknown as Document;

function resolved(schema: Schema | undefined): Schema {
  if (!schema) throw new Error('no such part');
  return schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1)!]) : schema;
}

function schemaAt([operation, ...path]: (typeof FIELD_TABLES)[number]['at']): Schema {
  const [method, url] = operation.split(' ') as [string, string];
  const found = document.paths[url]![method.toLowerCase()]!;
  const { content } = found.responses['200']!;
  let at = resolved(content['application/json']!.schema);
  for (const step of path) {
    if (step === '[]') at = resolved(at.items);
    else if (step.startsWith('<'))
      at = resolved(
        at.anyOf!.find((one) => {
          const { const: value, enum: values } = resolved(one).properties!['view']!;
          return `<${value ?? values?.[0]}>` === step;
        }),
      );
    else at = resolved(at.properties?.[step]);
  }
  return at;
}

/** What a schema is, in the words of the tables. */
function wordsOf(field: Schema): string {
  const schema = resolved(field);
  const choices = schema.anyOf?.map(resolved);
  if (choices?.every(({ type }) => type === 'object')) return 'object';
  const types = [schema.type].flat();
  const orNull = types.includes('null') ? ' or null' : '';
  const values = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter(
    (one) => one !== null,
  );
  const [type] = types.filter((one) => one !== 'null');
  if (values.length > 0 && type !== 'boolean') return `${values.join('|')}${orNull}`;
  const formats: Record<string, string> = { uuid: 'uuid', 'date-time': 'datetime' };
  const named: Record<string, string> = { integer: 'int', boolean: 'bool' };
  return `${formats[schema.format ?? ''] ?? named[type!] ?? type}${orNull}`;
}

describe('the schemas of the routes have the fields of the specification', () => {
  test.each(FIELD_TABLES.map((table) => [table.title, table] as const))('%s', (_title, { at, fields }) => {
    const { properties = {}, required = [] } = schemaAt(at);
    const found = fields.map((field) => {
      const name = field.split(/\??:/)[0]!;
      if (!properties[name]) return `${name} is missing`;
      return `${name}${required.includes(name) ? '' : '?'}: ${wordsOf(properties[name])}`;
    });
    expect(found).toEqual(fields);
  });

  test('of every operation of its summary', () => {
    const tabled = new Set(FIELD_TABLES.map(({ at }) => at[0]));
    // a rule of its own describes what replacement-warning answers
    expect(tabled.size).toBe(34);
  });
});

describe('each statement of the specification has a test that holds it', () => {
  const root = new URL('../../../', import.meta.url);
  const texts = new Map<string, string>();
  const textOf = (file: string) => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const text = existsSync(new URL(file, root)) ? readFileSync(new URL(file, root), 'utf8') : '';
    texts.set(file, text);
    return text;
  };

  test.each(STATEMENTS.map((row) => [row.statement, row] as const))('%s', (_statement, { test: held }) => {
    const [file, title] = held;
    const text = textOf(file);
    expect(text, `${file} is not there`).not.toBe('');
    const at = text.indexOf(title);
    expect(at, `${file} has no test "${title}"`).toBeGreaterThan(-1);
    const line = text.slice(text.lastIndexOf('\n', at), at);
    expect(line).not.toMatch(/\.(skip|todo)\b/);
  });

  test('and no statement is there twice', () => {
    const all = STATEMENTS.map(({ kind, statement }) => `${kind} ${statement}`);
    expect(all.filter((one, i) => all.indexOf(one) < i)).toEqual([]);
  });
});
