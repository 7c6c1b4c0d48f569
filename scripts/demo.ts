import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setKeyRing } from '#lib/auth/key-ring.ts'
import type { Query } from '#lib/database/query.ts'
import { type Env, masterKeyOf } from '#lib/process/env.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import { assertNoOtherKey, checkKey } from '#scripts/key-check.ts'
import { applyMissing } from '#scripts/migrate.ts'
import { step } from '#scripts/progress.ts'
import { withStartLock } from '#scripts/start-lock.ts'

/** The demo merchant, as kept in demo.json in the data folder. */
type DemoFile = {
  base_url: string
  mcp_url: string
  email: string
  password: string
  test: { key_id: string; key_secret: string }
  live: { key_id: string; key_secret: string }
}

/** How people sign in after a start: with demo.json, with an account of their own, or not before there is a merchant. */
export type Demo = { signIn: 'demo'; file: string; email: string } | { signIn: 'own' } | { signIn: 'none' }

/**
 * Creates the demo merchant in a database that has no merchant at all, unless DEMO is off. A database with merchants
 * never gets one: they may be real. The caller holds the lock of the start.
 */
export async function ensureDemo(query: Query, env: Env): Promise<Demo> {
  const file = join(env.DATA_DIR, 'demo.json')
  const merchants = await hasMerchants(query)
  if (!merchants && env.DEMO === 'on') await step('Demo merchant', () => createDemo(file))
  // A start that was killed right after the commit has left the file under this name.
  else if (existsSync(`${file}.unfinished`)) await (await import('#prisma/seed.ts')).finishSeed(file)
  const demo = readDemo(file, env)
  if (demo && (await isHere(query, demo))) return { signIn: 'demo', file, email: demo.email }
  return { signIn: merchants ? 'own' : 'none' }
}

async function hasMerchants(query: Query): Promise<boolean> {
  const { rows } = await query('SELECT EXISTS (SELECT FROM merchants) AS found', [])
  return rows[0]?.found === true
}

/** Seeds a demo merchant, whatever else the database holds, and writes what opens it to the file. */
export async function createDemo(file: string): Promise<void> {
  const { seed } = await import('#prisma/seed.ts')
  await seed({ demoFile: file })
}

/** Reads demo.json, and corrects the addresses in it when the server has moved since. */
function readDemo(file: string, env: Env): DemoFile | undefined {
  if (!existsSync(file)) return undefined
  const demo = JSON.parse(readFileSync(file, 'utf8')) as DemoFile
  if (demo.base_url !== env.BASE_URL || demo.mcp_url !== env.MCP_URL) {
    Object.assign(demo, { base_url: env.BASE_URL, mcp_url: env.MCP_URL })
    writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  }
  return demo
}

/** A demo.json that is left from another database opens nothing here. */
async function isHere(query: Query, demo: DemoFile): Promise<boolean> {
  const { rows } = await query('SELECT 1 FROM api_keys WHERE id = $1', [demo.test.key_id])
  return rows.length > 0
}

/** The sign-in message of a start. Secrets stay in the file. */
export function signInLines(demo: Demo): string {
  if (demo.signIn === 'demo')
    return `  Sign in as ${demo.email}; the password and the API keys are in ${demo.file}`
  if (demo.signIn === 'own') {
    return `  Sign in with your account. To set a password:
    npm run counterfoil -- user password --email …`
  }
  return `  There is no merchant yet. Create one, then its owner, whose password is printed:
    npm run counterfoil -- merchant create --name …
    npm run counterfoil -- user create --merchant … --role owner --email … --name …`
}

/**
 * The preparation of a server's database: the migrations, the right key, and the demo merchant in a database without
 * merchants. One process at a time does it, so two first starts make one of each.
 * @throws CannotStart
 */
export async function prepareData(databaseUrl: string, env: Env): Promise<Demo> {
  return await withStartLock(
    databaseUrl,
    async (query) => {
      const key = [masterKeyOf(env), keyFileOf(env)] as const
      await assertNoOtherKey(query, ...key)
      await step('Migrations', () =>
        applyMissing(databaseUrl, query, { say: (line) => console.log(`  ${line}`) }),
      )
      setKeyRing(await checkKey(query, ...key))
      return await ensureDemo(query, env)
    },
    (line) => console.log(`  ${line}`),
  )
}
