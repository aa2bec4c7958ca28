import { FILES, type Row } from './files.ts';
import { LIMITS } from './limits.ts';
import { RULES } from './rules.ts';

/**
 * The statements of the specification's tables that are not fields: rules, limits and statuses, each with the test that holds it. `server/test/api/conformance.test.ts` fails when a test is not
 * there; `docs/conformance.md` lists them.
 */
export interface Statement {
  readonly kind: 'rule' | 'limit' | 'status';
  readonly section: string;
  readonly statement: string;
  /** File, from the root of the project, and a title in it. */
  readonly test: readonly [file: string, title: string];
}

const rows = (kind: Statement['kind'], section: string, of: readonly Row[]): Statement[] =>
  of.map(([statement, file, title]) => ({ kind, section, statement, test: [FILES[file], title] }));

const MEANINGS: readonly (readonly [number, string])[] = [
  [400, 'invalid parameters, query or body'],
  [401, 'missing, invalid or expired bearer token, and failures of sign-in'],
  [403, 'not allowed'],
  [404, 'not found'],
  [409, 'trading state changed'],
  [410, 'challenge or flow expired'],
  [429, 'rate limited'],
  [500, 'unexpected error'],
  [503, 'temporarily unavailable'],
];

export const STATEMENTS: readonly Statement[] = [
  ...Object.entries(RULES).flatMap(([section, of]) => rows('rule', section, of)),
  ...rows('limit', 'Limits', LIMITS),
  ...rows(
    'status',
    'Errors',
    MEANINGS.map(([status, meaning]) => [`${status}: ${meaning}`, 'statuses', '%i: %s'] as const),
  ),
  ...rows('status', 'Errors', [
    [
      'Each endpoint declares the statuses that the specification gives it, and no other',
      'statuses',
      'each endpoint declares the statuses that the specification gives it, and no other',
    ],
  ]),
];
