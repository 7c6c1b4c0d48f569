import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applicationFile } from '#lib/process/application-files.ts'

export const MIGRATIONS_FOLDER = applicationFile('prisma/migrations')

/** `checksum`: SHA-256 of the SQL in hexadecimal, as Prisma has it. */
export type Migration = { name: string; sql: string; checksum: string }

/** The reviewed SQL files in the order in which they are applied. */
export function committedMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}
