import { BOUNDS } from '../../conformance/src/bounds.ts';
import { STATEMENTS, type Statement } from './statements.ts';

const BOUND_TEST = 'server/test/api/bounds.test.ts';

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
  summary: () => {
    const count = (kind: Statement['kind']) => STATEMENTS.filter((one) => one.kind === kind).length;
    return `The bounds of every field of a request, held by requests in \`${BOUND_TEST}\`; ${count('rule')} rules, ${count('limit')} limits and ${count('status')} statuses, each held by the test named beside it.`;
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
