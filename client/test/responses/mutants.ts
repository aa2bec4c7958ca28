import type { AnswerSchema } from '@ordbook/api/answers';
import { sampleOf } from './samples.ts';

/** A response with one change, and the field at which a parser must refuse it. */
export interface Mutant {
  readonly what: string;
  readonly field: string;
  readonly body: unknown;
  /** Whether the parser may refuse it though the schema allows it: it reads addresses, PSBTs and surrogates. */
  readonly mayBeStricter: boolean;
}

const REMOVED = Symbol('removed');
const HALF_A_CHARACTER = '\ud800';

/** Values that no field allows whatever its schema, or that some allow: the schema decides. */
const VALUES: readonly unknown[] = [
  REMOVED,
  null,
  true,
  false,
  '',
  '0',
  'x',
  '-1',
  -1,
  0,
  1,
  0.5,
  256,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  1e300,
  [],
  [null],
  [[]],
  {},
  'ab'.repeat(31),
  'ab'.repeat(33),
  'AB'.repeat(32),
  `${'ab'.repeat(32)}i`,
  `${'ab'.repeat(32)}i0\n`,
  'cHNidP8',
  'cHNidP8BAAoCAAAAAAAAAAAAA==',
  'x'.repeat(20_000),
  HALF_A_CHARACTER,
];

/**
 * Every field of a sample, changed to every one of `VALUES` and, where it is a text, cut and extended by one
 * character. The order is the same in every run. Use each body before you take the next: they are one object.
 */
export function* mutants(schema: AnswerSchema, branch: number): Generator<Mutant> {
  const body = sampleOf(schema, branch);
  for (const { steps, field, format } of placesOf(schema, branch, [], '')) {
    const isRead = format?.startsWith('bitcoin-address') || format === 'psbt';
    const parent = steps.slice(0, -1).reduce<unknown>((at, step) => (at as never)[step], body);
    const last = steps.at(-1)!;
    const fields = parent as Record<Step, unknown>;
    const value = fields[last];
    const near = typeof value === 'string' ? [value.slice(0, -1), `${value}0`, `${value} `] : [];
    for (const changed of [...VALUES, ...near]) {
      if (changed === REMOVED && typeof last === 'number') continue;
      if (changed === REMOVED) delete fields[last];
      else fields[last] = changed;
      const mayBeStricter = isRead || changed === HALF_A_CHARACTER;
      yield { what: wordsOf(changed), field, body, mayBeStricter };
    }
    fields[last] = value;
  }
}

type Step = string | number;

/** Every place in a sample of a schema, lists and objects included. */
function* placesOf(
  schema: AnswerSchema,
  branch: number,
  steps: readonly Step[],
  field: string,
): Generator<{ steps: readonly Step[]; field: string; format: AnswerSchema['format'] }> {
  if (schema.anyOf) {
    yield* placesOf(schema.anyOf[branch % schema.anyOf.length]!, branch, steps, field);
    return;
  }
  if (steps.length > 0) yield { steps, field, format: schema.format };
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* placesOf(property, branch, [...steps, name], field ? `${field}.${name}` : name);
  if (schema.items) yield* placesOf(schema.items, branch, [...steps, 0], `${field}[0]`);
}

function wordsOf(value: unknown): string {
  return value === REMOVED ? 'removed' : (JSON.stringify(value) ?? 'undefined').slice(0, 60);
}
