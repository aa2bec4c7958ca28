import { BOUNDS } from './bounds.ts';
import { FIELD_TABLES } from './fields.ts';
import { STATEMENTS, type Statement } from './statements.ts';

const BOUND_TEST = 'server/test/api/bounds.test.ts';
const FIELD_TEST = 'server/test/api/conformance.test.ts';

/** What `docs/conformance.md` shows: every statement of the specification, with the test that holds it. */
export const conformanceTables = {
  bounds: () =>
    [
      '| field of a request | takes |',
      '|---|---|',
      ...Object.entries(BOUNDS).map(([name, { says }]) => `| \`${name}\` | ${says.replaceAll('|', '\\|')} |`),
    ].join('\n'),
  rules: () => table('rule'),
  limits: () => table('limit'),
  statuses: () => table('status'),
  fields: () =>
    [
      '| section | object | where | fields |',
      '|---|---|---|---|',
      ...FIELD_TABLES.map(({ section, title, at: [operation, ...path], fields }) => {
        const where = [operation, ...path].join(' › ');
        const listed = fields.map((field) => `\`${field.replaceAll('|', '\\|')}\``).join(', ');
        return `| ${section} | ${title} | ${where} | ${listed} |`;
      }),
    ].join('\n'),
  summary: () => {
    const fields = FIELD_TABLES.reduce((total, { fields: of }) => total + of.length, 0);
    const count = (kind: Statement['kind']) => STATEMENTS.filter((one) => one.kind === kind).length;
    return `The bounds of every field of a request, held by requests in \`${BOUND_TEST}\`; ${fields} fields of ${FIELD_TABLES.length} objects of responses, held by \`${FIELD_TEST}\`; ${count('rule')} rules, ${count('limit')} limits and ${count('status')} statuses, each held by the test named beside it.`;
  },
};

function table(kind: Statement['kind']): string {
  return [
    '| section | statement | test |',
    '|---|---|---|',
    ...STATEMENTS.filter((one) => one.kind === kind).map(
      ({ section, statement, test: [file, title] }) =>
        `| ${section} | ${cell(statement)} | \`${file}\`: ${cell(title.replaceAll(/^'|'$/g, ''))} |`,
    ),
  ].join('\n');
}

/** Braces and underscores of paths would be read as markup elsewhere than in code. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/^(GET|POST) \S+/, '`$&`');
}
