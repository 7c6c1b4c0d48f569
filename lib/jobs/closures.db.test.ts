import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestClosure } from '#lib/domain/closures/request.ts'
import { resetTestData } from '#lib/domain/closures/reset-test-data.ts'
import { CLOSURE_DRAINS, CLOSURE_WAITS, RESET_DRAINS } from '#lib/domain/closures/schema.ts'
import { createUser } from '#lib/domain/users/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import { openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'
import { ROLE_PERMISSIONS } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'
import { ACCOUNT_TABLES_OF, MERCHANT_TABLES_OF } from './account-tables.ts'
import { advanceClosures, cleanupClosedBooks } from './closures.ts'

type Column = { column_name: string; data_type: string; table_name: string }

let shop: WalletInstance
let columns: Map<string, Column[]>
const rows = async (text: string, values: unknown[] = []) =>
  (await shop.instance.runtime.query(text, values)).rows

beforeAll(async () => {
  shop = await openWalletInstance()
  const found = (await rows(
    `SELECT c.table_name, c.column_name, c.data_type FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> '_prisma_migrations'`,
  )) as Column[]
  columns = Map.groupBy(found, ({ table_name }) => table_name)
  // Rows of every table are made below without the rest of their world.
  await rows(
    `DO $$ DECLARE c record; BEGIN
       FOR c IN SELECT conrelid::regclass AS tab, conname FROM pg_constraint
         WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace
       LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.tab, c.conname); END LOOP; END $$`,
  )
})
afterAll(() => shop.instance.close())

const tablesWith = (column: string) =>
  [...columns]
    .filter(([, all]) => all.some(({ column_name }) => column_name === column))
    .map(([table]) => table)
    .sort()
const count = async (table: string, account: string) =>
  Number((await rows(`SELECT count(*) AS n FROM ${table} WHERE account_id = $1`, [account]))[0]?.n)

/** A row with something in every column. */
async function fill(table: string, own: Record<string, unknown>, tag: string): Promise<void> {
  const all = columns.get(table) ?? []
  const values = all.map(({ column_name, data_type }) => {
    if (column_name in own) return own[column_name]
    if (data_type === 'bigint' || data_type === 'integer') return 7
    if (data_type === 'boolean') return false
    if (data_type === 'jsonb' || data_type === 'json') return '{}'
    if (data_type === 'bytea') return Buffer.from(`${table}${tag}`)
    if (data_type === 'ARRAY') return []
    if (data_type.startsWith('timestamp')) return new Date(0)
    if (data_type === 'uuid') return crypto.randomUUID()
    return `${tag}_${column_name}`
  })
  const names = all.map(({ column_name }) => `"${column_name}"`).join(', ')
  await rows(
    `INSERT INTO ${table} (${names}) VALUES (${all.map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT DO NOTHING`,
    values,
  )
}

async function fillAll(account: string, tag: string): Promise<void> {
  for (const table of Object.keys(ACCOUNT_TABLES_OF)) {
    if (table === 'account_exports') {
      await fill(table, { account_id: account, status: 'ready' }, tag)
      continue
    }
    await fill(table, { account_id: account }, tag)
  }
}

async function person(): Promise<Actor> {
  const { instance } = shop
  const email = `owner${Math.random()}@example.com`
  const user = await instance.database.prisma.$transaction((tables) =>
    createUser(
      tables,
      { email, name: 'Owner', password: '-', merchant_id: instance.merchant.id, role: 'owner' },
      '-',
      instance.now() * 1000,
    ),
  )
  const permissions = new Set(ROLE_PERMISSIONS.owner)
  return { kind: 'user', id: user.id, name: email, account: instance.actor.account, permissions }
}

it('has a verdict for every table of an account, a merchant or a person, and for no other', () => {
  expect(Object.keys(ACCOUNT_TABLES_OF).sort()).toEqual(tablesWith('account_id'))
  const others = new Set([...tablesWith('merchant_id'), ...tablesWith('user_id')])
  for (const table of Object.keys(ACCOUNT_TABLES_OF)) others.delete(table)
  const known = Object.keys(MERCHANT_TABLES_OF)
  expect(known).toEqual(expect.arrayContaining([...others]))
  expect(known.filter((table) => !columns.has(table))).toEqual([])
})

