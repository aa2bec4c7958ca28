import { sql } from 'kysely';
import type { Chain } from '../../chain/port.ts';
import { ownerOf } from '../../store/database/identity.ts';
import { migrationState } from '../../store/database/migrate.ts';
import { requireSessions } from '../../store/database/pooler.ts';
import { type Rights, readRights } from '../../store/database/rights.ts';
import { rehearsed } from '../../store/database/transaction.ts';
import type { Database } from '../../store/port.ts';
import { databaseName } from '../database-name.ts';
import { wrongOwner } from '../database-owner.ts';
import { namedFault } from '../refused-database.ts';
import type { Settings } from '../settings.ts';
import { type Found, ok, orWell, warning, wrong } from './finding.ts';
import { standbyFlaws } from './standbys.ts';

/** PostgreSQL 14. */
const OLDEST_SERVER = 140_000;
const SHOWN_TABLES = 3;

/** What the check of the database needs of the other parts. */
export interface DatabaseSurroundings {
  readonly chain: Pick<Chain, 'blockHash'>;
  /** Throws `Refusal('unavailable')` when the signer is unreachable. */
  readonly signer: { publicKeys(): Promise<{ readonly market: string; readonly anchor: string }> };
}

/** What is wrong with the database. Throws the driver's error when it cannot be opened. */
export async function checkDatabase(
  settings: Settings,
  open: () => Promise<Database>,
  surroundings: DatabaseSurroundings,
): Promise<Found[]> {
  let db: Database;
  let rights: Rights;
  try {
    db = await open();
    if (settings.DATABASE_URL !== '') await requireSessions(db);
    rights = await readRights(db);
  } catch (error) {
    const fault = accessFault(error, settings);
    if (fault === null) throw error;
    return [fault];
  }
  const refused = rightsFlaws(rights);
  if (rights.closedTables.includes('migrations')) return orWell(refused, '');
  const state = await migrationState(db);
  if (rights.maySetUp) refused.push(await writeFault(db, settings));
  refused.push(...(await standbyFlaws(settings, db)));
  if (state.isEmpty) return orWell(refused, 'reachable and empty: `ordbook start` creates the tables');
  const isReadable = rights.closedTables.length === 0;
  return orWell(
    [
      ...refused,
      ...migrationFlaws(state),
      ...(isReadable && isCurrent(state) ? await ownerFlaws(settings, db, surroundings) : []),
    ],
    'reachable',
  );
}

/** Whether the database has the tables of this version. */
export function isCurrent(state: Awaited<ReturnType<typeof migrationState>>): boolean {
  return !state.isEmpty && state.pending.length + state.unknown.length + state.changed.length === 0;
}

/** What an error of the database means; null when it says it best itself. */
function accessFault(error: unknown, settings: Settings): Found | null {
  const fault = namedFault(error, settings);
  if (!fault) return null;
  const where = settings.DATABASE_URL === '' ? '' : `${databaseName(settings)}: `;
  return wrong(`${where}${fault.is} (${fault.code})`, 'a PostgreSQL that takes reads and writes', fault.mend);
}

/** Writes 100 kB and rolls them back: a full disk is read as well as ever. */
async function writeFault(db: Database, settings: Settings): Promise<Found | null> {
  try {
    await rehearsed(db, (transaction) =>
      sql`create table ordbook_check as select repeat(n::text, 50) as filled from generate_series(1, 1000) n`.execute(
        transaction,
      ),
    );
    return null;
  } catch (error) {
    const fault = accessFault(error, settings);
    if (fault === null) throw error;
    return fault;
  }
}

function rightsFlaws(rights: Rights): (Found | null)[] {
  const { role, database, schema, version, maySetUp, closedTables, foreignTables } = rights;
  const shown = closedTables.slice(0, SHOWN_TABLES).join(', ');
  const more = closedTables.length > SHOWN_TABLES ? ` and ${closedTables.length - SHOWN_TABLES} more` : '';
  const psql = (statement: string) => `\`sudo -u postgres psql ${database} -c '${statement}'\``;
  return [
    version >= OLDEST_SERVER
      ? null
      : wrong(`PostgreSQL has version ${version}`, 'PostgreSQL 14 or newer', 'upgrade the server'),
    maySetUp
      ? null
      : wrong(
          `the role ${role} may not create tables in the schema ${schema ?? '(none is in its search_path)'}`,
          'the right to create tables there',
          psql(`grant usage, create on schema ${schema ?? 'public'} to ${role}`),
        ),
    closedTables.length === 0
      ? null
      : wrong(
          `the role ${role} may not read and write ${shown}${more}`,
          'all rights on all tables of the schema',
          psql(`grant all on all tables in schema ${schema} to ${role}`),
        ),
    closedTables.length > 0 || foreignTables.length === 0
      ? null
      : warning(
          `${foreignTables.length} tables belong to another role than ${role}: the next migration could not change them`,
          `tables of ${role}`,
          psql(`reassign owned by <their owner> to ${role}`),
        ),
  ];
}

function migrationFlaws({
  pending,
  unknown,
  changed,
}: Awaited<ReturnType<typeof migrationState>>): (Found | null)[] {
  return [
    unknown.length === 0
      ? null
      : wrong(
          `has migrations that this version does not know: ${unknown.join(', ')}`,
          'the version of ordbook that last used the database, or a newer one',
          'install that version, or restore the backup from before the upgrade',
        ),
    changed.length === 0
      ? null
      : wrong(
          `has migrations with another text than this version: ${changed.join(', ')}`,
          'the migrations of a release',
          'install the release that last used the database',
        ),
    pending.length === 0
      ? null
      : warning(
          `${pending.length} migrations are pending: ${pending.join(', ')}`,
          'the tables of this version',
          'back up with `ordbook backup before.dump`, then `ordbook start` applies them',
        ),
  ];
}

/** Compares the database with the node and the signer; what is unreachable is a finding of its own. */
async function ownerFlaws(
  { NETWORK }: Settings,
  db: Database,
  { chain, signer }: DatabaseSurroundings,
): Promise<(Found | null)[]> {
  const [noted, keys, oldest] = await Promise.all([
    ownerOf(db),
    signer.publicKeys().catch(() => null),
    db.selectFrom('blocks').select(['height', 'hash']).orderBy('height').limit(1).executeTakeFirst(),
  ]);
  const fault = noted && wrongOwner(noted, { ...noted, ...keys, network: NETWORK });
  const hash = oldest ? await chain.blockHash(oldest.height).catch(() => oldest.hash) : null;
  return [
    fault
      ? wrong(
          fault,
          'the database, network and keys that belong together',
          'set DATABASE_URL to the database of this market, or start the signer with its key file; `ordbook keys show` compares them',
        )
      : null,
    oldest && hash !== oldest.hash
      ? wrong(
          `its block ${oldest.height} is ${oldest.hash}, but the node has ${hash ?? 'none at that height'}`,
          'a node that follows the same chain',
          `point CHAIN_RPC_URL at a node of ${noted?.network ?? NETWORK} that is in sync`,
        )
      : null,
  ];
}

/** In place of the check when the embedded database would be created by it. */
export const notCreatedYet = (folder: string): Found =>
  ok(`${folder} does not exist yet: \`ordbook start\` creates the embedded database`);
