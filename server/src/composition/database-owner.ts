import { noteOwner, type Owner, ownerOf } from '../store/database/identity.ts';
import type { Database } from '../store/port.ts';

/**
 * What differs between the owner that a database has noted and the one that uses it; null when nothing
 * does.
 */
export function wrongOwner(noted: Owner | null, now: Owner): string | null {
  if (noted === null) return null;
  if (noted.network !== now.network)
    return `the database is of ${noted.network}, but NETWORK is ${now.network}`;
  for (const role of ['market', 'anchor'] as const)
    if (noted[role] !== now[role])
      return `the database belongs to the ${role} key ${noted[role]}, but the signer has ${now[role]}`;
  return null;
}

/**
 * Notes whose database this is. Throws an Error when it is of another network or of other operator keys: the
 * signer could complete none of its trades.
 */
export async function requireOwner(db: Database, now: Owner): Promise<void> {
  const fault = wrongOwner(await ownerOf(db), now);
  if (fault !== null)
    throw new Error(
      `${fault}; set DATABASE_URL to its own database, or start the signer with its key file (\`ordbook keys show\`). To retire the old key, follow docs/operations.md, "Retire a key"`,
    );
  await noteOwner(db, now);
}
