/** Vitest's global setup for tests with a database: one embedded PostgreSQL, one migrated template, copied by each test. */
import type { TestProject } from 'vitest/node'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { addressOf, asSuperuser } from '#lib/testing/database.ts'
import { type LocalDatabase, openLocalDatabase } from '#scripts/database.ts'
import { migrate } from '#scripts/migrate.ts'
import { freeMemory, testFolder } from '#scripts/test-folder.ts'

const TEMPLATE = 'template_counterfoil'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await freeCluster()
  const { adminUrl } = database
  const url = addressOf(database.url, TEMPLATE)
  await dropLeftovers(adminUrl)
  await asSuperuser(adminUrl, `CREATE DATABASE ${TEMPLATE} OWNER counterfoil`)
  await migrate(url)
  project.provide('cluster', { adminUrl, url, template: TEMPLATE })
  return database.stop
}

/** Each run takes a cluster that no other run is using. On disk they are kept for the next run. */
async function freeCluster(): Promise<LocalDatabase> {
  for (let slot = 1; ; slot++) {
    try {
      const dataDir = testFolder(`cluster-${slot}`)
      const database = await openLocalDatabase({ dataDir, durable: false })
      return { ...database, stop: () => database.stop().then(() => freeMemory(dataDir)) }
    } catch (error) {
      if (!(error instanceof CannotStart) || slot === 8) throw error
    }
  }
}

async function dropLeftovers(adminUrl: string): Promise<void> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname LIKE 'test\\_%' OR datname = '${TEMPLATE}'`,
  )
  await client.end()
  await asSuperuser(adminUrl, ...rows.map(({ name }) => `DROP DATABASE ${name} WITH (FORCE)`))
}
