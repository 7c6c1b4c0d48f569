/**
 * Writes the next migration: `npm run migration -- add_refund_notes`.
 *
 * Applies the committed migrations to a scratch database, compares it with prisma/schema, and writes the difference
 * to prisma/migrations/<timestamp>_<name>/migration.sql. Read it, add what Prisma's schema cannot express (CHECK
 * constraints, REVOKE, partial indexes), and commit it. Without a name the difference is only printed. The scratch
 * database is an embedded one in .test/migration; the data folder is not touched.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '#scripts/migrate.ts'
import { differenceSql } from '#scripts/schema/engine.ts'
import { MIGRATIONS_FOLDER } from '#scripts/schema/migrations.ts'
import { openLocalDatabase } from './database.ts'

const name = process.argv[2]?.toLowerCase().replace(/\W+/g, '_')
const database = await openLocalDatabase({ dataDir: '.test/migration', durable: false })
try {
  const sql = await difference(database.adminUrl)
  if (!sql) console.log('The migrations and prisma/schema agree.')
  else if (!name) console.log(sql)
  else write(name, sql)
} finally {
  await database.stop()
}
process.exit() // The engine leaves a timer of ten seconds behind.

async function difference(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('DROP DATABASE IF EXISTS scratch WITH (FORCE)')
    await client.query('CREATE DATABASE scratch OWNER counterfoil')
    const url = database.url.replace(/\/\w+$/, '/scratch')
    await migrate(url)
    return await differenceSql(url)
  } finally {
    await client.end()
  }
}

function write(migration: string, sql: string): void {
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(MIGRATIONS_FOLDER, `${timestamp}_${migration}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'migration.sql'), sql)
  writeFileSync(join(MIGRATIONS_FOLDER, 'migration_lock.toml'), 'provider = "postgresql"\n')
  console.log(`Wrote ${join(folder, 'migration.sql')}; read it before you commit it.`)
}
