import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { addressOf, asSuperuser, createTestDatabase } from '#lib/testing/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-commands-'))
const SECRET_KEY = randomBytes(32).toString('base64')
let merchant = ''

type Ended = { code: number; json: Record<string, unknown>; error: string }

/** The command line as a process of its own, with `--json`. */
function run(...args: string[]): Promise<Ended> {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  const env = { ...process.env, ...blank, DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/counterfoil.ts', ...args, '--json'],
      { env },
      (error, stdout, stderr) =>
        resolve({
          code: error ? Number(error.code) : 0,
          json: stdout.startsWith('{') ? JSON.parse(stdout) : {},
          error: stderr,
        }),
    )
  })
}

const admin = (...statements: string[]) =>
  asSuperuser(addressOf(inject('cluster').adminUrl, new URL(database.url).pathname.slice(1)), ...statements)

beforeAll(async () => {
  database = await createTestDatabase()
  const { json } = await run('merchant', 'create', '--name', 'Kaveri Stores')
  merchant = String(json.id)
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Check = { name: string; ok: boolean; detail: string; repaired?: string }
const wrongOf = ({ json }: Ended) => (json.checks as Check[]).filter(({ ok }) => !ok).map(({ name }) => name)

test('doctor --fix repairs privileges, queues and counters, and says what; without it doctor only looks', async () => {
  expect(wrongOf(await run('doctor'))).toEqual([])
  await admin(
    'GRANT UPDATE, DELETE ON ledger_postings, audit_lines TO counterfoil',
    "DELETE FROM pgboss.queue WHERE name = 'process-refund'",
    `INSERT INTO record_count_changes (account_id, kind, created_at, currency, status, method, captured, authorized,
       error_reason, count, amount, amount_paid, amount_refunded)
     SELECT id, 'orders', 1790000000, 'INR', 'created', '', false, false, '', 3, 300, 0, 0 FROM accounts WHERE mode = 'test'`,
  )
  const looked = await run('doctor')
  expect([looked.code, wrongOf(looked)]).toEqual([1, ['Privileges', 'Queue', 'Ledger']])
  expect(wrongOf(await run('doctor'))).toEqual(wrongOf(looked))

  const fixed = await run('doctor', '--fix')
  expect([fixed.code, fixed.json.ok]).toEqual([0, true])
  const repaired = (fixed.json.checks as Check[])
    .filter((check) => check.repaired)
    .map((check) => check.repaired)
  expect(repaired).toEqual([
    'Took away the right to change audit_lines, ledger_postings.',
    'Made the missing queues.',
    expect.stringMatching(/^Corrected \d+ counters?\.$/),
  ])
  const again = await run('doctor', '--fix')
  expect((again.json.checks as Check[]).filter((check) => check.repaired)).toEqual([])
})

test('merchant export writes everything of one account, once, for its owner alone', async () => {
  const file = join(folder, 'export.zip')
  const args = ['merchant', 'export', '--merchant', merchant, '--mode', 'test', '--file', file]
  const { code, json } = await run(...args)
  expect([code, json]).toMatchObject([0, { merchant_id: merchant, mode: 'test', documents: 0 }])
  const bytes = readFileSync(file)
  expect([bytes.length, statSync(file).mode & 0o777]).toEqual([json.bytes, 0o600])
  // A ZIP file names its files at its end.
  for (const name of ['business.json', 'audit_lines.ndjson', 'export.json'])
    expect(bytes.includes(name), name).toBe(true)
  expect(await run(...args)).toMatchObject({ code: 1, error: `${file} exists. Name another file.\n` })
  const other = join(folder, 'other.zip')
  const wrong = await run('merchant', 'export', '--merchant', 'mer_none', '--mode', 'test', '--file', other)
  expect([wrong.code, existsSync(other)]).toEqual([1, false])
})

test('merchant delete takes the name, waits seven days, and can be cancelled', async () => {
  const args = ['merchant', 'delete', '--merchant', merchant, '--name']
  expect(await run(...args, 'Kaveri')).toMatchObject({
    code: 1,
    error: `The name doesn't match: ${merchant} is Kaveri Stores.\n`,
  })
  const requested = await run(...args, 'Kaveri Stores')
  expect(requested.json).toMatchObject({ status: 'waiting', requested_by: 'command line' })
  expect(Number(requested.json.due_at) - Number(requested.json.created_at)).toBe(7 * 86_400)
  expect(await run(...args, 'Kaveri Stores')).toMatchObject({ code: 1 })
  const cancelled = await run(...args, 'Kaveri Stores', '--cancel')
  expect(cancelled.json).toMatchObject({ id: requested.json.id, status: 'cancelled' })
  expect((await run(...args, 'Kaveri Stores', '--cancel')).error).toContain('is waiting.')
})
