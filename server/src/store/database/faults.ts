/** What PostgreSQL, a pooler before it, or the connection to it means by a code, and what mends it. */

export interface DatabaseFault {
  /** SQLSTATE, or a code of Node; of an error without one, what tells it. */
  readonly code: string;
  /** What is wrong; names no host, user or database, so that health may show it. */
  readonly is: string;
  readonly mend: string;
  /** True: reads may still work, so health shows it for as long as it comes again. */
  readonly stopsWrites: boolean;
  /** True: a setting is wrong, which waiting does not mend. */
  readonly isSetting: boolean;
}

interface Rule {
  readonly codes: readonly string[];
  /** Where the code alone says too little. */
  readonly message?: RegExp;
  readonly is: string;
  readonly mend: string;
  readonly stopsWrites?: true;
  readonly isSetting?: true;
}

const READ_ONLY = 'the PostgreSQL server takes no writes: it is a standby, or read-only';
const SERVER_LOG = 'look at the log of PostgreSQL';
/** Taken out alone, commits are on the primary only, and DATABASE_STANDBYS still says the contrary. */
export const NO_STANDBY =
  'start the standby that synchronous_standby_names asks for; or set DATABASE_STANDBYS=asynchronous, restart every replica, and then take it out there and reload PostgreSQL';

