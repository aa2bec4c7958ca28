import type { ShownSetting } from '../api/admin/live.ts';
import { SETTING_GROUPS, type SETTINGS, type Settings } from './settings.ts';
import { SECRETS } from './wrong-settings.ts';

/** The settings in force, in the order of docs/settings.md; null: the value may hold a secret. */
export function shownSettings(settings: Settings): ShownSetting[] {
  return Object.entries(SETTING_GROUPS).flatMap(([group, schemas]) =>
    Object.entries(schemas).map(([name, schema]) => {
      const value = settings[name as keyof typeof SETTINGS];
      const { default: byDefault, description } = schema as { default: unknown; description: string };
      return {
        name,
        group: group.replaceAll('`', ''),
        value: SECRETS.includes(name) && value !== '' ? null : String(value),
        isDefault: value === byDefault,
        meaning: description,
      };
    }),
  );
}
