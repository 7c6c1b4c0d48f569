import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'

type AnotherMerchant = { id: string; owner: { email: string; password: string } }

/** A new merchant with an owner, created on the command line. It has no records yet. */
export function createMerchant(name: string): AnotherMerchant {
  const email = `owner-${Date.now()}@example.com`
  const merchant = counterfoil<{ id: string }>('merchant', 'create', '--name', name)
  const owner = counterfoil<{ password: string }>(
    ...['user', 'create', '--merchant', merchant.id, '--role', 'owner'],
    ...['--email', email, '--name', `Owner of ${name}`],
  )
  return { id: merchant.id, owner: { email, password: owner.password } }
}

function counterfoil<T>(...args: string[]): T {
  const DATA_DIR = dirname(process.env.DEMO_FILE ?? '.data/demo.json')
  const env = {
    ...process.env,
    DATA_DIR,
    DATABASE_URL: databaseUrl(readAccess(join(DATA_DIR, 'postgres.json')), 'application'),
  }
  return JSON.parse(
    execFileSync(process.execPath, ['scripts/counterfoil.ts', ...args, '--json'], { env, encoding: 'utf8' }),
  ) as T
}