/** The first that fits counts. `docs/operations.md` renders this table. */
export const DATABASE_FAULTS: readonly Rule[] = [
  {
    codes: ['53100', 'ENOSPC'],
    is: 'the disk of PostgreSQL is full',
    mend: 'make room on the disk of its data, of its log (pg_wal) or of its tablespace: enlarge it, or remove old logs and backups. Never remove files of pg_wal: where it is large, mend an archive_command that fails (pg_stat_archiver) or drop a slot that nobody reads (pg_replication_slots). Nothing is lost; start PostgreSQL if it stopped, and the service goes on by itself',
    stopsWrites: true,
  },
  {
    codes: ['08007'],
    is: 'no synchronous standby confirms commits in time',
    mend: NO_STANDBY,
    stopsWrites: true,
  },
  {
    codes: ['25006'],
    is: READ_ONLY,
    mend: 'promote it, name the primary in DATABASE_URL, or set default_transaction_read_only to off',
    stopsWrites: true,
  },
  {
    codes: ['53300'],
    is: 'PostgreSQL has no connection left for this role',
    mend: 'raise max_connections of PostgreSQL, or the limit of the role; each replica takes up to 14',
    stopsWrites: true,
  },
  {
    codes: ['53200'],
    is: 'PostgreSQL is out of memory',
    mend: 'give the machine more memory, or lower work_mem, shared_buffers or max_connections',
    stopsWrites: true,
  },
  {
    codes: ['58030'],
    is: 'PostgreSQL cannot read or write its disk',
    mend: `${SERVER_LOG} and the disk before anything else; fail over to a standby if there is one`,
    stopsWrites: true,
  },
  {
    codes: ['28P01'],
    is: 'PostgreSQL refuses the password of the role in DATABASE_URL',
    mend: '`sudo -u postgres psql -c "alter role USER login password \'…\'"`, and put the password into DATABASE_URL',
    isSetting: true,
  },
  {
    codes: ['28000'],
    message: /pg_hba|no encryption|SSL off/i,
    is: 'pg_hba.conf of PostgreSQL has no entry for this role from this machine',
    mend: 'add one and reload PostgreSQL, or add sslmode=verify-full to DATABASE_URL if its entries ask for TLS',
    isSetting: true,
  },
  {
    codes: ['28000'],
    is: 'PostgreSQL does not let the role of DATABASE_URL log in',
    mend: '`sudo -u postgres psql -c "create role USER login password \'…\'"`; alter it if it exists',
    isSetting: true,
  },
  {
    codes: ['3D000'],
    is: 'PostgreSQL does not have the database of DATABASE_URL',
    mend: '`sudo -u postgres createdb --owner USER DATABASE`',
    isSetting: true,
  },
  {
    codes: ['57P03'],
    is: 'PostgreSQL is starting up, shutting down or recovering',
    mend: `wait; after some minutes, ${SERVER_LOG}`,
  },
  {
    codes: ['57P02'],
    is: 'a process of PostgreSQL crashed, and the server ended all connections',
    mend: `it recovers by itself; ${SERVER_LOG} for the reason`,
  },
  {
    codes: ['57P01'],
    is: 'PostgreSQL was stopped, or somebody ended this connection',
    mend: 'start it again; if it runs, the next attempt connects',
  },
  {
    codes: ['57014', 'Query read timeout'],
    is: 'PostgreSQL did not finish a statement in time',
    mend: 'look for its load, a lock that is held (pg_stat_activity) and a slow disk',
  },
  {
    codes: ['25P03'],
    is: 'PostgreSQL ended a transaction in which this process did nothing for 5 s',
    mend: 'look for the processor load of this machine: the process hung',
  },
  {
    codes: ['26000', '42P05'],
    is: 'a pooler gives each transaction another session',
    mend: 'set pool_mode = session in pgbouncer, or name PostgreSQL itself in DATABASE_URL',
    isSetting: true,
  },
  {
    codes: ['CERT_HAS_EXPIRED'],
    is: 'the certificate of PostgreSQL has expired',
    mend: 'renew it (ssl_cert_file) and reload PostgreSQL',
  },
  {
    codes: [
      ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
    ],
    is: 'the certificate of PostgreSQL is from an authority that this machine does not know',
    mend: 'add sslmode=verify-full&sslrootcert=<file of that authority> to DATABASE_URL',
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    is: 'the certificate of PostgreSQL is for another name than the host of DATABASE_URL',
    mend: 'use the name in the certificate as the host, or issue a certificate for this one',
  },
  {
    codes: ['does not support SSL connections'],
    is: 'PostgreSQL does not do TLS, and DATABASE_URL asks for it',
    mend: 'set ssl = on with a certificate in postgresql.conf, or take sslmode out of DATABASE_URL on a trusted network',
  },
  {
    codes: ['ENOENT', 'EACCES'],
    is: 'a file that DATABASE_URL names cannot be read',
    mend: 'check sslrootcert, sslcert and sslkey, and the rights of the service to read them',
  },
  {
    codes: ['ECONNREFUSED'],
    is: 'nothing listens at the address of DATABASE_URL',
    mend: '`sudo systemctl start postgresql`, or set DATABASE_URL to where it runs',
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN'],
    is: 'the host name in DATABASE_URL has no address',
    mend: 'correct it, or mend the name server of this machine',
  },
  {
    codes: [
      ...['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'timeout exceeded when trying to connect'],
      'connection timeout',
    ],
    is: 'the server of DATABASE_URL does not respond, or all connections of this process are in use',
    mend: 'check that the machine runs and the firewall lets the port through; else look for slow statements',
  },
  {
    codes: ['ECONNRESET', 'EPIPE', 'Connection terminated'],
    is: 'the connection to PostgreSQL broke',
    mend: `nothing, if it is back; if it comes again, ${SERVER_LOG} and the network between`,
  },
];

/** What an error of the driver, or its cause, means; null: nothing that this table knows. */
export function databaseFault(error: unknown): DatabaseFault | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 4; one = one.cause, depth += 1) {
    const { code = '', message } = one as Error & { code?: string };
    for (const rule of DATABASE_FAULTS) {
      const found = rule.codes.find((known) => known === code || (code === '' && message.includes(known)));
      if (found === undefined || (rule.message && !rule.message.test(message))) continue;
      const { is, mend, stopsWrites = false, isSetting = false } = rule;
      return { code: found, is, mend, stopsWrites, isSetting };
    }
  }
  return null;
}

/** The sentence of the log: what is wrong and what mends it. Null for an error that no rule fits. */
export function faultSentence(error: unknown): string | null {
  const fault = databaseFault(error);
  return fault && `${fault.is} (${fault.code}); ${fault.mend}`;
}
