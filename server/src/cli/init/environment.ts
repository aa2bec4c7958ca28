import { SETTING_GROUPS } from '../../composition/settings.ts';
import { allowedBy } from '../../composition/wrong-settings.ts';
import type { SettingValues } from './plan.ts';

interface SettingSchema {
  readonly description: string;
  readonly default: string | number | boolean;
}

const COLUMNS = 100;

/**
 * A file of settings with every setting of the service: its meaning, what is allowed, and its value. A
 * setting that `values` does not name is a comment that shows the default. `elsewhere`: settings of another
 * file, which are left out here.
 */
export function settingsFile(
  head: string,
  values: SettingValues,
  elsewhere: Readonly<Record<string, unknown>> = {},
): string {
  const groups = Object.entries(SETTING_GROUPS).flatMap(([title, settings]) => {
    const shown = Object.entries(settings).filter(([name]) => !(name in elsewhere));
    const entries = shown.map(([name, schema]: [string, SettingSchema]) =>
      [
        ...wrapped(schema.description.replaceAll('`', ''), '# '),
        ...(allowedBy(schema) === 'text' ? [] : wrapped(`Allowed: ${allowedBy(schema)}.`, '# ')),
        name in values ? `${name}=${values[name]}` : `#${name}=${schema.default}`,
      ].join('\n'),
    );
    return entries.length === 0 ? [] : [[`## ${title.replaceAll('`', '')}`, ...entries].join('\n\n')];
  });
  return `${[wrapped(head, '# ').join('\n'), ...groups].join('\n\n')}\n`;
}

/** A short file of settings, without what is at its default. */
export function shortSettingsFile(head: string, values: SettingValues): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return `${[...wrapped(head, '# '), ...lines].join('\n')}\n`;
}

/** The text in lines of at most `COLUMNS` characters, each with `prefix`. */
export function wrapped(text: string, prefix: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && prefix.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(prefix + line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, prefix + line];
}
