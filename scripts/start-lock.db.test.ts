import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { addressOf, asSuperuser, dropDatabase } from '#lib/testing/database.ts'
import { withConnection } from './start-lock.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
const PROGRAM = `
  const { loadEnv } = await import('#lib/process/env.ts')
  const { prepareData, signInLines } = await import('./scripts/demo.ts')
  const { complain } = await import('./scripts/complain.ts')
  try {
    console.log(signInLines(await prepareData(process.env.DATABASE_URL, loadEnv())))
    process.exit(0)
  } catch (error) {
    complain(error)
    process.exit(1)
  }`

let [url, name, folder] = ['', '', '']
beforeEach(async () => {
  const cluster = inject('cluster')
  name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(cluster.adminUrl, `CREATE DATABASE ${name} OWNER counterfoil`)
  url = addressOf(cluster.url, name)
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-start-'))
})
afterEach(async () => {
  await dropDatabase(inject('cluster').adminUrl, name)
  rmSync(folder, { recursive: true, force: true })
})

/** The database work of a server at its start, in a process and a data folder of its own. */
async function start(data: string, settings: Record<string, string> = {}) {
  const DATA_DIR = join(folder, data)
  mkdirSync(DATA_DIR, { recursive: true })
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR, SECRET_KEY, LOG_LEVEL: 'silent', ...settings }
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { env })
  const end = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout as never), text(child.stderr as never)])
  return { code: await end, out, err, demoFile: join(DATA_DIR, 'demo.json') }
}

async function merchants(): Promise<unknown> {
  const { rows } = await withConnection(url, (query) => query('SELECT count(*)::int FROM merchants', []))
  return rows[0]?.count
}

test('two first starts on one database make one demo merchant, and each says how to sign in', async () => {
  const range = await Promise.all([start('a'), start('b')])
  expect(range.map(({ code, err }) => ({ code, err }))).toEqual([
    { code: 0, err: '' },
    { code: 0, err: '' },
  ])
  expect(await merchants()).toBe(1)
  const made = range.filter(({ demoFile }) => existsSync(demoFile))
  expect(made).toHaveLength(1)
  const demo = JSON.parse(readFileSync(String(made[0]?.demoFile), 'utf8'))
  expect(made[0]?.out).toContain(
    `Sign in as ${demo.email}; the password and the API keys are in ${made[0]?.demoFile}`,
  )
  const other = range.find((end) => end !== made[0])
  expect(other?.out).toContain('Another process prepares this database; waiting for it.')
  expect(other?.out).toContain('npm run counterfoil -- user password --email')
  for (const { out } of range)
    for (const secret of [demo.password, demo.test.key_secret, demo.live.key_secret])
      expect(out).not.toContain(secret)

  // A later start reads its own file, or has none; a file of another database opens nothing here.
  const again = await start('a')
  expect(again.out).toContain(
    again.demoFile === made[0]?.demoFile ? 'Sign in as' : 'Sign in with your account',
  )
  const stale = { ...demo, test: { key_id: 'key_test_elsewhere0000', key_secret: 'x' } }
  mkdirSync(join(folder, 'c'))
  writeFileSync(join(folder, 'c', 'demo.json'), JSON.stringify(stale))
  expect((await start('c')).out).toContain('Sign in with your account')
  expect(await merchants()).toBe(1)
}, 600_000)

test('DEMO=off makes none, and a database with merchants gets none', async () => {
  const bare = await start('a', { DEMO: 'off' })
  expect(bare).toMatchObject({ code: 0, err: '' })
  expect(bare.out).toContain('There is no merchant yet.')
  expect(bare.out).toContain('npm run counterfoil -- merchant create')
  expect(await merchants()).toBe(0)

  await withConnection(url, (query) =>
    query(
      `INSERT INTO merchants (id, name, billing_label, country, created_at) VALUES ('mer_1', 'A shop', 'A shop', 'IN', 1)`,
      [],
    ),
  )
  const live = await start('a')
  expect(live).toMatchObject({ code: 0, err: '' })
  expect(live.out).toContain('Sign in with your account')
  expect(existsSync(live.demoFile)).toBe(false)
  expect(await merchants()).toBe(1)
}, 600_000)
