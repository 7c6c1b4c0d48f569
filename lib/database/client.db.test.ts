import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#lib/testing/database.ts'
import { type Database, openDatabase } from './client.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
beforeAll(async () => {
  made = await createTestDatabase()
  database = openDatabase(made.url, 1)
})
afterAll(async () => {
  await database.close()
  await made.drop()
})

describe.each(['query', 'joined'] as const)('a connection of %s', (name) => {
  const run = (text: string, values: unknown[] = []) => database[name](text, values)
  const connection = async () => {
    const all = await Promise.all([1, 2, 3].map(() => run('SELECT pg_backend_pid() AS pid')))
    return [...new Set(all.map(({ rows }) => rows[0]?.pid))].sort()
  }

  it.each([
    ['a guard', 'SELECT 1 / $1::int', 0, '22012'],
    ['a constraint', 'INSERT INTO oauth_clients (id) VALUES ($1)', 'client', '23502'],
    ['a transaction before it', "DO $$ BEGIN RAISE SQLSTATE '40001'; END $$", undefined, '40001'],
  ])('stays when %s rejects the statement, and runs it again', async (_, text, value, code) => {
    const before = await connection()
    const values = value === undefined ? [] : [value]
    await expect(run(text, values)).rejects.toMatchObject({ code })
    await expect(run(text, values)).rejects.toMatchObject({ code })
    expect(await connection()).toEqual(before)
  })

  it('keeps statements prepared, but for those that look into JSON or for a beginning, which are planned for their values', async () => {
    await run('SELECT $1::int AS kept_prepared', [1])
    await run(`SELECT '{"a": 1}'::jsonb @> $1::jsonb AS looks_into_json`, ['{"a": 1}'])
    await run(`SELECT 'receipt' LIKE $1 AS looks_for_a_beginning`, ['rec%'])
    const { rows } = await run('SELECT statement FROM pg_prepared_statements')
    const statements = rows.map(({ statement }) => String(statement)).join('\n')
    expect(statements).toContain('AS kept_prepared')
    expect(statements).not.toContain('AS looks_into_json')
    expect(statements).not.toContain('AS looks_for_a_beginning')
  })

  it('runs a statement that was rejected with other values', async () => {
    await expect(run('SELECT 6 / $1::int AS result', [0])).rejects.toMatchObject({ code: '22012' })
    expect((await run('SELECT 6 / $1::int AS result', [2])).rows).toEqual([{ result: 3 }])
  })

  it.each([
    ['fails for another reason', 'SELECT nothing_like_it()', /does not exist/],
    ['loses its connection', 'SELECT pg_terminate_backend(pg_backend_pid())', /terminat/],
  ])('is replaced when a statement %s', async (_, text, message) => {
    const before = await connection()
    await expect(run(text)).rejects.toThrow(message)
    const after = await connection()
    expect(before.filter((pid) => !after.includes(pid))).toHaveLength(1)
  })
})
