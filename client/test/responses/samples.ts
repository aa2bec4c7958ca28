import { ANSWERS, type AnswerSchema } from '@ordbook/api/answers';

/** A text for each pattern and format; a new one in the schemas must be added here. */
const TEXTS: Readonly<Record<string, string>> = {
  uuid: '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11',
  'date-time': '2026-11-20T12:00:00.000Z',
  'bitcoin-address': 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  'bitcoin-address-or-none': 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  psbt: 'cHNidP8BAAoCAAAAAAAAAAAAAA==',
  '^[a-f0-9]{64}$': 'ab'.repeat(32),
  '^([a-f0-9]{2})+$': '5120aa',
  '^(0[23])?[a-f0-9]{64}$': `02${'ab'.repeat(32)}`,
  '^[a-f0-9]{64}i[0-9]+$': `${'ab'.repeat(32)}i0`,
  '^[A-Za-z0-9._~+/=-]+$': 'token.of-someone',
  '^(-?[0-9]{1,10})?$': '70000123',
  '^[a-f0-9]{64}:[0-9]{1,10}:[0-9]{1,16}$': `${'ab'.repeat(32)}:0:330`,
  '^(0|[1-9][0-9]{0,15})-[0-9a-f]{1,12}$': '1042-9f3c1a2b04de',
  '^[a-f0-9-]{36}:[a-z_]+$': '3f0c9a52-7d8e-4b1c-9a6f-2f4f6f1d0c11:created',
  '^[a-z0-9_-]+$': 'quiet-mice',
};

/** A valid value with every field, one item in every list, and nothing null. Of a union, its branch `branch`. */
export function sampleOf(schema: AnswerSchema, branch = 0): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[branch % schema.anyOf.length]!, branch);
  if (schema.enum) return schema.enum[0];
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field, branch)]),
      );
    case 'array':
      return [sampleOf(schema.items!, branch)];
    case 'boolean':
      return true;
    case 'string':
      return textOf(schema);
    default:
      return Math.max(schema.minimum ?? 0, Math.min(7, schema.maximum ?? 7));
  }
}

function textOf({ format, pattern, minLength = 0 }: AnswerSchema): string {
  const form = format ?? pattern;
  if (form === undefined) return 'x'.repeat(Math.max(minLength, 4));
  const text = TEXTS[form];
  if (text === undefined) throw new Error(`no sample of ${form}`);
  return text;
}

/** A valid response of an operation such as `GET /listings`. */
export function sampleResponse(operation: string, branch = 0): Record<string, unknown> {
  return sampleOf(ANSWERS[operation]!, branch) as Record<string, unknown>;
}
