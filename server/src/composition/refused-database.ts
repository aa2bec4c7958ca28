/** What PostgreSQL means when it fails, with the names of the settings. */
import { type DatabaseFault, databaseFault } from '../store/database/faults.ts';
import { hostUrls } from '../store/database/hosts.ts';
import type { Settings } from './settings.ts';

/** null: an error of another kind. What mends it names the role and the database, and no password. */
export function namedFault(
  error: unknown,
  { DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>,
): DatabaseFault | null {
  const fault = databaseFault(error);
  if (!fault) return null;
  const [first = ''] = hostUrls(DATABASE_URL);
  const url = URL.canParse(first) ? new URL(first) : null;
  const mend = fault.mend
    .replace('USER', url?.username || 'ordbook')
    .replace('DATABASE`', `${url?.pathname.slice(1) || 'ordbook'}\``);
  return { ...fault, mend };
}

/** Resolves to what `work` does. When a setting of the database is wrong, the Error says what mends it. */
export async function admitted<T>(settings: Settings, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const fault = namedFault(error, settings);
    throw fault?.isSetting
      ? new Error(`${fault.is} (${fault.code}); ${fault.mend}`, { cause: error })
      : error;
  }
}
