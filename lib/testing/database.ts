import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'

/** Made by scripts/test-database.ts before the first test. */
type TestCluster = { adminUrl: string; url: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/**
 * An empty, migrated database of one's own, copied from the template in some 60 ms. For files named *.db.test.ts.
 * Connects as the application does: as a role that owns the database and is no superuser.
 */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { adminUrl, url, template } = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(
    adminUrl,
    `CREATE DATABASE ${name} TEMPLATE ${template} OWNER counterfoil STRATEGY ${STRATEGY}`,
  )
  return {
    url: addressOf(url, name),
    drop: () => dropDatabase(adminUrl, name),
  }
}

/** Copies files instead of writing the log: with a database of this size and no flushing it is the quicker of the two. */
const STRATEGY = 'FILE_COPY'

/** The same cluster, another database. */
export function addressOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** How long connections that a test has closed may take to end, in milliseconds. */
const CLOSING_MS = 500

/**
 * Drops a database once its connections have ended: `pool.end()` of node-postgres resolves before, and a client that is
 * cut off after it throws an error that nothing can catch. Cuts off those that stay open for longer.
 */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const isInUse = async () => {
      const { rowCount } = await client.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [
        name,
      ])
      return rowCount !== 0
    }
    for (let waited = 0; waited < CLOSING_MS && (await isInUse()); waited += 10) await sleep(10)
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  } finally {
    await client.end()
  }
}

/** Runs one statement after the other in the database `postgres`. */
export async function asSuperuser(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
