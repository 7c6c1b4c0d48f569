import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addressOf, asSuperuser, createTestDatabase, dropDatabase } from '#lib/testing/database.ts'
import { migrate } from '#scripts/migrate.ts'
import { withConnection } from '#scripts/start-lock.ts'
import { assertWithheld } from './privileges.ts'

// What restores leave behind is made here by statements: the embedded database brings no pg_restore.
const role = `test_${randomBytes(6).toString('hex')}`
const { adminUrl } = inject('cluster')
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  await asSuperuser(adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'right'`)
})

afterAll(async () => {
  await asSuperuser(adminUrl, `DROP ROLE ${role}`)
})

const nameOf = () => new URL(database.url).pathname.slice(1)
const adminOf = () => addressOf(adminUrl, nameOf())
const asRole = () => Object.assign(new URL(database.url), { username: role, password: 'right' }).href

async function within<Result>(url: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

async function fresh(run: () => Promise<void>): Promise<void> {
  database = await createTestDatabase()
  try {
    await run()
  } finally {
    await database.drop()
  }
}

/** The lines of docs/operations.md that give an existing database to another user. */
async function giveTo(user: string): Promise<void> {
  const text = readFileSync('docs/operations.md', 'utf8')
  const block = text.match(/```sql\n(ALTER DATABASE[\s\S]*?)```/)?.[1] ?? ''
  const [made, select] = block.replaceAll('TO counterfoil', `TO ${user}`).split(/(?=^SELECT)/m)
  await within(adminOf(), async (client) => {
    await client.query((made ?? '').replace('DATABASE counterfoil', `DATABASE ${nameOf()}`))
    const { rows } = await client.query({ text: (select ?? '').replace('\\gexec', ''), rowMode: 'array' })
    for (const [statement] of rows) await client.query(statement)
  })
}

const forgetPrivileges = () =>
  within(adminOf(), (client) =>
    client.query(
      `UPDATE pg_class SET relacl = NULL WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    ),
  )

const changeLedger = (url: string) =>
  within(url, (client) => client.query('UPDATE ledger_postings SET amount = 1'))

test('the tables named are those that a migrated database protects', () =>
  fresh(async () => {
    await withConnection(database.url, assertWithheld)
    expect(await migrate(database.url)).toEqual([])
    const { rows } = await within(database.url, (client) =>
      client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND NOT (has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE') AND has_table_privilege(oid, 'TRUNCATE'))`,
      ),
    )
    await forgetPrivileges()
    const found = await withConnection(database.url, assertWithheld).catch(String)
    expect(rows.length).toBeGreaterThan(10)
    for (const { name } of rows) expect(found).toContain(name)
  }))

test('a restore without privileges: seen, named, and taken away again', () =>
  fresh(async () => {
    await forgetPrivileges()
    await changeLedger(database.url)
    await expect(withConnection(database.url, assertWithheld)).rejects.toThrow(
      /The user counterfoil may change tables .* audit_lines, .*ledger_transactions.*counterfoil -- migrate/,
    )
    const said: string[] = []
    expect(await migrate(database.url, { say: (line) => said.push(line) })).toEqual([])
    expect(said).toEqual([expect.stringContaining('counterfoil may no longer change audit_lines')])
    await withConnection(database.url, assertWithheld)
    await expect(changeLedger(database.url)).rejects.toThrow('permission denied')
    await within(database.url, async (client) => {
      await client.query('UPDATE balance_movements SET settlement_id = NULL')
      await client.query(`SELECT delete_expired_rows('events', 'id', 'nobody', 1, 1)`)
    })
    await withConnection(database.url, assertWithheld)
    await migrate(database.url, { say: (line) => said.push(line) })
    expect(said).toHaveLength(1)
  }))

test('a restore under another user, with and without privileges', () =>
  fresh(async () => {
    await giveTo(role)
    await withConnection(asRole(), assertWithheld)
    await expect(changeLedger(asRole())).rejects.toThrow('permission denied')
    await forgetPrivileges()
    await expect(withConnection(asRole(), assertWithheld)).rejects.toThrow(`The user ${role} may change`)
    await migrate(asRole())
    await withConnection(asRole(), assertWithheld)
    await expect(changeLedger(asRole())).rejects.toThrow('permission denied')
  }))

test('a privilege of another role, and a superuser, stop a start', () =>
  fresh(async () => {
    await within(adminOf(), (client) => client.query(`GRANT UPDATE ON ledger_postings TO pg_monitor`))
    await asSuperuser(adminUrl, 'GRANT pg_monitor TO counterfoil')
    try {
      await expect(migrate(database.url)).rejects.toThrow(/through another role: ledger_postings/)
    } finally {
      await asSuperuser(adminUrl, 'REVOKE pg_monitor FROM counterfoil')
    }
    await expect(migrate(adminOf())).rejects.toThrow(
      /is a superuser, from whom the ledger cannot be protected/,
    )
    await expect(withConnection(adminOf(), assertWithheld)).rejects.toThrow('is a superuser')
  }))

test('a superuser stops a migration before anything is made, so that the owner can start in the same database', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(adminUrl, `CREATE DATABASE ${name} OWNER counterfoil TEMPLATE template0`)
  try {
    await expect(migrate(addressOf(adminUrl, name))).rejects.toThrow('is a superuser')
    expect(await migrate(addressOf(inject('cluster').url, name))).not.toEqual([])
  } finally {
    await dropDatabase(adminUrl, name)
  }
})
