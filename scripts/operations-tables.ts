import { FINDINGS } from '../server/src/audit/finding.ts';
import { SETTING_GROUPS } from '../server/src/composition/settings.ts';
import { allowedBy } from '../server/src/composition/wrong-settings.ts';
import { DATABASE_FAULTS } from '../server/src/store/database/faults.ts';

interface SettingSchema {
  readonly description: string;
  readonly default: string | number;
}

/** What `docs/operations.md` shows: every finding of an audit. */
export const operationsTables = {
  'database-faults': () =>
    [
      '| code | the sentence | what to do |',
      '|---|---|---|',
      ...DATABASE_FAULTS.map(
        ({ codes, is, mend }) => `| ${codes.map((code) => `\`${code}\``).join(', ')} | ${is} | ${mend} |`,
      ),
    ].join('\n'),
  findings: () =>
    [
      '| finding | meaning | fix |',
      '|---|---|---|',
      ...Object.entries(FINDINGS).map(([code, { means, fix }]) => `| \`${code}\` | ${means} | ${fix} |`),
    ].join('\n'),
};

/** What `docs/settings.md` shows: every setting, by group. */
export const settingsTable = {
  settings: () =>
    Object.entries(SETTING_GROUPS)
      .map(([title, settings]) => [`## ${title}`, '', table(settings)].join('\n'))
      .join('\n\n'),
};

function table(settings: object): string {
  const rows = Object.entries(settings).map(([name, schema]: [string, SettingSchema]) => {
    const byDefault = schema.default === '' ? 'none' : `\`${schema.default}\``;
    return `| \`${name}\` | ${byDefault} | ${allowedBy(schema)} | ${schema.description.replaceAll('|', '\\|')} |`;
  });
  return ['| name | default | allowed | meaning |', '|---|---|---|---|', ...rows].join('\n');
}
