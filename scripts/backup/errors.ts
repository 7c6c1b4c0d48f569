import { type Blanks, fillIn } from '#lib/process/start-errors.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'

/**
 * Everything that stops a backup, a verification or a restore, of an archive as well, with its sentence. docs/operations.md shows this list as a
 * table, and a test compares the two. `{name}` stands for what is filled in.
 */
export const BACKUP_ERRORS = {
  backup_running: {
    when: 'Another backup runs, or a migration',
    says: 'Another backup or a migration of this database is running. Try again when it has finished.',
  },
  key_changed: {
    when: 'SECRET_KEY is replaced while the backup begins',
    says: 'SECRET_KEY {fingerprint} no longer opens this database. Set the new key and back up again.',
  },
  place_invalid: {
    when: '`--to` is neither a folder nor a bucket',
    says: '--to must be a folder or s3://bucket/prefix, not {place}.',
  },
  keep_invalid: { when: '`--keep` is no number', says: '--keep must be a number from 1 to 10000.' },
  place_unusable: {
    when: 'The folder or the bucket cannot be written to or read',
    says: '{place} cannot be used: {reason}.',
  },
  disk_full: {
    when: 'The disk of the backup becomes full. 256 MB stay free, since a full disk would stop the database',
    says: 'The disk of {place} is almost full, so the backup was stopped and removed. Free some space, or back up to another disk.',
  },
  recipient_invalid: {
    when: 'A recipient is no public key of age',
    says: '--recipient must be public keys of age, such as age1…, separated by commas, not {recipient}.',
  },
  two_locks: {
    when: '`--recipient` and `--passphrase-file` at once',
    says: 'Pass either --recipient or --passphrase-file: a file of age has one or the other.',
  },
  two_keys: {
    when: '`--identity-file` and `--passphrase-file` at once',
    says: 'Pass either --identity-file or --passphrase-file.',
  },
  key_file: {
    when: 'The file of a passphrase or an identity cannot be used',
    says: '--{option} {path} cannot be used: {reason}.',
  },
  not_found: { when: 'There is no such backup', says: 'There is no backup at {place}.' },
  not_a_backup: { when: 'The file is something else', says: '{place} is not a backup of Counterfoil.' },
  cut: {
    when: 'The backup is cut off',
    says: 'The backup {place} is cut off. Nothing was changed. Use another backup.',
  },
  damaged: {
    when: 'A byte of the backup has changed',
    says: 'The backup {place} is damaged: {reason}. Nothing was changed. Use another backup.',
  },
  locked: {
    when: 'The backup is encrypted, and no key is given',
    says: 'The backup {place} is encrypted. Pass --identity-file, or --passphrase-file.',
  },
  wrong_key: {
    when: 'The identity or the passphrase is another one',
    says: 'The backup {place} is encrypted with another key or passphrase, or its first lines are damaged. Nothing was changed.',
  },
  not_locked: {
    when: 'A key is given for a backup that is not encrypted',
    says: 'The backup {place} is not encrypted. If you expected that, leave out --identity-file and --passphrase-file.',
  },
  newer: {
    when: 'The backup was made by a newer version',
    says: 'The backup was made by Counterfoil {version}, which is newer than this version ({reason}). Restore it with that version.',
  },
  migration_differs: {
    when: 'A migration differs from that of the backup',
    says: 'The migration {name} differs from the one of the backup. Restore its file in prisma/migrations.',
  },
  key_missing: {
    when: 'The backup was made without its key, and there is none here',
    says: 'The secrets in this backup are encrypted with SECRET_KEY {fingerprint}, which the backup does not contain. Set SECRET_KEY, or copy its secret.key to {path}.',
  },
  key_differs: {
    when: 'The key here is not that of the backup',
    says: 'The secrets in this backup are encrypted with SECRET_KEY {fingerprint}, and the key here is {found}. Set SECRET_KEY, or copy its secret.key to {path}.',
  },
  not_empty: {
    when: 'The database has tables or jobs already',
    says: 'The database at {place} is not empty: it has {found}. Nothing was changed. Restore into a new folder (DATA_DIR) or an empty database (DATABASE_URL).',
  },
  restore_failed: {
    when: 'The database rejects the data, or is lost meanwhile',
    says: 'The restore into {place} failed, and the database is as empty as before: {reason}. Correct the cause and restore again.',
  },
  archive_off: {
    when: '`backup base` without WAL_ARCHIVE',
    says: 'WAL_ARCHIVE is not set, so there is no archive for a base backup.',
  },
  base_running: {
    when: 'Another base backup runs',
    says: 'Another base backup to {place} is running. Try again when it has finished.',
  },
  segment_differs: {
    when: 'A segment of the log differs from the one in the archive, as of two copies of a data folder',
    says: 'The segment {name} differs from the one in {place}, so it stays in incoming. Let one database alone archive to a folder, and set WAL_ARCHIVE of the other to a new one.',
  },
  restore_of_two: {
    when: '`restore` with a backup and `--from-archive`, with neither, or with `--to` alone',
    says: 'Name a backup, or pass --from-archive and --to for a point in time.',
  },
  time_invalid: {
    when: '`--to` is no time with its zone',
    says: '--to must be a time with its zone, such as 2026-11-29T14:30:00+05:30 or 2026-11-29T09:00:00Z, or latest, not {time}.',
  },
  archive_embedded: {
    when: '`--from-archive` beside DATABASE_URL',
    says: '--from-archive restores the embedded database. Unset DATABASE_URL; for your own PostgreSQL see "Point-in-time recovery" in docs/operations.md.',
  },
  folder_not_empty: {
    when: 'The data folder has something in it',
    says: 'The data folder {path} is not empty: it has {found}. Nothing was changed. Set DATA_DIR to a new folder.',
  },
  not_an_archive: {
    when: 'The folder is no archive',
    says: 'There is no archive of the log of a database in {place}.',
  },
  archive_without_base: {
    when: 'The archive has no complete base backup',
    says: 'The archive {place} has no complete base backup, without which its log cannot be restored.',
  },
  other_postgresql: {
    when: 'The archive is of another major version of PostgreSQL',
    says: 'The base backup {place} is of PostgreSQL {found}, but this version includes PostgreSQL {brought}. Restore it with Counterfoil {version}.',
  },
  outside_archive: {
    when: 'The time is before the first base backup, or after the last archived transaction',
    says: 'The archive {place} can be restored to times from {earliest} to {latest}, not to {time}. Nothing was changed. Pass one of these, or --to latest.',
  },
  base_damaged: {
    when: 'The base backup is cut off, damaged or incomplete',
    says: 'The base backup {place} is damaged: {reason}. Nothing was changed. Move it out of the archive to restore from the one before.',
  },
  segment_missing: {
    when: 'A segment of the log is missing',
    says: 'The archive {place} lacks the segment {name}, so it can be restored only to times before {latest}. Nothing was changed.',
  },
  segment_damaged: {
    when: 'A segment of the log is cut off or damaged',
    says: 'The segment {path} is damaged: {reason}. The archive can be restored only to times before {latest}. Nothing was changed.',
  },
  replay_failed: {
    when: 'PostgreSQL rejects the base backup or the log',
    says: 'PostgreSQL could not replay the archive: {reason}. Nothing was changed.',
  },
} as const satisfies Record<string, { when: string; says: string }>

type Name = keyof typeof BACKUP_ERRORS
type Values<Each extends Name> = Record<Blanks<(typeof BACKUP_ERRORS)[Each]['says']>, string | number>

/** The error for one line of the table, with its sentence filled in. */
export function backupError<Each extends Name>(
  name: Each,
  values: Values<Each>,
  cause?: unknown,
): CannotStart {
  return new CannotStart(fillIn(BACKUP_ERRORS[name].says, values), { cause })
}
