/** What PostgreSQL means when it refuses a connection for good, and what mends it. */
import type { Settings } from './settings.ts';

export interface RefusedDatabase {
  readonly is: string;
  readonly shouldBe: string;
  readonly mend: string;
}

/** null: the error is of another kind. */
export function refusedDatabase(
  error: unknown,
  { DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>,
): RefusedDatabase | null {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message?: string };
  const url = URL.canParse(DATABASE_URL) ? new URL(DATABASE_URL) : null;
  const [user, name] = [url?.username || 'ordbook', url?.pathname.slice(1) || 'ordbook'];
  const verb = message?.endsWith('does not exist') ? 'create' : 'alter';
  if (code === '28P01' || code === '28000')
    return {
      is: `PostgreSQL refuses the role ${user}: ${message}`,
      shouldBe: 'user and password of a role that may log in',
      mend: `\`sudo -u postgres psql -c "${verb} role ${user} login password '…'"\`, and put the password into DATABASE_URL`,
    };
  if (code === '3D000')
    return {
      is: `PostgreSQL has no database ${name}`,
      shouldBe: 'a database of its own',
      mend: `\`sudo -u postgres createdb --owner ${user} ${name}\``,
    };
  return null;
}

/** Resolves to what `work` does. When PostgreSQL refuses the connection, the Error says what mends it. */
export async function admitted<T>(settings: Settings, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const refused = refusedDatabase(error, settings);
    throw refused === null ? error : new Error(`${refused.is}; ${refused.mend}`, { cause: error });
  }
}
