import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'

export const MIGRATIONS_FOLDER = resolve('prisma/migrations')

/** The reviewed SQL files in the order in which they are applied. */
export function committedMigrations(): MigrationList {
  const names = existsSync(MIGRATIONS_FOLDER) ? readdirSync(MIGRATIONS_FOLDER, { withFileTypes: true }) : []
  const lockfile = join(MIGRATIONS_FOLDER, 'migration_lock.toml')
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: names
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort()
      .map((name) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: readMigration(name) },
      })),
  }
}

function readMigration(name: string): { tag: 'ok'; value: string } {
  return { tag: 'ok', value: readFileSync(join(MIGRATIONS_FOLDER, name, 'migration.sql'), 'utf8') }
}
