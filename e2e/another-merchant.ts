import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'
import { TEST_BUILD } from '#scripts/test-server.ts'

type AnotherMerchant = { id: string; owner: { email: string; password: string } }

/**
 * A new merchant with an owner, created on the command line. It has no records yet.
 * @param data the data folder, where it is not that of the server under test
 */
export function createMerchant(name: string, data = dataUnderTest()): AnotherMerchant {
  const email = `owner-${Date.now()}@example.com`
  const merchant = counterfoil<{ id: string }>(data, 'merchant', 'create', '--name', name)
  const owner = counterfoil<{ password: string }>(
    data,
    'user',
    'create',
    '--merchant',
    merchant.id,
    '--role',
    'owner',
    '--email',
    email,
    '--name',
    `Owner of ${name}`,
  )
  return { id: merchant.id, owner: { email, password: owner.password } }
}

type Key = { key_id: string; key_secret: string }

/** A key of a merchant with full access. */
export function createKey(merchant: string, mode: 'test' | 'live'): Key {
  const { id, secret } = counterfoil<{ id: string; secret: string }>(
    dataUnderTest(),
    'keys',
    'create',
    '--merchant',
    merchant,
    '--mode',
    mode,
  )
  return { key_id: id, key_secret: secret }
}

/** Sets what the account of a key has beside payments. No command does: the operator decides it when a merchant is created. */
export async function setCapabilities(key: string, capabilities: string[]): Promise<void> {
  const connectionString = databaseUrl(
    readAccess(join(dataUnderTest(), 'postgres.json')),
    'superuser',
    'counterfoil',
  )
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    'UPDATE accounts SET capabilities = $1 WHERE id = (SELECT account_id FROM api_keys WHERE id = $2)',
    [capabilities, key],
  )
  await client.end()
}

function dataUnderTest(): string {
  return dirname(process.env.DEMO_FILE ?? '.data/demo.json')
}

function counterfoil<T>(DATA_DIR: string, ...args: string[]): T {
  const env = {
    ...process.env,
    BUILD_DIR: process.env.BUILD_DIR ?? TEST_BUILD,
    DATA_DIR,
    DATABASE_URL: databaseUrl(readAccess(join(DATA_DIR, 'postgres.json')), 'application'),
  }
  return JSON.parse(
    execFileSync(process.execPath, ['bin/counterfoil.mjs', ...args, '--json'], { env, encoding: 'utf8' }),
  ) as T
}