describe('a reset of test data', () => {
  it('deletes the records of test mode, and keeps keys, people, settings, the audit log and live mode', async () => {
    const { instance, rest } = shop
    const { test, live } = instance.merchant.accounts
    await fillAll(test, 'one')
    await fillAll(live, 'two')
    const liveBefore = await Promise.all(Object.keys(ACCOUNT_TABLES_OF).map((table) => count(table, live)))
    await instance.runtime.storage.put(
      `documents/${test}/doc_1`,
      (async function* () {
        yield Buffer.from('bytes')
      })(),
    )
    const owner = await person()
    const asLive = { ...owner, account: { ...owner.account, id: live, mode: 'live' as const } }
    const reset = (typed_name: string, as = owner) =>
      outcomeOf(instance.run(resetTestData, { typed_name }, undefined, as, true))
    expect((await reset('Test')).reason).toBe('name_not_typed')
    expect((await reset('Test Stores', asLive)).reason).toBe('test_mode_only')
    expect((await reset('Test Stores')).value).toMatchObject({ id: test })

    await instance.pass(2)
    const pending = await rest.post('/v1/orders', { amount: 500, currency: 'INR' })
    expect([pending.status, pending.error?.reason]).toEqual([409, 'account_erasing'])
    await advanceClosures(instance.runtime)
    expect(await count('orders', test)).toBeGreaterThan(0)
    await flushRequestLog(instance.runtime.query)
    await instance.pass(RESET_DRAINS)
    await advanceClosures(instance.runtime)

    for (const [table, { reset: verdict }] of Object.entries(ACCOUNT_TABLES_OF)) {
      const left = await count(table, test)
      if (verdict === 'deleted') expect([table, left]).toEqual([table, 0])
      else expect(left, table).toBeGreaterThan(0)
    }
    const liveAfter = await Promise.all(Object.keys(ACCOUNT_TABLES_OF).map((table) => count(table, live)))
    expect(liveAfter).toEqual(liveBefore)
    const files: string[] = []
    for await (const { key } of instance.runtime.storage.list(`documents/${test}/`)) files.push(key)
    expect(files).toEqual([])
    expect(await instance.balance()).toBe(0)
  })

  it('leaves an account that works', async () => {
    await shop.instance.pass(2)
    await shop.shop.captured(50_000)
    expect(await shop.instance.balance()).toBeGreaterThan(0)
  })
})

describe('the deletion of a merchant', () => {
  it('deletes every row of it, but for the books of live mode without personal data', async () => {
    const { instance } = shop
    const { test, live } = instance.merchant.accounts
    await fillAll(test, 'three')
    // The lines of earlier requests are written a little later, and must not come after the deletion.
    await flushRequestLog(instance.runtime.query)
    const owner = await person()
    await rows('UPDATE ledger_balances SET balance = 0 WHERE account_id = $1', [live])
    for (const table of ['wallets', 'payments', 'transfers', 'payouts', 'refunds'])
      await rows(`DELETE FROM ${table} WHERE account_id = $1`, [live])
    await outcomeOf(instance.run(requestClosure, { typed_name: 'Test Stores' }, undefined, owner, true))
    await instance.pass(CLOSURE_WAITS + 1)
    await advanceClosures(instance.runtime)
    await instance.pass(CLOSURE_DRAINS + 1)
    await advanceClosures(instance.runtime)
    const [closure] = await rows('SELECT * FROM closures WHERE merchant_id = $1', [instance.merchant.id])
    expect(closure).toMatchObject({ status: 'deleted', requested_by: null, requested_by_id: owner.id })

    for (const [table, { closure: verdict }] of Object.entries(ACCOUNT_TABLES_OF)) {
      expect([table, await count(table, test)]).toEqual([table, 0])
      const left = await count(table, live)
      if (verdict === 'deleted') expect([table, left]).toEqual([table, 0])
      else expect(left, table).toBeGreaterThan(0)
    }
    const { id } = instance.merchant
    for (const [table, verdict] of Object.entries(MERCHANT_TABLES_OF))
      if (
        verdict === 'deleted' &&
        columns.get(table)?.some(({ column_name }) => column_name === 'merchant_id')
      )
        expect([table, await rows(`SELECT 1 FROM ${table} WHERE merchant_id = $1`, [id])]).toEqual([
          table,
          [],
        ])
    expect(await rows('SELECT 1 FROM users WHERE id = $1', [owner.id])).toEqual([])
    const [merchant] = await rows('SELECT * FROM merchants WHERE id = $1', [id])
    expect(merchant).toMatchObject({
      name: 'Deleted business',
      gstin: null,
      address: null,
      support_email: null,
    })
    const stored = await rows('SELECT created_by FROM settlements WHERE account_id = $1', [live])
    expect(stored.every(({ created_by }) => created_by === null)).toBe(true)
    await expect(rows('SELECT delete_erased_rows($1, $2, 10)', ['ledger_postings', live])).rejects.toThrow(
      /kept for eight years/,
    )
    expect(await instance.violations()).toEqual([])
  })

  it('keeps the books for 8 years, and deletes them then', async () => {
    const { instance } = shop
    const { live } = instance.merchant.accounts
    const books = async () =>
      (await rows('SELECT 1 FROM ledger_postings WHERE account_id = $1', [live])).length
    await cleanupClosedBooks(instance.runtime, 366)
    expect(await books()).toBeGreaterThan(0)
    // By the clock of the database, which the clock of the test is not.
    await rows('UPDATE accounts SET closed_at = extract(epoch FROM now())::bigint - $2 WHERE id = $1', [
      live,
      2923 * DAY,
    ])
    await cleanupClosedBooks({ query: instance.runtime.query, clock: () => Date.now() }, 366)
    expect(await books()).toBe(0)
  })
})

it('cannot be made to delete what is append-only of an account that is not erased', async () => {
  const { instance } = shop
  const other = await openWalletInstance({ beside: { url: instance.url, database: instance.database } })
  const account = other.instance.merchant.accounts.test
  const erase = (table: string) => rows('SELECT delete_erased_rows($1, $2, 10)', [table, account])
  await expect(erase('events')).rejects.toThrow(/not being erased/)
  await rows('UPDATE accounts SET erasing_at = 1 WHERE id = $1', [account])
  await expect(erase('audit_lines')).rejects.toThrow(/audit log/)
  await expect(erase('payments')).rejects.toThrow(/not deleted with an account/)
  await expect(rows('DELETE FROM events')).rejects.toThrow(/permission denied/)
})
